// SPDX-License-Identifier: GPL-2.0-or-later
/* Loads one experiment with all that belongs to it. */
#include "base/memory.h"
#include "record/json.h"
#include "store/store.h"
#include "store/store_internal.h"

#include <endian.h>
#include <string.h>

/* A word of an enum that this program doesn't know: the file is damaged or was changed by hand. */
static int refuse_word(const struct database *database, const char *what, const char *word,
                       struct error *error)
{
    return error_set(error, ERROR_USAGE, 0, "results file %s: unknown %s '%s'", database->path,
                     what, word);
}

static int read_parameters(const char *text, struct parameters *out, struct error *error)
{
    auto_json json_t *json = json_loads(text, 0, NULL);
    return parameters_from_json(json, out, error);
}

static int read_condition(sqlite3_stmt *row, struct condition_record *out, struct error *error)
{
    out->id = sqlite3_column_int64(row, 0);
    out->position = sqlite3_column_int(row, 1);
    out->label = database_take_text(row, 2);
    out->job = database_take_text(row, 3);
    out->load = database_take_text(row, 5);
    out->runner = database_take_text(row, 8);
    auto_free char *job_parameters = database_take_text(row, 4);
    auto_free char *load_parameters = database_take_text(row, 6);
    auto_free char *settings = database_take_text(row, 7);
    if (read_parameters(job_parameters, &out->job_parameters, error) != 0 ||
        read_parameters(load_parameters, &out->load_parameters, error) != 0 ||
        read_parameters(settings, &out->settings, error) != 0)
        return error_context(error, "condition %lld", (long long)out->id);
    return 0;
}

static int load_conditions(const struct database *database, struct experiment_record *experiment,
                           struct error *error)
{
    auto_statement sqlite3_stmt *select = database_prepare(
        database,
        "SELECT id, position, label, job, job_parameters, load, load_parameters, settings, runner"
        " FROM condition WHERE experiment_id = ? ORDER BY position",
        error);
    if (select == NULL)
        return -1;
    sqlite3_bind_int64(select, 1, experiment->id);
    int there;
    while ((there = database_next(database, select, "read the conditions", error)) == 1) {
        experiment->conditions = memory_grow(experiment->conditions, experiment->condition_count,
                                             sizeof(struct condition_record));
        struct condition_record *condition = &experiment->conditions[experiment->condition_count++];
        *condition = (struct condition_record){0};
        if (read_condition(select, condition, error) != 0)
            return error_context(error, "results file %s", database->path);
    }
    return there;
}

static int load_experiment(const struct database *database, int64_t id,
                           struct experiment_record *out, struct error *error)
{
    auto_statement sqlite3_stmt *select = database_prepare(
        database,
        "SELECT uuid, state, started, plan, seed, command_line, version FROM experiment"
        " WHERE id = ?",
        error);
    if (select == NULL)
        return -1;
    sqlite3_bind_int64(select, 1, id);
    int there = database_next(database, select, "read the experiment", error);
    if (there < 0)
        return -1;
    if (there == 0)
        return error_set(error, ERROR_USAGE, 0, "results file %s: there is no experiment %lld",
                         database->path, (long long)id);
    out->id = id;
    out->uuid = database_take_text(select, 0);
    auto_free char *state = database_take_text(select, 1);
    out->started = sqlite3_column_double(select, 2);
    out->plan = database_take_text(select, 3);
    out->seed = (uint64_t)sqlite3_column_int64(select, 4);
    out->command_line = database_take_text(select, 5);
    out->version = database_take_text(select, 6);
    int known = experiment_state_of_name(state);
    if (known < 0)
        return refuse_word(database, "state of an experiment", state, error);
    out->state = (enum experiment_state)known;
    return load_conditions(database, out, error);
}

