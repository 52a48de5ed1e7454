// SPDX-License-Identifier: GPL-2.0-or-later
/* Adds environments, experiments and runs, each in one transaction. */
#include "base/memory.h"
#include "record/json.h"
#include "store/store.h"
#include "store/store_internal.h"

#include <endian.h>
#include <string.h>

int store_environment_add(struct store *store, const char *boot_id, const char *fingerprint,
                          int64_t *out_id, struct error *error)
{
    const struct database *database = &store->database;
    auto_statement sqlite3_stmt *insert = database_prepare(
        database,
        "INSERT INTO environment (boot_id, fingerprint) VALUES (?, ?) ON CONFLICT DO NOTHING",
        error);
    auto_statement sqlite3_stmt *find = database_prepare(
        database, "SELECT id FROM environment WHERE boot_id = ? AND fingerprint = ?", error);
    if (insert == NULL || find == NULL)
        return -1;
    database_bind_text(insert, 1, boot_id);
    database_bind_text(insert, 2, fingerprint);
    database_bind_text(find, 1, boot_id);
    database_bind_text(find, 2, fingerprint);
    if (database_run(database, insert, "store the fingerprint", error) != 0 ||
        database_next(database, find, "find the fingerprint", error) < 0)
        return -1;
    *out_id = sqlite3_column_int64(find, 0);
    return 0;
}

