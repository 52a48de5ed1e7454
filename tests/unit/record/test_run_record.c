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

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_output_that_is_no_utf8_does_not_cost_the_record);
    tcase_add_test(tests, test_figure_that_is_not_finite_is_unavailable);
    tcase_add_test(tests, test_gap_in_a_series_stays_a_gap);
}

int main(void)
{
    return unit_run("run_record", fill);
}
