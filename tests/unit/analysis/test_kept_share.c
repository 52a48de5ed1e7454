// SPDX-License-Identifier: GPL-2.0-or-later
#include "../synthetic.h"
#include "../unit.h"
#include "analysis/kept_share.h"

static struct experiment_data data;
static size_t beside_job;
static size_t alone;

/* A writer: 10 units a second until the dirty limit at 10 s, 2 a second behind it. */
static const double fast_then_slow[][2] = {{-5, -50}, {0, 0}, {10, 100}, {60, 200}};
/* The same beside a job that takes half of it from the start. */
static const double half[][2] = {{-5, -50}, {0, 0}, {10, 50}, {20, 60}};

static void set_up(void)
{
    data = synthetic_create(1, "{\"rounds\": 2}");
    beside_job = synthetic_condition(&data, "6.1", "build", "io_load");
    alone = synthetic_condition(&data, "6.1", "idle", "io_load");
}

static void tear_down(void)
{
    experiment_data_finish(&data);
}

static struct run_record *add_run(size_t condition, int round, double window_s,
                                  const double (*points)[2])
{
    struct run_record *record =
        synthetic_run(&data, (struct synthetic_run){condition, round, .time_s = window_s});
    synthetic_progress(record, points, 4);
    return record;
}

static struct summary kept(void)
{
    const struct planned_run *runs[8];
    struct result_row row = {
        .experiment = &data,
        .condition = &data.experiment.conditions[beside_job],
        .runs = runs,
    };
    for (size_t i = 0; i < data.run_count; i++)
        if (data.runs[i].condition_id == row.condition->id)
            runs[row.run_count++] = &data.runs[i];
    return kept_share_figure(&row).summary;
}

START_TEST(test_rates_are_compared_over_the_same_length)
{
    add_run(beside_job, 1, 10, half);
    add_run(alone, 1, 60, fast_then_slow);
    ck_assert_double_eq_tol(kept().mean, 50.0, 1e-9);
}
END_TEST

START_TEST(test_length_is_the_shorter_of_both_windows_between_samples)
{
    add_run(beside_job, 1, 20, half);
    add_run(alone, 1, 5, fast_then_slow);
    ck_assert_double_eq_tol(kept().mean, 100.0 * 25 / 50, 1e-9);
}
END_TEST

START_TEST(test_each_run_is_paired_with_its_round_and_then_averaged)
{
    static const double slow[][2] = {{-5, -5}, {0, 0}, {10, 50}, {60, 300}};
    add_run(beside_job, 1, 10, half);
    add_run(alone, 1, 60, fast_then_slow);
    add_run(alone, 2, 60, slow);
    add_run(beside_job, 2, 10, half);
    struct summary summary = kept();
    ck_assert_uint_eq(summary.count, 2);
    ck_assert_double_eq_tol(summary.minimum, 50.0, 1e-9);
    ck_assert_double_eq_tol(summary.maximum, 100.0, 1e-9);
}
END_TEST

START_TEST(test_one_idle_run_serves_all_rounds)
{
    add_run(beside_job, 1, 10, half);
    add_run(beside_job, 2, 10, half);
    add_run(alone, 1, 60, fast_then_slow);
    ck_assert_uint_eq(kept().count, 2);
}
END_TEST

START_TEST(test_no_figure_without_a_counterpart_of_the_same_settings)
{
    parameters_set(&data.experiment.conditions[alone].settings, "memory", "1G");
    add_run(beside_job, 1, 10, half);
    add_run(alone, 1, 60, fast_then_slow);
    ck_assert_uint_eq(kept().count, 0);
}
END_TEST

START_TEST(test_void_idle_run_gives_no_figure)
{
    add_run(beside_job, 1, 10, half);
    add_run(alone, 1, 60, fast_then_slow)->outcome = OUTCOME_VOID;
    ck_assert_uint_eq(kept().count, 0);
}
END_TEST

START_TEST(test_load_that_did_nothing_alone_gives_no_figure)
{
    static const double nothing[][2] = {{-5, 0}, {0, 0}, {10, 0}, {60, 0}};
    add_run(beside_job, 1, 10, half);
    add_run(alone, 1, 60, nothing);
    ck_assert_uint_eq(kept().count, 0);
}
END_TEST

START_TEST(test_starved_load_keeps_nothing)
{
    static const double nothing[][2] = {{-5, 0}, {0, 0}, {10, 0}, {60, 0}};
    add_run(beside_job, 1, 10, nothing);
    add_run(alone, 1, 60, fast_then_slow);
    ck_assert_uint_eq(kept().count, 1);
    ck_assert_double_eq(kept().mean, 0.0);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_rates_are_compared_over_the_same_length);
    tcase_add_test(tests, test_length_is_the_shorter_of_both_windows_between_samples);
    tcase_add_test(tests, test_each_run_is_paired_with_its_round_and_then_averaged);
    tcase_add_test(tests, test_one_idle_run_serves_all_rounds);
    tcase_add_test(tests, test_no_figure_without_a_counterpart_of_the_same_settings);
    tcase_add_test(tests, test_void_idle_run_gives_no_figure);
    tcase_add_test(tests, test_load_that_did_nothing_alone_gives_no_figure);
    tcase_add_test(tests, test_starved_load_keeps_nothing);
}

int main(void)
{
    return unit_run("kept_share", fill);
}
