// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/store.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A directory of the test's own, and a results file in it that doesn't exist yet. */
static char directory[64];
static char path[128];

static void set_up(void)
{
    strcpy(directory, "/tmp/contend-test-store-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof(path), "%s/deep/er/results.db", directory);
}

static void tear_down(void)
{
    struct error error;
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, directory, &error), 0);
}

static struct store *open_store(enum store_mode mode)
{
    struct store *store = NULL;
    struct error error;
    ck_assert_msg(store_open(path, mode, &store, &error) == 0, "%s", error.text);
    return store;
}

/* Asserts that the file is refused with that exit status and that word in the text. */
static void assert_refused(enum store_mode mode, int status, const char *word)
{
    struct store *store = NULL;
    struct error error;
    ck_assert_int_eq(store_open(path, mode, &store, &error), -1);
    ck_assert_ptr_null(store);
    ck_assert_msg(strstr(error.text, word) != NULL && strstr(error.text, path) != NULL, "%s",
                  error.text);
    ck_assert_int_eq(error_exit_status(&error), status);
}

static struct condition_record condition_make(int position, const char *label, const char *job,
                                              const char *load)
{
    struct condition_record condition = {
        .position = position,
        .label = string_duplicate(label),
        .job = string_duplicate(job),
        .load = string_duplicate(load),
        .runner = string_duplicate("local"),
    };
    return condition;
}

static struct experiment_record experiment_make(const char *uuid)
{
    struct experiment_record experiment = {
        .uuid = string_duplicate(uuid),
        .state = EXPERIMENT_RUNNING,
        .started = 1700000000.25,
        .plan = string_duplicate("{\"rounds\": 2, \"runs\": [1, 2, 3, 4, 5, 6]}"),
        .seed = (UINT64_C(1) << 53) - 1,
        .command_line = string_duplicate("contend run -- echo 'a b'"),
        .version = string_duplicate("0.1.0"),
        .condition_count = 3,
    };
    experiment.conditions = memory_allocate(3 * sizeof(struct condition_record));
    experiment.conditions[0] = condition_make(0, "6.1", "build", "no_load");
    experiment.conditions[1] = condition_make(1, "6.1", "build", "io_load");
    experiment.conditions[2] = condition_make(2, "6.1\xff", "idle", "io_load");
    parameters_set(&experiment.conditions[1].settings, "memory", "1G");
    parameters_set(&experiment.conditions[1].settings, "cpus", "0,1");
    parameters_set(&experiment.conditions[1].load_parameters, "size", "100%");
    parameters_set(&experiment.conditions[1].job_parameters, "jobs", "4/cpu");
    return experiment;
}

static const struct measure_definition time_definition = {
    .name = "time_s", .unit = "s", .direction = DIRECTION_LESS, .headline = true};
static const struct measure_definition stall_definition = {
    .name = "stall", .unit = "%", .direction = DIRECTION_NONE, .scale = SCALE_DIFFERENCE};

static struct planned_run run_make(const struct experiment_record *experiment, int position)
{
    struct planned_run run = {
        .condition_id = experiment->conditions[position % 3].id,
        .round = 1 + position / 3,
        .block = 1,
        .position = position,
    };
    run.record.uuid =
        string_format("%08x-0000-4000-8000-000000000000", 0xabc00000U + (unsigned)position);
    run.record.reason = string_duplicate("");
    run.record.boot_id = string_duplicate("boot");
    run.record.started = 1700000001.5;
    run.record.window_ns = UINT64_C(123456789012);
    run.record.coldness = string_duplicate("{\"cached\": 0.01}");
    run.record.output_tail = string_duplicate("last\nlines \xfe\n");
    run_record_add_measure(&run.record, SIDE_JOB, "", &time_definition, 74.125, MEASURE_OK);
    run_record_add_measure(&run.record, SIDE_MACHINE, "cpu0", &stall_definition, 0.0,
                           MEASURE_UNAVAILABLE);
    static const double samples[] = {-1e9, 0.0, 0.5e9, 12.25, 1e9, 1e300};
    double *data = memory_resize(NULL, 6, sizeof(double));
    memcpy(data, samples, sizeof(samples));
    run_record_add_series(&run.record, SIDE_LOAD, "progress", "100 MB", "ns,count", 2, 3, data);
    run_record_add_flag(&run.record, "unsteady", "the load was not steady", "12 %");
    return run;
}

