// SPDX-License-Identifier: GPL-2.0-or-later
#include "../golden.h"
#include "../synthetic.h"
#include "../unit.h"
#include "report/report_request.h"
#include "store/store.h"

#include <jansson.h>

/* A row of a published report: runs of equal figures, which is all that is known of them. */
struct published_row {
    const char *load;
    const char *label;
    int runs;
    double time_s;
    double cpu_percent;
    double loads;
    double load_cpu_percent;
};

/* contest 0.51, 17 October 2002; the reference, 71.4 s, was a run of 2.4.18 that isn't printed. */
static const struct published_row rows_051[] = {
    {"no_load", "2.4.18", 3, 71.4, 93, 0, 0},
    {"no_load", "2.5.43", 2, 74.6, 92, 0, 0},
    {"no_load", "2.5.43-mm1", 4, 74.9, 93, 0, 0},
    {"process_load", "2.5.43", 2, 99.7, 71, 44, 31},
    {"process_load", "2.5.43-mm1", 5, 100.4, 73, 37, 28},
    {"io_load", "2.5.43", 1, 578.9, 13, 45, 12},
    {"io_load", "2.5.43-mm1", 3, 383.0, 21, 27, 11},
};

/* contest 0.41, September 2002. */
static const struct published_row rows_041[] = {
    {"no_load", "2.4.19", 1, 67.71, 98, 0, 0},     {"no_load", "2.5.38", 1, 72.38, 94, 0, 0},
    {"no_load", "2.5.38-mm3", 1, 73.00, 93, 0, 0}, {"io_load", "2.4.19", 1, 216.05, 33, 0, 0},
    {"io_load", "2.5.38", 1, 887.76, 8, 0, 0},     {"io_load", "2.5.38-mm3", 1, 105.17, 70, 0, 0},
};

/* The shape of contest 0.61; rows in lexical order, whatever they came in. */
static const struct published_row rows_061[] = {
    {"no_load", "2.6.0-test4", 1, 80, 93.75, 0, 0},
    {"no_load", "2.6.0-test4-mm2", 1, 79, 93.67, 0, 0},
    {"process_load", "2.6.0-test4-mm2", 2, 125, 59.2, 63.5, 28.4},
    {"process_load", "2.6.0-test4-mm10", 2, 120, 60.0, 60.0, 28.0},
    {"process_load", "2.6.0-test4", 2, 124, 59.0, 62.0, 28.0},
};

static struct experiment_data data;

static void set_up(void)
{
    setenv("TZ", "UTC", 1);
    data = synthetic_create(7, "{\"rounds\": 2, \"runs\": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}");
}

static void tear_down(void)
{
    experiment_data_finish(&data);
}

static void add_published(const struct published_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t condition = synthetic_condition(&data, rows[i].label, "build", rows[i].load);
        for (int n = 0; n < rows[i].runs; n++)
            synthetic_run(&data, (struct synthetic_run){
                                     .condition = condition,
                                     .round = n + 1,
                                     .time_s = rows[i].time_s,
                                     .user_s = rows[i].cpu_percent * rows[i].time_s / 100,
                                     .loads = rows[i].loads,
                                     .load_cpu_s = rows[i].load_cpu_percent * rows[i].time_s / 100,
                                 });
    }
}

/* Writes what is requested of `data` in the format; the caller's to free. */
static char *written(const char *format_name, bool is_classic, struct report_request request)
{
    const struct experiment_data *experiments[] = {&data};
    const struct report_format *format;
    struct error error;
    char *text = NULL;
    size_t length;
    request.experiments = experiments;
    request.experiment_count = 1;
    FILE *file = open_memstream(&text, &length);
    ck_assert_int_eq(report_format_get(format_name, is_classic, &format, &error), 0);
    ck_assert_int_eq(report_request_write(format, &request, file, &error), 0);
    fclose(file);
    return text;
}

static const struct {
    const char *version;
    const struct published_row *rows;
    size_t count;
} classics[] = {
    {"0.41", rows_041, array_length(rows_041)},
    {"0.51", rows_051, array_length(rows_051)},
    {"0.61", rows_061, array_length(rows_061)},
};

START_TEST(test_classic_report_is_as_it_was_posted)
{
    add_published(classics[_i].rows, classics[_i].count);
    auto_free char *text = written(classics[_i].version, true, (struct report_request){0});
    auto_free char *name = string_format("report/contest-%s.txt", classics[_i].version);
    golden_check(name, text);
}
END_TEST

static void add_progress(struct run_record *record, double per_s)
{
    const double points[][2] = {{-3, -3 * per_s}, {0, 0}, {50, 50 * per_s}, {200, 200 * per_s}};
    synthetic_progress(record, points, 4);
}

