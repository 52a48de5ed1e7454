// SPDX-License-Identifier: GPL-2.0-or-later
#include "../synthetic.h"
#include "../unit.h"
#include "analysis/contest_table.h"

static struct experiment_data data;
static struct result_table table;

static void tear_down(void)
{
    result_table_finish(&table);
    experiment_data_finish(&data);
}

static void set_up(void)
{
    data = synthetic_create(1, "{\"rounds\": 2}");
}

static void build(const struct contest_options *options)
{
    const struct experiment_data *experiments[] = {&data};
    contest_table_build(experiments, 1, options, &table);
}

static const struct contest_options own = {.rule = RATIO_OWN};

static double mean_of(size_t block, size_t row, enum contest_column column)
{
    const struct figure *figure = &table.blocks[block].rows[row].figures[column];
    ck_assert_uint_gt(figure->summary.count, 0);
    return figure->summary.mean;
}

static size_t count_of(size_t block, size_t row, enum contest_column column)
{
    return table.blocks[block].rows[row].figures[column].summary.count;
}

static bool has_note(size_t block, size_t row, const char *words)
{
    const struct result_row *at = &table.blocks[block].rows[row];
    for (size_t i = 0; i < at->note_count; i++)
        if (strstr(table.notes.items[at->notes[i]], words) != NULL)
            return true;
    return false;
}

static bool head_has(const char *words)
{
    for (size_t i = 0; i < table.head.count; i++)
        if (strstr(table.head.items[i], words) != NULL)
            return true;
    return false;
}

/* 2.6.0-test4-mm2 of contest 0.61: no_load 79 s, of which 74 CPU; process_load 125 s. */
START_TEST(test_cpu_is_percent_of_wall_and_own_ratio_is_to_own_no_load)
{
    size_t no_load = synthetic_condition(&data, "2.6.0-test4-mm2", "build", "no_load");
    size_t process = synthetic_condition(&data, "2.6.0-test4-mm2", "build", "process_load");
    size_t neighbour = synthetic_condition(&data, "2.6.0-test4", "build", "no_load");
    synthetic_run(&data, (struct synthetic_run){no_load, 1, .time_s = 79, .user_s = 74});
    synthetic_run(&data, (struct synthetic_run){process, 1, .time_s = 125, .user_s = 74});
    synthetic_run(&data, (struct synthetic_run){neighbour, 1, .time_s = 80, .user_s = 75});
    build(&own);
    ck_assert_double_eq_tol(mean_of(0, 0, CONTEST_CPU), 93.7, 0.05);
    ck_assert_double_eq_tol(mean_of(1, 0, CONTEST_RATIO), 1.58, 0.005);
    ck_assert_double_eq(mean_of(0, 0, CONTEST_RATIO), 1.0);
    ck_assert_double_eq(mean_of(0, 1, CONTEST_RATIO), 1.0);
}
END_TEST

/* 17 October 2002: Ratio 1.40 is 99.7 s over a reference of 71.4 s, not over the row's own 74.6. */
START_TEST(test_reference_ratio_divides_all_rows_by_one_label)
{
    const struct contest_options options = {.rule = RATIO_REFERENCE, .reference = "2.4.18"};
    size_t reference = synthetic_condition(&data, "2.4.18", "build", "no_load");
    size_t no_load = synthetic_condition(&data, "2.5.43", "build", "no_load");
    size_t process = synthetic_condition(&data, "2.5.43", "build", "process_load");
    synthetic_run(&data, (struct synthetic_run){reference, 1, .time_s = 71.4});
    synthetic_run(&data, (struct synthetic_run){no_load, 1, .time_s = 74.6});
    synthetic_run(&data, (struct synthetic_run){process, 1, .time_s = 99.7});
    build(&options);
    ck_assert_double_eq(mean_of(0, 0, CONTEST_RATIO), 1.0);
    ck_assert_double_eq_tol(mean_of(0, 1, CONTEST_RATIO), 74.6 / 71.4, 1e-9);
    ck_assert_double_eq_tol(mean_of(1, 0, CONTEST_RATIO), 1.40, 0.005);
    ck_assert(head_has("under 2.4.18"));
}
END_TEST