static int insert_experiment(const struct database *database,
                             const struct experiment_record *experiment, int64_t *out_id,
                             struct error *error)
{
    auto_statement sqlite3_stmt *insert = database_prepare(
        database,
        "INSERT INTO experiment (uuid, state, started, plan, seed, command_line, version)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        error);
    if (insert == NULL)
        return -1;
    database_bind_text(insert, 1, experiment->uuid);
    database_bind_text(insert, 2, experiment_state_name(experiment->state));
    sqlite3_bind_double(insert, 3, experiment->started);
    database_bind_text(insert, 4, experiment->plan);
    sqlite3_bind_int64(insert, 5, (int64_t)experiment->seed);
    database_bind_text(insert, 6, experiment->command_line);
    database_bind_text(insert, 7, experiment->version);
    if (database_run(database, insert, "store the experiment", error) != 0)
        return -1;
    *out_id = sqlite3_last_insert_rowid(database->handle);
    return 0;
}

static char *parameters_dump(const struct parameters *parameters)
{
    auto_json json_t *json = parameters_to_json(parameters);
    return json_dumps(json, JSON_COMPACT);
}

static int insert_condition(const struct database *database, sqlite3_stmt *insert,
                            int64_t experiment_id, const struct condition_record *condition,
                            struct error *error)
{
    auto_free char *job_parameters = parameters_dump(&condition->job_parameters);
    auto_free char *load_parameters = parameters_dump(&condition->load_parameters);
    auto_free char *settings = parameters_dump(&condition->settings);
    sqlite3_bind_int64(insert, 1, experiment_id);
    sqlite3_bind_int(insert, 2, condition->position);
    database_bind_text(insert, 3, condition->label);
    database_bind_text(insert, 4, condition->job);
    database_bind_text(insert, 5, job_parameters);
    database_bind_text(insert, 6, condition->load);
    database_bind_text(insert, 7, load_parameters);
    database_bind_text(insert, 8, settings);
    database_bind_text(insert, 9, condition->runner);
    return database_run(database, insert, "store a condition", error);
}

static int insert_conditions(const struct database *database,
                             const struct experiment_record *experiment, int64_t experiment_id,
                             int64_t *out_ids, struct error *error)
{
    auto_statement sqlite3_stmt *insert = database_prepare(
        database,
        "INSERT INTO condition (experiment_id, position, label, job, job_parameters, load,"
        " load_parameters, settings, runner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        error);
    if (insert == NULL)
        return -1;
    for (size_t i = 0; i < experiment->condition_count; i++) {
        if (insert_condition(database, insert, experiment_id, &experiment->conditions[i], error) !=
            0)
            return -1;
        out_ids[i] = sqlite3_last_insert_rowid(database->handle);
    }
    return 0;
}

int store_experiment_add(struct store *store, struct experiment_record *experiment,
                         struct error *error)
{
    const struct database *database = &store->database;
    auto_free int64_t *ids = memory_allocate(experiment->condition_count * sizeof(*ids));
    int64_t experiment_id;
    if (database_begin(database, error) != 0)
        return -1;
    if (insert_experiment(database, experiment, &experiment_id, error) != 0 ||
        insert_conditions(database, experiment, experiment_id, ids, error) != 0 ||
        database_commit(database, error) != 0) {
        database_rollback(database);
        return -1;
    }
    experiment->id = experiment_id;
    for (size_t i = 0; i < experiment->condition_count; i++)
        experiment->conditions[i].id = ids[i];
    return 0;
}

int store_experiment_set_state(struct store *store, int64_t experiment_id,
                               enum experiment_state state, struct error *error)
{
    const struct database *database = &store->database;
    auto_statement sqlite3_stmt *update =
        database_prepare(database, "UPDATE experiment SET state = ? WHERE id = ?", error);
    if (update == NULL)
        return -1;
    database_bind_text(update, 1, experiment_state_name(state));
    sqlite3_bind_int64(update, 2, experiment_id);
    return database_run(database, update, "store the state of the experiment", error);
}

static int insert_run(const struct database *database, const struct planned_run *run,
                      int64_t *out_id, struct error *error)
{
    const struct run_record *record = &run->record;
    auto_statement sqlite3_stmt *insert = database_prepare(
        database,
        "INSERT INTO run (uuid, condition_id, round, block, position, outcome, reason,"
        " environment_id, started, window_ns, coldness, output_tail)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        error);
    if (insert == NULL)
        return -1;
    database_bind_text(insert, 1, record->uuid);
    sqlite3_bind_int64(insert, 2, run->condition_id);
    sqlite3_bind_int(insert, 3, run->round);
    sqlite3_bind_int(insert, 4, run->block);
    sqlite3_bind_int(insert, 5, run->position);
    database_bind_text(insert, 6, outcome_name(record->outcome));
    database_bind_text(insert, 7, record->reason != NULL ? record->reason : "");
    if (run->environment_id != 0)
        sqlite3_bind_int64(insert, 8, run->environment_id);
    sqlite3_bind_double(insert, 9, record->started);
    sqlite3_bind_int64(insert, 10, (int64_t)record->window_ns);
    database_bind_text(insert, 11, record->coldness != NULL ? record->coldness : "");
    database_bind_text(insert, 12, record->output_tail != NULL ? record->output_tail : "");
    if (database_run(database, insert, "store the run", error) != 0)
        return -1;
    *out_id = sqlite3_last_insert_rowid(database->handle);
    return 0;
}

static int insert_measures(const struct database *database, const struct run_record *record,
                           int64_t run_id, struct error *error)
{
    auto_statement sqlite3_stmt *insert = database_prepare(
        database,
        "INSERT INTO measure (run_id, side, part, name, unit, direction, scale, headline, value,"
        " state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        error);
    if (insert == NULL)
        return -1;
    for (size_t i = 0; i < record->measure_count; i++) {
        const struct measure *measure = &record->measures[i];
        bool has_value = measure_state_has_value(measure->state);
        sqlite3_bind_int64(insert, 1, run_id);
        database_bind_text(insert, 2, side_name(measure->side));
        database_bind_text(insert, 3, measure->part);
        database_bind_text(insert, 4, measure->name);
        database_bind_text(insert, 5, measure->unit);
        database_bind_text(insert, 6, direction_name(measure->direction));
        database_bind_text(insert, 7, scale_name(measure->scale));
        sqlite3_bind_int(insert, 8, measure->headline);
        if (has_value)
            sqlite3_bind_double(insert, 9, measure->value);
        database_bind_text(insert, 10, measure_state_name(measure->state));
        if (database_run(database, insert, measure->name, error) != 0)
            return error_context(error, "store a measure");
    }
    return 0;
}

static uint64_t *series_encode(const struct series *series, size_t *out_size)
{
    size_t numbers = series->count * series->width;
    uint64_t *words = memory_resize(NULL, numbers, sizeof(*words));
    for (size_t i = 0; i < numbers; i++) {
        memcpy(&words[i], &series->data[i], sizeof(*words));
        words[i] = htole64(words[i]);
    }
    *out_size = numbers * sizeof(*words);
    return words;
}

static int insert_series(const struct database *database, const struct run_record *record,
                         int64_t run_id, struct error *error)
{
    auto_statement sqlite3_stmt *insert = database_prepare(
        database,
        "INSERT INTO series (run_id, side, name, unit, columns, encoding, count, data)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        error);
    if (insert == NULL)
        return -1;
    for (size_t i = 0; i < record->series_count; i++) {
        const struct series *series = &record->series[i];
        size_t size;
        auto_free uint64_t *words = series_encode(series, &size);
        sqlite3_bind_int64(insert, 1, run_id);
        database_bind_text(insert, 2, side_name(series->side));
        database_bind_text(insert, 3, series->name);
        database_bind_text(insert, 4, series->unit);
        database_bind_text(insert, 5, series->columns);
        database_bind_text(insert, 6, STORE_SERIES_ENCODING);
        sqlite3_bind_int64(insert, 7, (int64_t)series->count);
        sqlite3_bind_blob64(insert, 8, words, size, SQLITE_STATIC);
        if (database_run(database, insert, series->name, error) != 0)
            return error_context(error, "store a series");
    }
    return 0;
}

static int insert_flags(const struct database *database, const struct run_record *record,
                        int64_t run_id, struct error *error)
{
    auto_statement sqlite3_stmt *insert = database_prepare(
        database, "INSERT INTO flag (run_id, code, reason, detail) VALUES (?, ?, ?, ?)", error);
    if (insert == NULL)
        return -1;
    for (size_t i = 0; i < record->flag_count; i++) {
        sqlite3_bind_int64(insert, 1, run_id);
        database_bind_text(insert, 2, record->flags[i].code);
        database_bind_text(insert, 3, record->flags[i].reason);
        database_bind_text(insert, 4, record->flags[i].detail);
        if (database_run(database, insert, "store a flag", error) != 0)
            return -1;
    }
    return 0;
}

int store_run_add(struct store *store, const struct planned_run *run, struct error *error)
{
    const struct database *database = &store->database;
    int64_t run_id;
    if (database_begin(database, error) != 0)
        return -1;
    if (insert_run(database, run, &run_id, error) != 0 ||
        insert_measures(database, &run->record, run_id, error) != 0 ||
        insert_series(database, &run->record, run_id, error) != 0 ||
        insert_flags(database, &run->record, run_id, error) != 0 ||
        database_commit(database, error) != 0) {
        database_rollback(database);
        return -1;
    }
    return 0;
}
