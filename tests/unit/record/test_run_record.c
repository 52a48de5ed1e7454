// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/memory.h"
#include "record/json.h"
#include "record/run_record.h"

#include <math.h>

static const struct measure_definition definition = {.name = "time_s", .unit = "s"};

static void pass_through_json(const struct run_record *record, struct run_record *out)
{
    struct error error;
    auto_json json_t *json = run_record_to_json(record);
    ck_assert_ptr_nonnull(json);
    auto_free char *text = json_dumps(json, 0);
    auto_json json_t *read = json_loads(text, 0, NULL);
    ck_assert_msg(run_record_from_json(read, out, &error) == 0, "%s", error.text);
}

START_TEST(test_output_that_is_no_utf8_does_not_cost_the_record)
{
    auto_run_record struct run_record record = {.output_tail = string_duplicate("caf\xe9")};
    auto_run_record struct run_record read = {0};
    pass_through_json(&record, &read);
    ck_assert_str_eq(read.output_tail, "caf\xef\xbf\xbd");
}
END_TEST

START_TEST(test_figure_that_is_not_finite_is_unavailable)
{
    auto_run_record struct run_record record = {0};
    auto_run_record struct run_record read = {0};
    run_record_add_measure(&record, SIDE_JOB, "", &definition, 0.0 / 0.0, MEASURE_OK);
    pass_through_json(&record, &read);
    ck_assert_int_eq(read.measures[0].state, MEASURE_UNAVAILABLE);
}
END_TEST

START_TEST(test_gap_in_a_series_stays_a_gap)
{
    auto_run_record struct run_record record = {0};
    auto_run_record struct run_record read = {0};
    double *data = memory_resize(NULL, 4, sizeof(double));
    for (int i = 0; i < 4; i++)
        data[i] = i == 2 ? (double)NAN : i;
    run_record_add_series(&record, SIDE_LOAD, "progress", "1", "ns,count", 2, 2, data);
    pass_through_json(&record, &read);
    ck_assert_double_eq(read.series[0].data[1], 1.0);
    ck_assert(isnan(read.series[0].data[2]));
    ck_assert_double_eq(read.series[0].data[3], 3.0);
}
END_TEST

START_TEST(test_a_record_reads_back_as_it_was_written)
{
    auto_run_record struct run_record record = {
        .uuid = string_duplicate("u"), .started = 1e9, .window_ns = 5};
    auto_run_record struct run_record read = {0};
    run_record_add_measure(&record, SIDE_LOAD, "server", &definition, 1.0 / 3.0, MEASURE_CENSORED);
    run_record_add_measure(&record, SIDE_LOAD, "", &definition, 7.0, MEASURE_WITHHELD);
    run_record_add_flag(&record, "starved", "nothing done", "0 of 5");
    run_record_set_outcome(&record, OUTCOME_VOID, "the load %s", "died");
    pass_through_json(&record, &read);
    ck_assert_int_eq(read.outcome, OUTCOME_VOID);
    ck_assert_str_eq(read.reason, "the load died");
    ck_assert_uint_eq(read.measure_count, 2);
    ck_assert_str_eq(read.measures[0].part, "server");
    ck_assert_double_eq(read.measures[0].value, 1.0 / 3.0);
    ck_assert_int_eq(read.measures[0].state, MEASURE_CENSORED);
    ck_assert_double_eq(read.measures[1].value, 0.0);
    ck_assert_str_eq(read.flags[0].detail, "0 of 5");
    ck_assert_uint_eq(read.window_ns, 5);
}
END_TEST

START_TEST(test_a_worse_outcome_replaces_and_a_better_one_never_does)
{
    auto_run_record struct run_record record = {0};
    run_record_add_flag(&record, "unsteady", "first", "");
    run_record_add_flag(&record, "warm_start", "second", "");
    ck_assert_int_eq(record.outcome, OUTCOME_FLAGGED);
    ck_assert_str_eq(record.reason, "first");
    run_record_set_outcome(&record, OUTCOME_FAILED, "failed");
    run_record_set_outcome(&record, OUTCOME_VOID, "void");
    run_record_add_flag(&record, "starved", "third", "");
    ck_assert_int_eq(record.outcome, OUTCOME_FAILED);
    ck_assert_str_eq(record.reason, "failed");
    ck_assert_uint_eq(record.flag_count, 3);
}
END_TEST

START_TEST(test_outcomes_have_names_both_ways)
{
    for (int outcome = OUTCOME_OK; outcome <= OUTCOME_TIMED_OUT; outcome++)
        ck_assert_int_eq(outcome_of_name(outcome_name((enum outcome)outcome)), outcome);
    ck_assert_int_eq(outcome_of_name("good"), -1);
    ck_assert_int_eq(outcome_of_name(NULL), -1);
}
END_TEST

#define HEAD                                                                                       \
    "{\"uuid\": \"u\", \"outcome\": \"ok\", \"reason\": \"\", \"boot_id\": \"b\","                 \
    " \"coldness\": \"\", \"output_tail\": \"\", \"started\": 1, \"window_ns\": 1"
#define MEASURE                                                                                    \
    "\"side\": \"job\", \"part\": \"\", \"unit\": \"s\", \"direction\": \"less\", \"scale\": "     \
    "\"ratio\","
#define SERIES "\"side\": \"job\", \"name\": \"n\", \"unit\": \"1\", \"columns\": \"ns\","

static const char *const bad[] = {
    "[]",
    "{}",
    "{\"outcome\": \"splendid\"}",
    "{\"outcome\": \"ok\"}",
    HEAD ", \"measures\": [{}]}",
    HEAD ", \"measures\": [{" MEASURE "\"name\": \"t\", \"state\": \"fine\", \"value\": 1}]}",
    HEAD ", \"measures\": [{" MEASURE "\"name\": \"t\", \"state\": \"ok\", \"value\": \"1\"}]}",
    HEAD ", \"series\": [{" SERIES "\"width\": 0, \"count\": 0, \"data\": []}]}",
    HEAD ", \"series\": [{" SERIES "\"width\": 2, \"count\": 2, \"data\": [1, 2, 3]}]}",
    HEAD ", \"series\": [{" SERIES "\"width\": 4611686018427387904, \"count\": 4, \"data\": []}]}",
    HEAD ", \"series\": [{" SERIES "\"width\": 1, \"count\": -1, \"data\": []}]}",
    HEAD ", \"flags\": [{\"code\": \"x\"}]}",
};

START_TEST(test_a_damaged_record_is_refused)
{
    struct error error = {.text = ""};
    struct run_record untouched = {.window_ns = 99};
    auto_json json_t *json = json_loads(bad[_i], 0, NULL);
    ck_assert_ptr_nonnull(json);
    ck_assert_int_eq(run_record_from_json(json, &untouched, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_uint_eq(untouched.window_ns, 99);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_a_record_reads_back_as_it_was_written);
    tcase_add_test(tests, test_a_worse_outcome_replaces_and_a_better_one_never_does);
    tcase_add_test(tests, test_outcomes_have_names_both_ways);
    tcase_add_loop_test(tests, test_a_damaged_record_is_refused, 0, array_length(bad));
    tcase_add_test(tests, test_output_that_is_no_utf8_does_not_cost_the_record);
    tcase_add_test(tests, test_figure_that_is_not_finite_is_unavailable);
    tcase_add_test(tests, test_gap_in_a_series_stays_a_gap);
}

int main(void)
{
    return unit_run("run_record", fill);
}