/* Two rounds of three loads, with all that can go wrong. */
static void add_eventful(void)
{
    size_t no_load = synthetic_condition(&data, "6.1.0-44", "build", "no_load");
    size_t read = synthetic_condition(&data, "6.1.0-44", "build", "read_load");
    size_t io = synthetic_condition(&data, "6.1.0-44", "build", "io_load");
    size_t memory = synthetic_condition(&data, "6.1.0-44", "build", "mem_load");
    size_t alone = synthetic_condition(&data, "6.1.0-44", "idle", "read_load");
    for (int round = 1; round <= 2; round++) {
        struct synthetic_run run = {no_load, round, .time_s = 20 + round, .user_s = 39};
        run.wakeup_us = 41;
        synthetic_run(&data, run);
        run = (struct synthetic_run){read, round, .time_s = 39 + round, .user_s = 40};
        run.loads = 12.5;
        run.load_cpu_s = 8;
        run.wakeup_us = 3100;
        struct run_record *record = synthetic_run(&data, run);
        add_progress(record, 2);
        run_record_add_flag(record, "unsteady", "the load's rate was not steady yet", "12 %");
        run = (struct synthetic_run){io, round, OUTCOME_TIMED_OUT,
                                     "the job had not ended after 600 s", .time_s = 600};
        synthetic_run(&data, run);
        run = (struct synthetic_run){memory, round, OUTCOME_VOID, .time_s = 0};
        run.reason = "the load died of signal 9";
        record = synthetic_run(&data, run);
        free(record->output_tail);
        record->output_tail = string_duplicate("last\x1b[2J words\nof it\n");
        add_progress(synthetic_run(&data, (struct synthetic_run){alone, round, .time_s = 100}), 4);
    }
    data.environments = memory_grow(NULL, 0, sizeof(char *));
    data.environment_ids = memory_grow(NULL, 0, sizeof(int64_t));
    data.environments[0] = string_duplicate(
        "{\"kernel_release\": \"6.1.0-44\", \"cpus_online\": 2, \"cpu_model\": \"Some CPU\","
        " \"memory_bytes\": 25769803776, \"disk\": \"vda\", \"disk_scheduler\": \"none\","
        " \"filesystem\": \"ext4\"}");
    data.environment_ids[0] = 1;
    data.environment_count = 1;
}

START_TEST(test_table_shows_every_outcome_in_words)
{
    add_eventful();
    auto_free char *text = written("table", false, (struct report_request){0});
    golden_check("report/table.txt", text);
}
END_TEST

START_TEST(test_classic_report_says_below_what_gave_no_figure)
{
    add_eventful();
    auto_free char *text = written("0.51", true, (struct report_request){0});
    golden_check("report/contest-0.51-eventful.txt", text);
}
END_TEST

START_TEST(test_runs_are_shown_one_by_one_with_control_characters_made_harmless)
{
    add_eventful();
    auto_free char *text = written("table", false, (struct report_request){.with_runs = true});
    golden_check("report/runs.txt", text);
    ck_assert_ptr_null(strchr(text, '\x1b'));
}
END_TEST

START_TEST(test_one_run_is_shown_alone)
{
    add_eventful();
    const struct report_request request = {.with_runs = true, .run_position = 3};
    auto_free char *text = written("table", false, request);
    ck_assert_ptr_eq(strstr(text, "Run 7.3 "), text);
    ck_assert_ptr_null(strstr(text, "Run 7.4 "));
}
END_TEST

START_TEST(test_csv_quotes_as_rfc_4180_and_has_every_run)
{
    size_t io = synthetic_condition(&data, "a \"b\", c\nd\xff", "build", "io_load");
    synthetic_run(&data, (struct synthetic_run){io, 1, .time_s = 0.1, .user_s = 1.0 / 3.0});
    synthetic_run(&data,
                  (struct synthetic_run){io, 2, OUTCOME_SKIPPED, "no, not here", .time_s = 0});
    auto_free char *text = written("csv", false, (struct report_request){0});
    golden_check("report/runs.csv", text);
}
END_TEST

static json_t *parsed(const char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, 0, &error);
    ck_assert_msg(json != NULL, "line %d: %s", error.line, error.text);
    return json;
}

static json_t *first_of(const json_t *object, const char *field)
{
    return json_array_get(json_object_get(object, field), 0);
}

START_TEST(test_json_is_valid_with_odd_characters_and_documents_that_are_none)
{
    size_t io = synthetic_condition(&data, "caf\xe9 \"\\\n\x01", "build", "io_load");
    parameters_set(&data.experiment.conditions[io].settings, "k\xff", "v\xfe");
    struct run_record *record = synthetic_run(&data, (struct synthetic_run){io, 1, .time_s = 1});
    free(record->coldness);
    free(record->output_tail);
    record->coldness = string_duplicate("{not json \xff");
    record->output_tail = string_duplicate("\xc3\x28");
    run_record_add_flag(record, "x", "bytes \xff", "\xfe");
    free(data.experiment.command_line);
    data.experiment.command_line = string_duplicate("contend run -- \xff");
    auto_free char *text = written("json", false, (struct report_request){0});
    json_t *json = parsed(text);
    const json_t *experiment = first_of(json, "experiments");
    ck_assert_str_eq(
        json_string_value(json_object_get(first_of(experiment, "conditions"), "label")),
        "caf\xef\xbf\xbd \"\\\n\x01");
    ck_assert_uint_eq(json_array_size(json_object_get(experiment, "runs")), 1);
    ck_assert_uint_eq(json_array_size(json_object_get(json, "table")), 1);
    json_decref(json);
}
END_TEST