static int read_measure(const struct database *database, sqlite3_stmt *row,
                        struct run_record *record, struct error *error)
{
    auto_free char *side = database_take_text(row, 0);
    auto_free char *part = database_take_text(row, 1);
    auto_free char *name = database_take_text(row, 2);
    auto_free char *unit = database_take_text(row, 3);
    auto_free char *direction = database_take_text(row, 4);
    auto_free char *scale = database_take_text(row, 5);
    auto_free char *state = database_take_text(row, 8);
    if (side_of_name(side) < 0 || direction_of_name(direction) < 0 || scale_of_name(scale) < 0 ||
        measure_state_of_name(state) < 0)
        return refuse_word(database, "word of measure", name, error);
    const struct measure_definition definition = {
        .name = name,
        .unit = unit,
        .direction = (enum direction)direction_of_name(direction),
        .scale = (enum scale)scale_of_name(scale),
        .headline = sqlite3_column_int(row, 6) != 0,
    };
    run_record_add_measure(record, (enum side)side_of_name(side), part, &definition,
                           sqlite3_column_double(row, 7),
                           (enum measure_state)measure_state_of_name(state));
    return 0;
}

static size_t columns_width(const char *columns)
{
    size_t width = 1;
    for (const char *at = columns; *at != '\0'; at++)
        width += *at == ',';
    return width;
}

static double *series_decode(const unsigned char *bytes, size_t numbers)
{
    double *data = memory_resize(NULL, numbers, sizeof(*data));
    for (size_t i = 0; i < numbers; i++) {
        uint64_t word;
        memcpy(&word, bytes + i * sizeof(word), sizeof(word));
        word = le64toh(word);
        memcpy(&data[i], &word, sizeof(word));
    }
    return data;
}

static int read_series(const struct database *database, sqlite3_stmt *row,
                       struct run_record *record, struct error *error)
{
    auto_free char *side = database_take_text(row, 0);
    auto_free char *name = database_take_text(row, 1);
    auto_free char *unit = database_take_text(row, 2);
    auto_free char *columns = database_take_text(row, 3);
    auto_free char *encoding = database_take_text(row, 4);
    size_t width = columns_width(columns);
    int64_t count = sqlite3_column_int64(row, 5);
    const unsigned char *bytes = sqlite3_column_blob(row, 6);
    size_t numbers = (size_t)sqlite3_column_bytes(row, 6) / sizeof(double);
    if (side_of_name(side) < 0 || strcmp(encoding, STORE_SERIES_ENCODING) != 0)
        return refuse_word(database, "encoding of series", encoding, error);
    if (count < 0 || numbers / width != (size_t)count || numbers % width != 0)
        return error_set(error, ERROR_USAGE, 0,
                         "results file %s: series %s is not as long as it says", database->path,
                         name);
    run_record_add_series(record, (enum side)side_of_name(side), name, unit, columns, width,
                          (size_t)count, series_decode(bytes, numbers));
    return 0;
}

static int read_flag(const struct database *database, sqlite3_stmt *row, struct run_record *record,
                     struct error *error)
{
    (void)database;
    (void)error;
    auto_free char *code = database_take_text(row, 0);
    auto_free char *reason = database_take_text(row, 1);
    auto_free char *detail = database_take_text(row, 2);
    run_record_add_flag(record, code, reason, detail);
    return 0;
}

/* What hangs on a run, and how one row of it is read. */
struct part {
    const char *sql;
    const char *doing;
    int (*read)(const struct database *database, sqlite3_stmt *row, struct run_record *record,
                struct error *error);
    bool is_series;
};

static const struct part parts[] = {
    {"SELECT side, part, name, unit, direction, scale, headline, value, state FROM measure"
     " WHERE run_id = ? ORDER BY rowid",
     "read the measures", read_measure, false},
    {"SELECT code, reason, detail FROM flag WHERE run_id = ? ORDER BY rowid", "read the flags",
     read_flag, false},
    {"SELECT side, name, unit, columns, encoding, count, data FROM series WHERE run_id = ?"
     " ORDER BY rowid",
     "read the series", read_series, true},
};

static int load_part(const struct database *database, const struct part *part, int64_t run_id,
                     struct run_record *record, struct error *error)
{
    auto_statement sqlite3_stmt *select = database_prepare(database, part->sql, error);
    if (select == NULL)
        return -1;
    sqlite3_bind_int64(select, 1, run_id);
    int there;
    while ((there = database_next(database, select, part->doing, error)) == 1)
        if (part->read(database, select, record, error) != 0)
            return -1;
    return there;
}