START_TEST(test_without_no_load_there_is_no_ratio_and_that_is_said)
{
    size_t io = synthetic_condition(&data, "6.1", "build", "io_load");
    synthetic_run(&data, (struct synthetic_run){io, 1, .time_s = 100});
    build(&own);
    ck_assert_uint_eq(count_of(0, 0, CONTEST_RATIO), 0);
    ck_assert(head_has("Ratio: none"));
}
END_TEST

START_TEST(test_no_load_of_other_settings_is_no_reference)
{
    size_t no_load = synthetic_condition(&data, "6.1", "build", "no_load");
    size_t io = synthetic_condition(&data, "6.1", "build", "io_load");
    parameters_set(&data.experiment.conditions[no_load].settings, "memory", "1G");
    parameters_set(&data.experiment.conditions[io].settings, "memory", "2G");
    synthetic_run(&data, (struct synthetic_run){no_load, 1, .time_s = 50});
    synthetic_run(&data, (struct synthetic_run){io, 1, .time_s = 100});
    build(&own);
    ck_assert_uint_eq(count_of(1, 0, CONTEST_RATIO), 0);
    ck_assert_str_eq(table.blocks[1].rows[0].name, "6.1 memory=2G");
    ck_assert(head_has("different memory"));
}
END_TEST

START_TEST(test_slow_run_is_kept_in_the_mean_and_pointed_at)
{
    static const double times[] = {101, 103, 504, 97};
    size_t io = synthetic_condition(&data, "2.5.38", "build", "io_load");
    for (int i = 0; i < 4; i++)
        synthetic_run(&data, (struct synthetic_run){io, i + 1, .time_s = times[i]});
    build(&own);
    ck_assert_uint_eq(table.blocks[0].rows[0].measured_count, 4);
    ck_assert_double_eq(mean_of(0, 0, CONTEST_TIME), 201.25);
    ck_assert(has_note(0, 0, "504.0 s where the median is 102.0 s"));
}
END_TEST

static const struct {
    enum outcome outcome;
    const char *note;
} unmeasured[] = {
    {OUTCOME_VOID, "void in 1 of 2 runs: why"},
    {OUTCOME_FAILED, "failed in 1 of 2 runs: why"},
    {OUTCOME_SKIPPED, "skipped in 1 of 2 runs: why"},
};

START_TEST(test_run_without_a_figure_is_counted_and_explained_and_never_averaged)
{
    size_t io = synthetic_condition(&data, "6.1", "build", "io_load");
    synthetic_run(&data, (struct synthetic_run){io, 1, .time_s = 100});
    struct run_record *record = synthetic_run(
        &data, (struct synthetic_run){io, 2, unmeasured[_i].outcome, "why", .time_s = 5000});
    synthetic_measure(record, SIDE_JOB, "time_s", "s", 5000, MEASURE_OK);
    build(&own);
    ck_assert_double_eq(mean_of(0, 0, CONTEST_TIME), 100);
    ck_assert_uint_eq(table.blocks[0].rows[0].measured_count, 1);
    ck_assert_uint_eq(table.blocks[0].rows[0].planned_count, 2);
    ck_assert(has_note(0, 0, unmeasured[_i].note));
}
END_TEST

START_TEST(test_time_that_was_cut_off_is_a_lower_bound)
{
    size_t no_load = synthetic_condition(&data, "6.1", "build", "no_load");
    size_t io = synthetic_condition(&data, "6.1", "build", "io_load");
    synthetic_run(&data, (struct synthetic_run){no_load, 1, .time_s = 100});
    synthetic_run(&data,
                  (struct synthetic_run){io, 1, OUTCOME_TIMED_OUT, "not ended", .time_s = 600});
    build(&own);
    const struct figure *figures = table.blocks[1].rows[0].figures;
    ck_assert(figures[CONTEST_TIME].is_lower_bound);
    ck_assert_double_eq(mean_of(1, 0, CONTEST_TIME), 600);
    ck_assert(figures[CONTEST_RATIO].is_lower_bound);
    ck_assert_double_eq(mean_of(1, 0, CONTEST_RATIO), 6);
    ck_assert_uint_eq(count_of(1, 0, CONTEST_CPU), 0);
    ck_assert_uint_eq(table.blocks[1].rows[0].measured_count, 0);
}
END_TEST

