// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "run/run_flags.h"

static const struct {
    const char *measure;
    double value;
    const char *flag; /* NULL: none */
} cases[] = {
    {"machine_steal_s", 0.5, "steal"},
    {"machine_steal_s", 0.3, NULL},
    {"core_throttles", 1, "throttled"},
    {"package_throttles", 2, "throttled"},
    {"oom_kills", 1, "oom"},
    {"oom_kills", 0, NULL},
    {"machine_iowait_s", 5, NULL},
};

START_TEST(test_flag_follows_from_the_machines_measures)
{
    auto_run_record struct run_record record = {.window_ns = 10000000000};
    const struct measure_definition definition = {.name = cases[_i].measure, .unit = "1"};
    run_record_add_measure(&record, SIDE_MACHINE, "", &definition, cases[_i].value, MEASURE_OK);
    run_flags_add(&record, 2);
    ck_assert_uint_eq(record.flag_count, cases[_i].flag != NULL ? 1 : 0);
    ck_assert_int_eq(record.outcome, cases[_i].flag != NULL ? OUTCOME_FLAGGED : OUTCOME_OK);
    if (cases[_i].flag != NULL)
        ck_assert_str_eq(record.flags[0].code, cases[_i].flag);
}
END_TEST

START_TEST(test_what_is_unavailable_flags_nothing)
{
    auto_run_record struct run_record record = {.window_ns = 10000000000};
    const struct measure_definition definition = {.name = "oom_kills", .unit = "1"};
    run_record_add_measure(&record, SIDE_MACHINE, "", &definition, 1, MEASURE_UNAVAILABLE);
    run_flags_add(&record, 2);
    ck_assert_uint_eq(record.flag_count, 0);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_flag_follows_from_the_machines_measures, 0,
                        sizeof(cases) / sizeof(cases[0]));
    tcase_add_test(tests, test_what_is_unavailable_flags_nothing);
}

int main(void)
{
    return unit_run("run_flags", fill);
}