START_TEST(test_json_of_an_experiment_without_runs_is_whole)
{
    synthetic_condition(&data, "6.1", "build", "no_load");
    auto_free char *text = written("json", false, (struct report_request){0});
    json_t *json = parsed(text);
    const json_t *experiment = first_of(json, "experiments");
    ck_assert_uint_eq(json_array_size(json_object_get(experiment, "runs")), 0);
    const json_t *row = first_of(first_of(json, "table"), "rows");
    ck_assert(json_is_null(json_object_get(json_object_get(row, "figures"), "Time")));
    json_decref(json);
}
END_TEST

START_TEST(test_series_are_in_json_where_asked_for_only)
{
    add_eventful();
    const struct report_request with = {.with_series = true, .run_position = 2};
    const struct report_request without = {.run_position = 2};
    auto_free char *long_text = written("json", false, with);
    auto_free char *short_text = written("json", false, without);
    json_t *json = parsed(long_text);
    const json_t *run = first_of(first_of(json, "experiments"), "runs");
    ck_assert_uint_eq(json_array_size(json_object_get(first_of(run, "series"), "data")), 8);
    ck_assert_ptr_null(strstr(short_text, "\"series\""));
    json_decref(json);
}
END_TEST

static const char *const list_formats[] = {"table", "csv", "json"};

START_TEST(test_list_is_whole_in_every_format_also_when_empty)
{
    char id[] = "abcd0000-0000-4000-8000-000000000000";
    char names[] = "a, b\xff";
    struct experiment_summary summary = {
        .id = 3,
        .uuid = id,
        .started = 1034400000,
        .state = EXPERIMENT_INTERRUPTED,
        .labels = names,
        .jobs = names,
        .loads = names,
        .condition_count = 2,
        .runs_done = 1,
        .runs_planned = 4,
        .command_line = names,
    };
    const struct report_format *format;
    struct error error;
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    ck_assert_int_eq(report_format_get(list_formats[_i], false, &format, &error), 0);
    ck_assert_int_eq(report_format_write_list(format, NULL, 0, file, &error), 0);
    fputs("----\n", file);
    ck_assert_int_eq(report_format_write_list(format, &summary, 1, file, &error), 0);
    fclose(file);
    auto_free char *name = string_format("report/list.%s", list_formats[_i]);
    golden_check(name, text);
    free(text);
}
END_TEST

START_TEST(test_report_that_cannot_be_written_is_an_error)
{
    const struct experiment_data *experiments[] = {&data};
    const struct report_request request = {.experiments = experiments, .experiment_count = 1};
    const struct report_format *format;
    struct error error;
    FILE *full = fopen("/dev/full", "w");
    ck_assert_ptr_nonnull(full);
    ck_assert_int_eq(report_format_get("json", false, &format, &error), 0);
    ck_assert_int_eq(report_request_write(format, &request, full, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
    fclose(full);
}
END_TEST

START_TEST(test_unknown_format_is_refused_with_those_there_are)
{
    const struct report_format *format = NULL;
    struct error error;
    ck_assert_int_eq(report_format_get("yaml", false, &format, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "table, csv, json"));
    ck_assert_int_eq(report_format_get("0.50", true, &format, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "0.41, 0.51, 0.61"));
    ck_assert_int_eq(report_format_get("0.51", false, &format, &error), -1);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, test_classic_report_is_as_it_was_posted, 0,
                        (int)array_length(classics));
    tcase_add_test(tests, test_table_shows_every_outcome_in_words);
    tcase_add_test(tests, test_classic_report_says_below_what_gave_no_figure);
    tcase_add_test(tests, test_runs_are_shown_one_by_one_with_control_characters_made_harmless);
    tcase_add_test(tests, test_one_run_is_shown_alone);
    tcase_add_test(tests, test_csv_quotes_as_rfc_4180_and_has_every_run);
    tcase_add_test(tests, test_json_is_valid_with_odd_characters_and_documents_that_are_none);
    tcase_add_test(tests, test_json_of_an_experiment_without_runs_is_whole);
    tcase_add_test(tests, test_series_are_in_json_where_asked_for_only);
    tcase_add_loop_test(tests, test_list_is_whole_in_every_format_also_when_empty, 0,
                        (int)array_length(list_formats));
    tcase_add_test(tests, test_report_that_cannot_be_written_is_an_error);
    tcase_add_test(tests, test_unknown_format_is_refused_with_those_there_are);
}

int main(void)
{
    return unit_run("report_format", fill);
}