START_TEST(test_reference_that_was_cut_off_divides_nothing)
{
    size_t no_load = synthetic_condition(&data, "6.1", "build", "no_load");
    size_t io = synthetic_condition(&data, "6.1", "build", "io_load");
    synthetic_run(
        &data, (struct synthetic_run){no_load, 1, OUTCOME_TIMED_OUT, "not ended", .time_s = 600});
    synthetic_run(&data, (struct synthetic_run){io, 1, .time_s = 900});
    build(&own);
    ck_assert_uint_eq(count_of(1, 0, CONTEST_RATIO), 0);
}
END_TEST

START_TEST(test_flag_is_a_note_with_its_reason_once_for_all_rows)
{
    size_t io = synthetic_condition(&data, "6.1", "build", "io_load");
    size_t read = synthetic_condition(&data, "6.1", "build", "read_load");
    for (size_t i = 0; i < 2; i++) {
        struct run_record *record =
            synthetic_run(&data, (struct synthetic_run){i == 0 ? io : read, 1, .time_s = 100});
        run_record_add_flag(record, "unsteady", "the load was not steady", "12 %");
    }
    build(&own);
    ck_assert(has_note(0, 0, "unsteady in 1 of 1 runs: the load was not steady"));
    ck_assert_uint_eq(table.notes.count, 1);
    ck_assert_uint_eq(table.blocks[0].rows[0].measured_count, 1);
}
END_TEST

START_TEST(test_blocks_come_in_the_order_of_contest_and_idle_is_no_row)
{
    static const char *const given[] = {"zz_load", "mem_load", "io_load", "cacherun", "no_load"};
    for (size_t i = 0; i < 5; i++) {
        synthetic_condition(&data, "6.1", "build", given[i]);
        synthetic_condition(&data, "6.1", "idle", given[i]);
    }
    build(&own);
    ck_assert_uint_eq(table.block_count, 5);
    static const char *const wanted[] = {"no_load", "cacherun", "io_load", "mem_load", "zz_load"};
    for (size_t i = 0; i < 5; i++) {
        ck_assert_str_eq(table.blocks[i].title, wanted[i]);
        ck_assert_uint_eq(table.blocks[i].row_count, 1);
    }
}
END_TEST

START_TEST(test_labels_choose_rows_and_their_order)
{
    auto_string_list struct string_list labels = {0};
    string_list_split(&labels, "c,a", ',');
    const struct contest_options options = {.rule = RATIO_OWN, .labels = &labels};
    synthetic_condition(&data, "a", "build", "no_load");
    synthetic_condition(&data, "b", "build", "no_load");
    synthetic_condition(&data, "c", "build", "no_load");
    build(&options);
    ck_assert_uint_eq(table.blocks[0].row_count, 2);
    ck_assert_str_eq(table.blocks[0].rows[0].name, "c");
    ck_assert_str_eq(table.blocks[0].rows[1].name, "a");
}
END_TEST

START_TEST(test_name_carries_what_differs_and_nothing_else)
{
    size_t first = synthetic_condition(&data, "6.1", "build", "io_load");
    size_t second = synthetic_condition(&data, "6.1", "build", "io_load");
    parameters_set(&data.experiment.conditions[first].load_parameters, "size", "1G");
    parameters_set(&data.experiment.conditions[first].load_parameters, "fill", "random");
    parameters_set(&data.experiment.conditions[second].load_parameters, "size", "2G");
    parameters_set(&data.experiment.conditions[second].load_parameters, "fill", "random");
    parameters_set(&data.experiment.conditions[second].settings, "scheduler", "bfq");
    build(&own);
    ck_assert_str_eq(table.blocks[0].rows[0].name, "6.1 size=1G");
    ck_assert_str_eq(table.blocks[0].rows[1].name, "6.1 scheduler=bfq size=2G");
}
END_TEST