static void add_run(struct store *store, const struct experiment_record *experiment, int position,
                    int64_t environment_id)
{
    struct error error;
    struct planned_run run = run_make(experiment, position);
    run.environment_id = environment_id;
    ck_assert_msg(store_run_add(store, &run, &error) == 0, "%s", error.text);
    run_record_finish(&run.record);
}

static struct experiment_record add_experiment(struct store *store, const char *uuid)
{
    struct error error;
    struct experiment_record experiment = experiment_make(uuid);
    ck_assert_msg(store_experiment_add(store, &experiment, &error) == 0, "%s", error.text);
    return experiment;
}

static void assert_same_condition(const struct condition_record *a,
                                  const struct condition_record *b)
{
    ck_assert_int_eq(a->id, b->id);
    ck_assert_int_eq(a->position, b->position);
    ck_assert_str_eq(a->label, b->label);
    ck_assert_str_eq(a->job, b->job);
    ck_assert_str_eq(a->load, b->load);
    ck_assert_str_eq(a->runner, b->runner);
    ck_assert(parameters_equal(&a->job_parameters, &b->job_parameters));
    ck_assert(parameters_equal(&a->load_parameters, &b->load_parameters));
    ck_assert(parameters_equal(&a->settings, &b->settings));
}

static void assert_same_run(const struct planned_run *a, const struct planned_run *b)
{
    ck_assert_int_eq(a->condition_id, b->condition_id);
    ck_assert_int_eq(a->round, b->round);
    ck_assert_int_eq(a->block, b->block);
    ck_assert_int_eq(a->position, b->position);
    ck_assert_str_eq(a->record.uuid, b->record.uuid);
    ck_assert_int_eq(a->record.outcome, b->record.outcome);
    ck_assert_str_eq(a->record.reason, b->record.reason);
    ck_assert_str_eq(a->record.boot_id, b->record.boot_id);
    ck_assert_double_eq(a->record.started, b->record.started);
    ck_assert_uint_eq(a->record.window_ns, b->record.window_ns);
    ck_assert_str_eq(a->record.coldness, b->record.coldness);
    ck_assert_str_eq(a->record.output_tail, b->record.output_tail);
    ck_assert_uint_eq(a->record.measure_count, b->record.measure_count);
    for (size_t i = 0; i < a->record.measure_count; i++) {
        ck_assert_str_eq(a->record.measures[i].name, b->record.measures[i].name);
        ck_assert_str_eq(a->record.measures[i].part, b->record.measures[i].part);
        ck_assert_str_eq(a->record.measures[i].unit, b->record.measures[i].unit);
        ck_assert_int_eq(a->record.measures[i].side, b->record.measures[i].side);
        ck_assert_int_eq(a->record.measures[i].direction, b->record.measures[i].direction);
        ck_assert_int_eq(a->record.measures[i].scale, b->record.measures[i].scale);
        ck_assert_int_eq(a->record.measures[i].headline, b->record.measures[i].headline);
        ck_assert_int_eq(a->record.measures[i].state, b->record.measures[i].state);
        ck_assert_double_eq(a->record.measures[i].value, b->record.measures[i].value);
    }
    ck_assert_uint_eq(a->record.flag_count, b->record.flag_count);
    ck_assert_str_eq(a->record.flags[0].code, b->record.flags[0].code);
    ck_assert_str_eq(a->record.flags[0].reason, b->record.flags[0].reason);
    ck_assert_str_eq(a->record.flags[0].detail, b->record.flags[0].detail);
}

