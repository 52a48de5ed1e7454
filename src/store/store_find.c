// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists experiments and finds them and their runs by name. */
#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"
#include "store/store.h"
#include "store/store_internal.h"
#include "workloads/catalog.h"

#include <string.h>

enum { UUID_PREFIX_MIN = 4 };

void store_experiment_list_finish(struct experiment_summary *summaries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(summaries[i].uuid);
        free(summaries[i].labels);
        free(summaries[i].jobs);
        free(summaries[i].loads);
        free(summaries[i].command_line);
    }
    free(summaries);
}

static void add_distinct(struct string_list *list, sqlite3_stmt *row, int column)
{
    auto_free char *text = database_take_text(row, column);
    if (!string_list_has(list, text))
        string_list_add(list, text);
}

/* The job that shows what the loads do alone is there for each of them: not worth a word. */
static bool is_idle_job(sqlite3_stmt *row, int column)
{
    const struct workload *job =
        workload_catalog_find((const char *)sqlite3_column_text(row, column));
    return job != NULL && job->is_idle;
}

static int summarise_conditions(const struct database *database, struct experiment_summary *out,
                                struct error *error)
{
    auto_statement sqlite3_stmt *select = database_prepare(
        database,
        "SELECT label, job, load FROM condition WHERE experiment_id = ? ORDER BY position", error);
    if (select == NULL)
        return -1;
    auto_string_list struct string_list labels = {0};
    auto_string_list struct string_list jobs = {0};
    auto_string_list struct string_list loads = {0};
    sqlite3_bind_int64(select, 1, out->id);
    int there;
    while ((there = database_next(database, select, "list the conditions", error)) == 1) {
        out->condition_count++;
        add_distinct(&labels, select, 0);
        add_distinct(&loads, select, 2);
        if (!is_idle_job(select, 1))
            add_distinct(&jobs, select, 1);
    }
    out->labels = string_list_join(&labels, ", ");
    out->jobs = string_list_join(&jobs, ", ");
    out->loads = string_list_join(&loads, ", ");
    return there;
}

static void read_summary(sqlite3_stmt *row, struct experiment_summary *out)
{
    auto_free char *state = database_take_text(row, 3);
    auto_free char *plan = database_take_text(row, 5);
    int known = experiment_state_of_name(state);
    *out = (struct experiment_summary){
        .id = sqlite3_column_int64(row, 0),
        .uuid = database_take_text(row, 1),
        .started = sqlite3_column_double(row, 2),
        .state = known >= 0 ? (enum experiment_state)known : EXPERIMENT_INTERRUPTED,
        .command_line = database_take_text(row, 4),
        .runs_planned = plan_facts_read(plan).runs,
        .runs_done = sqlite3_column_int(row, 6),
    };
}

static int list_experiments(const struct database *database, struct experiment_summary **summaries,
                            size_t *count, struct error *error)
{
    auto_statement sqlite3_stmt *select = database_prepare(
        database,
        "SELECT id, uuid, started, state, command_line, plan,"
        " (SELECT count(*) FROM run JOIN condition ON condition.id = run.condition_id"
        "  WHERE condition.experiment_id = experiment.id)"
        " FROM experiment ORDER BY id DESC",
        error);
    if (select == NULL)
        return -1;
    int there;
    while ((there = database_next(database, select, "list the experiments", error)) == 1) {
        *summaries = memory_grow(*summaries, *count, sizeof(struct experiment_summary));
        struct experiment_summary *summary = &(*summaries)[(*count)++];
        read_summary(select, summary);
        if (summarise_conditions(database, summary, error) != 0)
            return -1;
    }
    return there;
}

int store_experiment_list(struct store *store, struct experiment_summary **out, size_t *out_count,
                          struct error *error)
{
    struct experiment_summary *summaries = NULL;
    size_t count = 0;
    if (database_execute(&store->database, "BEGIN", "read", error) != 0)
        return -1;
    int result = list_experiments(&store->database, &summaries, &count, error);
    database_rollback(&store->database);
    if (result != 0) {
        store_experiment_list_finish(summaries, count);
        return -1;
    }
    *out = summaries;
    *out_count = count;
    return 0;
}

int store_experiment_latest(struct store *store, int64_t *out_id, struct error *error)
{
    int64_t id;
    if (database_number(&store->database, "SELECT max(id) FROM experiment", 0, &id, error) != 0)
        return -1;
    if (id == 0)
        return error_set(error, ERROR_USAGE, 0,
                         "results file %s: it holds no experiment yet; 'contend run' makes one",
                         store->database.path);
    *out_id = id;
    return 0;
}

int store_experiment_latest_of_label(struct store *store, const char *label, int64_t *out_id,
                                     struct error *error)
{
    auto_statement sqlite3_stmt *select = database_prepare(
        &store->database, "SELECT max(experiment_id) FROM condition WHERE label = ?", error);
    if (select == NULL)
        return -1;
    database_bind_text(select, 1, label);
    if (database_next(&store->database, select, "find the label", error) < 0)
        return -1;
    if (sqlite3_column_type(select, 0) == SQLITE_NULL)
        return error_set(error, ERROR_USAGE, 0,
                         "results file %s: nothing was measured under the label '%s'; 'contend "
                         "list' shows the labels",
                         store->database.path, label);
    *out_id = sqlite3_column_int64(select, 0);
    return 0;
}