START_TEST(test_same_label_of_two_experiments_says_which)
{
    struct experiment_data other = synthetic_create(2, "{}");
    synthetic_condition(&data, "6.1", "build", "no_load");
    synthetic_condition(&other, "6.1", "build", "no_load");
    const struct experiment_data *experiments[] = {&data, &other};
    contest_table_build(experiments, 2, &own, &table);
    ck_assert_str_eq(table.blocks[0].rows[0].name, "6.1 @1");
    ck_assert_str_eq(table.blocks[0].rows[1].name, "6.1 @2");
    result_table_finish(&table);
    experiment_data_finish(&other);
}
END_TEST

START_TEST(test_quick_table_says_that_it_carries_no_verdict)
{
    free(data.experiment.plan);
    data.experiment.plan = string_duplicate("{\"rounds\": 2, \"is_quick\": true}");
    synthetic_condition(&data, "6.1", "build", "no_load");
    build(&own);
    ck_assert(head_has("verdict"));
    ck_assert_uint_eq(table.blocks[0].rows[0].planned_count, 2);
    ck_assert_uint_eq(count_of(0, 0, CONTEST_TIME), 0);
}
END_TEST

START_TEST(test_memory_of_the_runs_is_said_with_its_kind)
{
    const struct measure_definition memory = {.name = "memory_bytes", .unit = "B"};
    size_t io = synthetic_condition(&data, "6.1", "build", "io_load");
    struct run_record *record = synthetic_run(&data, (struct synthetic_run){io, 1, .time_s = 1});
    run_record_add_measure(record, SIDE_MACHINE, "balloon", &memory, 1073741824, MEASURE_OK);
    data.environments = memory_grow(NULL, 0, sizeof(char *));
    data.environment_ids = memory_grow(NULL, 0, sizeof(int64_t));
    data.environments[0] = string_duplicate("{\"kernel_release\": \"6.1.0\", \"disk\": null}");
    data.environment_ids[0] = 1;
    data.environment_count = 1;
    build(&own);
    ck_assert(head_has("kernel 6.1.0, memory 1.0G (balloon)"));
}
END_TEST

/* A dash under p99 has its reason in the head. */
START_TEST(test_withheld_p99_is_said_with_the_number_of_runs)
{
    size_t io = synthetic_condition(&data, "6.1", "build", "io_load");
    synthetic_run(&data, (struct synthetic_run){io, 1, .time_s = 20, .wakeup_us = 41});
    build(&own);
    ck_assert(!head_has("p99"));
    result_table_finish(&table);
    synthetic_run(&data, (struct synthetic_run){io, 2, .time_s = 5, .wakeup_us = 0});
    build(&own);
    ck_assert(head_has("left out in 1 of 2 runs"));
    ck_assert_double_eq(mean_of(0, 0, CONTEST_WAKEUP), 41);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_withheld_p99_is_said_with_the_number_of_runs);
    tcase_add_test(tests, test_cpu_is_percent_of_wall_and_own_ratio_is_to_own_no_load);
    tcase_add_test(tests, test_reference_ratio_divides_all_rows_by_one_label);
    tcase_add_test(tests, test_without_no_load_there_is_no_ratio_and_that_is_said);
    tcase_add_test(tests, test_no_load_of_other_settings_is_no_reference);
    tcase_add_test(tests, test_slow_run_is_kept_in_the_mean_and_pointed_at);
    tcase_add_loop_test(tests,
                        test_run_without_a_figure_is_counted_and_explained_and_never_averaged, 0,
                        (int)array_length(unmeasured));
    tcase_add_test(tests, test_time_that_was_cut_off_is_a_lower_bound);
    tcase_add_test(tests, test_reference_that_was_cut_off_divides_nothing);
    tcase_add_test(tests, test_flag_is_a_note_with_its_reason_once_for_all_rows);
    tcase_add_test(tests, test_blocks_come_in_the_order_of_contest_and_idle_is_no_row);
    tcase_add_test(tests, test_labels_choose_rows_and_their_order);
    tcase_add_test(tests, test_name_carries_what_differs_and_nothing_else);
    tcase_add_test(tests, test_same_label_of_two_experiments_says_which);
    tcase_add_test(tests, test_quick_table_says_that_it_carries_no_verdict);
    tcase_add_test(tests, test_memory_of_the_runs_is_said_with_its_kind);
}

int main(void)
{
    return unit_run("contest_table", fill);
}