static int read_run(const struct database *database, sqlite3_stmt *row, struct planned_run *out,
                    struct error *error)
{
    auto_free char *outcome = database_take_text(row, 6);
    if (outcome_of_name(outcome) < 0)
        return refuse_word(database, "outcome", outcome, error);
    out->condition_id = sqlite3_column_int64(row, 2);
    out->round = sqlite3_column_int(row, 3);
    out->block = sqlite3_column_int(row, 4);
    out->position = sqlite3_column_int(row, 5);
    out->environment_id = sqlite3_column_int64(row, 8);
    out->record.uuid = database_take_text(row, 1);
    out->record.outcome = (enum outcome)outcome_of_name(outcome);
    out->record.reason = database_take_text(row, 7);
    out->record.started = sqlite3_column_double(row, 9);
    out->record.window_ns = (uint64_t)sqlite3_column_int64(row, 10);
    out->record.coldness = database_take_text(row, 11);
    out->record.output_tail = database_take_text(row, 12);
    out->record.boot_id = database_take_text(row, 13);
    return 0;
}

static int load_run(const struct database *database, sqlite3_stmt *row, enum store_depth depth,
                    struct planned_run *out, struct error *error)
{
    if (read_run(database, row, out, error) != 0)
        return -1;
    for (size_t i = 0; i < array_length(parts); i++)
        if ((!parts[i].is_series || depth == STORE_WITH_SERIES) &&
            load_part(database, &parts[i], sqlite3_column_int64(row, 0), &out->record, error) != 0)
            return -1;
    return 0;
}

static int load_runs(const struct database *database, enum store_depth depth,
                     struct experiment_data *data, struct error *error)
{
    auto_statement sqlite3_stmt *select = database_prepare(
        database,
        "SELECT run.id, run.uuid, run.condition_id, run.round, run.block, run.position,"
        " run.outcome, run.reason, run.environment_id, run.started, run.window_ns, run.coldness,"
        " run.output_tail, environment.boot_id"
        " FROM run JOIN condition ON condition.id = run.condition_id"
        " LEFT JOIN environment ON environment.id = run.environment_id"
        " WHERE condition.experiment_id = ? ORDER BY run.position, run.id",
        error);
    if (select == NULL)
        return -1;
    sqlite3_bind_int64(select, 1, data->experiment.id);
    int there;
    while ((there = database_next(database, select, "read the runs", error)) == 1) {
        data->runs = memory_grow(data->runs, data->run_count, sizeof(struct planned_run));
        struct planned_run *run = &data->runs[data->run_count++];
        *run = (struct planned_run){0};
        if (load_run(database, select, depth, run, error) != 0)
            return -1;
    }
    return there;
}

static int load_environments(const struct database *database, struct experiment_data *data,
                             struct error *error)
{
    auto_statement sqlite3_stmt *select = database_prepare(
        database,
        "SELECT id, fingerprint FROM environment WHERE id IN (SELECT run.environment_id FROM run"
        " JOIN condition ON condition.id = run.condition_id WHERE condition.experiment_id = ?)"
        " ORDER BY id",
        error);
    if (select == NULL)
        return -1;
    sqlite3_bind_int64(select, 1, data->experiment.id);
    int there;
    while ((there = database_next(database, select, "read the fingerprints", error)) == 1) {
        size_t i = data->environment_count;
        data->environments = memory_grow(data->environments, i, sizeof(char *));
        data->environment_ids = memory_grow(data->environment_ids, i, sizeof(int64_t));
        data->environment_ids[i] = sqlite3_column_int64(select, 0);
        data->environments[i] = database_take_text(select, 1);
        data->environment_count++;
    }
    return there;
}

int store_experiment_load(struct store *store, int64_t experiment_id, enum store_depth depth,
                          struct experiment_data *out, struct error *error)
{
    const struct database *database = &store->database;
    auto_experiment_data struct experiment_data data = {0};
    /* One transaction: a run stored meanwhile is there with all its parts or not at all. */
    if (database_execute(database, "BEGIN", "read", error) != 0)
        return -1;
    int result = load_experiment(database, experiment_id, &data.experiment, error);
    if (result == 0)
        result = load_runs(database, depth, &data, error);
    if (result == 0)
        result = load_environments(database, &data, error);
    database_rollback(database);
    if (result != 0)
        return -1;
    *out = data;
    data = (struct experiment_data){0};
    return 0;
}