static void assert_same_series(const struct run_record *a, const struct run_record *b)
{
    ck_assert_uint_eq(a->series_count, b->series_count);
    for (size_t i = 0; i < a->series_count; i++) {
        ck_assert_str_eq(a->series[i].columns, b->series[i].columns);
        ck_assert_uint_eq(a->series[i].width, b->series[i].width);
        ck_assert_uint_eq(a->series[i].count, b->series[i].count);
        for (size_t n = 0; n < a->series[i].count * a->series[i].width; n++)
            ck_assert_double_eq(a->series[i].data[n], b->series[i].data[n]);
    }
}

START_TEST(test_what_was_stored_is_loaded_again)
{
    struct error error;
    int64_t environment;
    struct store *store = open_store(STORE_WRITE);
    struct experiment_record experiment = add_experiment(store, "e1");
    ck_assert_int_eq(store_environment_add(store, "boot", "{\"hz\": 250}", &environment, &error),
                     0);
    add_run(store, &experiment, 2, environment);
    add_run(store, &experiment, 1, environment);
    ck_assert_int_eq(store_experiment_set_state(store, experiment.id, EXPERIMENT_COMPLETE, &error),
                     0);
    store_close(store);

    store = open_store(STORE_READ);
    auto_experiment_data struct experiment_data data = {0};
    ck_assert_msg(store_experiment_load(store, experiment.id, STORE_WITH_SERIES, &data, &error) ==
                      0,
                  "%s", error.text);
    ck_assert_str_eq(data.experiment.uuid, experiment.uuid);
    ck_assert_int_eq(data.experiment.state, EXPERIMENT_COMPLETE);
    ck_assert_double_eq(data.experiment.started, experiment.started);
    ck_assert_str_eq(data.experiment.plan, experiment.plan);
    ck_assert_uint_eq(data.experiment.seed, experiment.seed);
    ck_assert_str_eq(data.experiment.command_line, experiment.command_line);
    ck_assert_str_eq(data.experiment.version, experiment.version);
    ck_assert_uint_eq(data.experiment.condition_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_same_condition(&data.experiment.conditions[i], &experiment.conditions[i]);
    ck_assert_uint_eq(data.environment_count, 1);
    ck_assert_str_eq(data.environments[0], "{\"hz\": 250}");
    ck_assert_uint_eq(data.run_count, 2);
    for (int i = 0; i < 2; i++) {
        struct planned_run run = run_make(&experiment, i + 1);
        assert_same_run(&data.runs[i], &run);
        assert_same_series(&data.runs[i].record, &run.record);
        ck_assert_int_eq(data.runs[i].environment_id, data.environment_ids[0]);
        run_record_finish(&run.record);
    }
    experiment_data_finish(&data);
    ck_assert_int_eq(
        store_experiment_load(store, experiment.id, STORE_WITHOUT_SERIES, &data, &error), 0);
    ck_assert_uint_eq(data.runs[0].record.series_count, 0);
    store_close(store);
    experiment_record_finish(&experiment);
}
END_TEST

START_TEST(test_same_boot_and_fingerprint_are_one_environment)
{
    struct error error;
    int64_t first;
    int64_t again;
    int64_t other_boot;
    struct store *store = open_store(STORE_WRITE);
    ck_assert_int_eq(store_environment_add(store, "b", "{}", &first, &error), 0);
    ck_assert_int_eq(store_environment_add(store, "c", "{}", &other_boot, &error), 0);
    ck_assert_int_eq(store_environment_add(store, "b", "{}", &again, &error), 0);
    ck_assert_int_eq(first, again);
    ck_assert_int_ne(first, other_boot);
    auto_string_list struct string_list list = {0};
    ck_assert_int_eq(store_environment_list(store, &list, &error), 0);
    ck_assert_uint_eq(list.count, 1);
    store_close(store);
}
END_TEST

static size_t count_runs(struct store *store, int64_t id)
{
    struct error error;
    auto_experiment_data struct experiment_data data = {0};
    ck_assert_msg(store_experiment_load(store, id, STORE_WITH_SERIES, &data, &error) == 0, "%s",
                  error.text);
    for (size_t i = 0; i < data.run_count; i++) {
        ck_assert_uint_eq(data.runs[i].record.measure_count, 2);
        ck_assert_uint_eq(data.runs[i].record.flag_count, 1);
    }
    return data.run_count;
}

START_TEST(test_run_that_fails_half_way_leaves_nothing)
{
    struct error error;
    struct store *store = open_store(STORE_WRITE);
    struct experiment_record experiment = add_experiment(store, "e1");
    add_run(store, &experiment, 0, 0);
    struct planned_run run = run_make(&experiment, 1);
    run_record_add_measure(&run.record, SIDE_JOB, "", &time_definition, 1.0, MEASURE_OK);
    ck_assert_int_eq(store_run_add(store, &run, &error), -1);
    ck_assert_msg(strstr(error.text, "time_s") != NULL, "%s", error.text);
    ck_assert_uint_eq(count_runs(store, experiment.id), 1);
    add_run(store, &experiment, 1, 0);
    ck_assert_uint_eq(count_runs(store, experiment.id), 2);
    run_record_finish(&run.record);
    store_close(store);
    experiment_record_finish(&experiment);
}
END_TEST

START_TEST(test_run_that_finds_no_room_is_refused_and_those_before_are_whole)
{
    struct error error;
    struct store *store = open_store(STORE_WRITE);
    struct experiment_record experiment = add_experiment(store, "e1");
    add_run(store, &experiment, 0, 0);
    auto_free char *log = string_format("%s-wal", path);
    struct stat status;
    ck_assert_int_eq(stat(log, &status), 0);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {(rlim_t)status.st_size + 5000, RLIM_INFINITY};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    struct planned_run run = run_make(&experiment, 1);
    ck_assert_int_eq(store_run_add(store, &run, &error), -1);
    ck_assert_msg(strstr(error.text, path) != NULL && strstr(error.text, "is safe") != NULL, "%s",
                  error.text);
    ck_assert_int_eq(error_exit_status(&error), 4);
    limit.rlim_cur = RLIM_INFINITY;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert_uint_eq(count_runs(store, experiment.id), 1);
    ck_assert_int_eq(store_run_add(store, &run, &error), 0);
    store_close(store);
    store = open_store(STORE_READ);
    ck_assert_uint_eq(count_runs(store, experiment.id), 2);
    store_close(store);
    run_record_finish(&run.record);
    experiment_record_finish(&experiment);
}
END_TEST

START_TEST(test_reader_sees_whole_runs_while_a_writer_has_it_open)
{
    struct store *writer = open_store(STORE_WRITE);
    struct experiment_record experiment = add_experiment(writer, "e1");
    struct store *reader = open_store(STORE_READ);
    ck_assert_uint_eq(count_runs(reader, experiment.id), 0);
    add_run(writer, &experiment, 0, 0);
    ck_assert_uint_eq(count_runs(reader, experiment.id), 1);
    sqlite3 *raw;
    ck_assert_int_eq(sqlite3_open(path, &raw), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(raw, "BEGIN IMMEDIATE; DELETE FROM flag", NULL, NULL, NULL),
                     SQLITE_OK);
    ck_assert_uint_eq(count_runs(reader, experiment.id), 1);
    struct store *late = open_store(STORE_READ);
    ck_assert_uint_eq(count_runs(late, experiment.id), 1);
    store_close(late);
    sqlite3_close(raw);
    store_close(reader);
    store_close(writer);
    experiment_record_finish(&experiment);
}
END_TEST

static void execute_raw(const char *sql)
{
    sqlite3 *raw;
    ck_assert_int_eq(sqlite3_open(path, &raw), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(raw, sql, NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(raw), SQLITE_OK);
}

START_TEST(test_newer_schema_is_refused)
{
    store_close(open_store(STORE_WRITE));
    execute_raw("UPDATE meta SET schema_version = 999");
    assert_refused(STORE_WRITE, 2, "newer contend");
    assert_refused(STORE_READ, 2, "newer contend");
}
END_TEST

static void write_file(const char *bytes)
{
    struct error error;
    auto_free char *parent = string_format("%s/deep/er", directory);
    ck_assert_int_eq(files_make_directories(parent, 0700, &error), 0);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(bytes, file);
    fclose(file);
}

START_TEST(test_file_that_is_no_database_is_refused_and_unchanged)
{
    char line[64] = "";
    write_file("this is the diary of somebody else, longer than a header of 100 bytes would be. "
               "It goes on and on, and it is not ours to change.\n");
    assert_refused(STORE_WRITE, 2, "not a results file");
    assert_refused(STORE_READ, 2, "not a results file");
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(fgets(line, 20, file));
    fclose(file);
    ck_assert_str_eq(line, "this is the diary o");
}
END_TEST

START_TEST(test_database_of_another_program_is_refused_and_unchanged)
{
    write_file("");
    execute_raw("CREATE TABLE bookmarks (url TEXT)");
    assert_refused(STORE_WRITE, 2, "another program");
    assert_refused(STORE_READ, 2, "another program");
    execute_raw("CREATE TABLE meta (only_fails_if_there INTEGER)");
}
END_TEST

START_TEST(test_absent_file_is_not_made_by_reading)
{
    assert_refused(STORE_READ, 2, "there is none yet");
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(test_directory_that_cannot_be_made_is_named)
{
    struct error error;
    struct store *store;
    write_file("");
    auto_free char *below = string_format("%s/x/results.db", path);
    ck_assert_int_eq(store_open(below, STORE_WRITE, &store, &error), -1);
    ck_assert_msg(strstr(error.text, "Not a directory") != NULL, "%s", error.text);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_int_eq(store_open(directory, STORE_WRITE, &store, &error), -1);
    ck_assert_msg(strstr(error.text, directory) != NULL, "%s", error.text);
}
END_TEST

START_TEST(test_names_find_experiments_and_runs)
{
    struct error error;
    int64_t id = 0;
    int position = 0;
    struct store *store = open_store(STORE_WRITE);
    ck_assert_int_eq(store_experiment_latest(store, &id, &error), -1);
    struct experiment_record first = add_experiment(store, "aaaa1111-0000");
    struct experiment_record second = add_experiment(store, "aaaa2222-0000");
    add_run(store, &first, 1, 0);
    add_run(store, &second, 5, 0);
    ck_assert_int_eq(store_experiment_latest(store, &id, &error), 0);
    ck_assert_int_eq(id, second.id);
    ck_assert_int_eq(store_experiment_find(store, "1", &id, &error), 0);
    ck_assert_int_eq(id, first.id);
    ck_assert_int_eq(store_experiment_find(store, "aaaa2", &id, &error), 0);
    ck_assert_int_eq(id, second.id);
    ck_assert_int_eq(store_experiment_find(store, "aaaa", &id, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "several"));
    ck_assert_int_eq(store_experiment_find(store, "aaa", &id, &error), -1);
    ck_assert_int_eq(store_experiment_find(store, "*", &id, &error), -1);
    ck_assert_int_eq(store_experiment_find(store, "7", &id, &error), -1);
    ck_assert_int_eq(store_run_find(store, "2.5", &id, &position, &error), 0);
    ck_assert_int_eq(id, second.id);
    ck_assert_int_eq(position, 5);
    ck_assert_int_eq(store_run_find(store, "abc00001", &id, &position, &error), 0);
    ck_assert_int_eq(id, first.id);
    ck_assert_int_eq(position, 1);
    ck_assert_int_eq(store_run_find(store, "2.6", &id, &position, &error), -1);
    ck_assert_int_eq(store_run_find(store, "ffff", &id, &position, &error), -1);
    ck_assert_int_eq(store_experiment_latest_of_label(store, "6.1", &id, &error), 0);
    ck_assert_int_eq(id, second.id);
    ck_assert_int_eq(store_experiment_latest_of_label(store, "5.0", &id, &error), -1);
    store_close(store);
    experiment_record_finish(&first);
    experiment_record_finish(&second);
}
END_TEST

START_TEST(test_list_is_newest_first_with_distinct_names)
{
    struct error error;
    struct experiment_summary *list;
    size_t count;
    struct store *store = open_store(STORE_WRITE);
    struct experiment_record first = add_experiment(store, "aaaa1111-0000");
    struct experiment_record second = add_experiment(store, "aaaa2222-0000");
    add_run(store, &second, 1, 0);
    ck_assert_int_eq(store_experiment_list(store, &list, &count, &error), 0);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(list[0].id, second.id);
    ck_assert_str_eq(list[0].labels, "6.1, 6.1\xff");
    ck_assert_str_eq(list[0].jobs, "build");
    ck_assert_str_eq(list[0].loads, "no_load, io_load");
    ck_assert_uint_eq(list[0].condition_count, 3);
    ck_assert_int_eq(list[0].runs_done, 1);
    ck_assert_int_eq(list[0].runs_planned, 6);
    ck_assert_int_eq(list[1].runs_done, 0);
    store_experiment_list_finish(list, count);
    store_close(store);
    experiment_record_finish(&first);
    experiment_record_finish(&second);
}
END_TEST

static void chmod_parent(mode_t mode)
{
    auto_free char *parent = string_format("%s/deep/er", directory);
    ck_assert_int_eq(chmod(directory, 0755), 0);
    auto_free char *middle = string_format("%s/deep", directory);
    ck_assert_int_eq(chmod(middle, 0755), 0);
    ck_assert_int_eq(chmod(parent, mode), 0);
}

START_TEST(test_file_in_a_place_that_cannot_be_written_is_read)
{
    struct store *store = open_store(STORE_WRITE);
    struct experiment_record experiment = add_experiment(store, "e1");
    add_run(store, &experiment, 0, 0);
    store_close(store);
    chmod_parent(0555);
    ck_assert_int_eq(chmod(path, 0444), 0);
    if (geteuid() == 0)
        ck_assert_int_eq(seteuid(65534), 0);
    assert_refused(STORE_WRITE, 4, "can't be written");
    store = open_store(STORE_READ);
    ck_assert_uint_eq(count_runs(store, experiment.id), 1);
    store_close(store);
    if (getuid() == 0)
        ck_assert_int_eq(seteuid(0), 0);
    chmod_parent(0755);
    experiment_record_finish(&experiment);
}
END_TEST

START_TEST(test_log_is_merged_when_the_last_one_closes)
{
    struct store *store = open_store(STORE_WRITE);
    struct experiment_record experiment = add_experiment(store, "e1");
    store_close(store);
    auto_free char *log = string_format("%s-wal", path);
    ck_assert_int_ne(access(log, F_OK), 0);
    experiment_record_finish(&experiment);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_what_was_stored_is_loaded_again);
    tcase_add_test(tests, test_same_boot_and_fingerprint_are_one_environment);
    tcase_add_test(tests, test_run_that_fails_half_way_leaves_nothing);
    tcase_add_test(tests, test_run_that_finds_no_room_is_refused_and_those_before_are_whole);
    tcase_add_test(tests, test_reader_sees_whole_runs_while_a_writer_has_it_open);
    tcase_add_test(tests, test_newer_schema_is_refused);
    tcase_add_test(tests, test_file_that_is_no_database_is_refused_and_unchanged);
    tcase_add_test(tests, test_database_of_another_program_is_refused_and_unchanged);
    tcase_add_test(tests, test_absent_file_is_not_made_by_reading);
    tcase_add_test(tests, test_directory_that_cannot_be_made_is_named);
    tcase_add_test(tests, test_names_find_experiments_and_runs);
    tcase_add_test(tests, test_list_is_newest_first_with_distinct_names);
    tcase_add_test(tests, test_file_in_a_place_that_cannot_be_written_is_read);
    tcase_add_test(tests, test_log_is_merged_when_the_last_one_closes);
}

int main(void)
{
    return unit_run("store", fill);
}