/* What a look-up by the first characters of a UUID gave. */
struct uuid_match {
    int64_t experiment_id;
    int position;
};

/* `sql` selects experiment's id and run's position, at most 2 rows, with "GLOB ?" on the UUID. */
static int find_by_uuid(const struct database *database, const char *sql, const char *prefix,
                        struct uuid_match *out, struct error *error)
{
    if (strlen(prefix) < UUID_PREFIX_MIN || strspn(prefix, "0123456789abcdef-") != strlen(prefix))
        return 0;
    auto_statement sqlite3_stmt *select = database_prepare(database, sql, error);
    auto_free char *pattern = string_format("%s*", prefix);
    if (select == NULL)
        return -1;
    database_bind_text(select, 1, pattern);
    int there = database_next(database, select, "look up a name", error);
    if (there != 1)
        return there;
    *out = (struct uuid_match){sqlite3_column_int64(select, 0), sqlite3_column_int(select, 1)};
    int more = database_next(database, select, "look up a name", error);
    if (more == 1)
        return error_set(error, ERROR_USAGE, 0, "'%s' begins several UUIDs: give more of it",
                         prefix);
    return more < 0 ? -1 : 1;
}

/* 1: there; 0: there is none of that number. */
static int find_by_number(const struct database *database, const char *sql, int64_t number,
                          int64_t second, struct error *error)
{
    auto_statement sqlite3_stmt *select = database_prepare(database, sql, error);
    if (select == NULL)
        return -1;
    sqlite3_bind_int64(select, 1, number);
    if (sqlite3_bind_parameter_count(select) > 1)
        sqlite3_bind_int64(select, 2, second);
    return database_next(database, select, "look up a number", error);
}

int store_experiment_find(struct store *store, const char *name, int64_t *out_id,
                          struct error *error)
{
    const struct database *database = &store->database;
    struct error ignored;
    int64_t id;
    if (units_parse_integer(name, &id, &ignored) == 0) {
        int there =
            find_by_number(database, "SELECT id FROM experiment WHERE id = ?", id, 0, error);
        if (there == 1)
            *out_id = id;
        if (there != 0)
            return there == 1 ? 0 : -1;
    }
    struct uuid_match match;
    int there = find_by_uuid(database, "SELECT id, 0 FROM experiment WHERE uuid GLOB ? LIMIT 2",
                             name, &match, error);
    if (there == 0)
        return error_set(error, ERROR_USAGE, 0,
                         "results file %s: there is no experiment '%s'; 'contend list' shows them",
                         database->path, name);
    if (there == 1)
        *out_id = match.experiment_id;
    return there == 1 ? 0 : -1;
}

static int find_run_by_position(struct store *store, const char *name, const char *dot,
                                int64_t *out_experiment_id, int *out_position, struct error *error)
{
    auto_free char *experiment = string_format("%.*s", (int)(dot - name), name);
    int64_t experiment_id;
    int64_t position;
    if (units_parse_integer(dot + 1, &position, error) != 0)
        return error_context(error, "run '%s'", name);
    if (store_experiment_find(store, experiment, &experiment_id, error) != 0)
        return -1;
    int there = find_by_number(&store->database,
                               "SELECT run.id FROM run JOIN condition"
                               " ON condition.id = run.condition_id"
                               " WHERE condition.experiment_id = ? AND run.position = ?",
                               experiment_id, position, error);
    if (there == 0)
        return error_set(error, ERROR_USAGE, 0, "experiment %lld has no run %lld",
                         (long long)experiment_id, (long long)position);
    if (there < 0)
        return -1;
    *out_experiment_id = experiment_id;
    *out_position = (int)position;
    return 0;
}

int store_run_find(struct store *store, const char *name, int64_t *out_experiment_id,
                   int *out_position, struct error *error)
{
    const char *dot = strchr(name, '.');
    if (dot != NULL)
        return find_run_by_position(store, name, dot, out_experiment_id, out_position, error);
    struct uuid_match match;
    int there = find_by_uuid(&store->database,
                             "SELECT condition.experiment_id, run.position FROM run JOIN condition"
                             " ON condition.id = run.condition_id WHERE run.uuid GLOB ? LIMIT 2",
                             name, &match, error);
    if (there == 0)
        return error_set(error, ERROR_USAGE, 0, "results file %s: there is no run '%s'",
                         store->database.path, name);
    if (there < 0)
        return -1;
    *out_experiment_id = match.experiment_id;
    *out_position = match.position;
    return 0;
}

int store_environment_list(struct store *store, struct string_list *out_fingerprints,
                           struct error *error)
{
    auto_statement sqlite3_stmt *select =
        database_prepare(&store->database, "SELECT DISTINCT fingerprint FROM environment", error);
    if (select == NULL)
        return -1;
    int there;
    while ((there = database_next(&store->database, select, "read the fingerprints", error)) == 1)
        string_list_take(out_fingerprints, database_take_text(select, 0));
    return there;
}
