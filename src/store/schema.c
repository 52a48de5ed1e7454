// SPDX-License-Identifier: GPL-2.0-or-later
/* The tables of the results file, as a list of migrations. */
#include "store/schema.h"

#include <stdio.h>

enum { APPLICATION_ID = 0x434e5444 }; /* "CNTD": tells our files from other SQLite databases */

/* Migration n (from 1) brings version n - 1 to n. To change the schema append one; those that were
 * released never change. */
static const char *const migrations[] = {
    "CREATE TABLE meta (schema_version INTEGER NOT NULL);"
    "INSERT INTO meta VALUES (0);"
    "CREATE TABLE environment ("
    " id INTEGER PRIMARY KEY,"
    " boot_id TEXT NOT NULL,"
    " fingerprint TEXT NOT NULL,"
    " UNIQUE (boot_id, fingerprint));"
    "CREATE TABLE experiment ("
    " id INTEGER PRIMARY KEY,"
    " uuid TEXT NOT NULL UNIQUE,"
    " state TEXT NOT NULL,"
    " started REAL NOT NULL,"
    " plan TEXT NOT NULL,"
    " seed INTEGER NOT NULL,"
    " command_line TEXT NOT NULL,"
    " version TEXT NOT NULL);"
    "CREATE TABLE source ("
    " id INTEGER PRIMARY KEY,"
    " file TEXT NOT NULL,"
    " line INTEGER NOT NULL,"
    " format TEXT NOT NULL);"
    "CREATE TABLE condition ("
    " id INTEGER PRIMARY KEY,"
    " experiment_id INTEGER NOT NULL REFERENCES experiment (id),"
    " position INTEGER NOT NULL,"
    " label TEXT NOT NULL,"
    " job TEXT NOT NULL,"
    " job_parameters TEXT NOT NULL,"
    " load TEXT NOT NULL,"
    " load_parameters TEXT NOT NULL,"
    " settings TEXT NOT NULL,"
    " runner TEXT NOT NULL,"
    " source_id INTEGER REFERENCES source (id),"
    " UNIQUE (experiment_id, position));"
    "CREATE INDEX condition_label ON condition (label, experiment_id);"
    "CREATE TABLE run ("
    " id INTEGER PRIMARY KEY,"
    " uuid TEXT NOT NULL UNIQUE,"
    " condition_id INTEGER NOT NULL REFERENCES condition (id),"
    " round INTEGER NOT NULL,"
    " block INTEGER NOT NULL,"
    " position INTEGER NOT NULL,"
    " outcome TEXT NOT NULL,"
    " reason TEXT NOT NULL,"
    " environment_id INTEGER REFERENCES environment (id),"
    " started REAL NOT NULL,"
    " window_ns INTEGER NOT NULL,"
    " coldness TEXT NOT NULL,"
    " output_tail TEXT NOT NULL,"
    " UNIQUE (condition_id, position));"
    "CREATE TABLE measure ("
    " run_id INTEGER NOT NULL REFERENCES run (id),"
    " side TEXT NOT NULL,"
    " part TEXT NOT NULL,"
    " name TEXT NOT NULL,"
    " unit TEXT NOT NULL,"
    " direction TEXT NOT NULL,"
    " scale TEXT NOT NULL,"
    " headline INTEGER NOT NULL,"
    " value REAL,"
    " state TEXT NOT NULL,"
    " PRIMARY KEY (run_id, side, part, name));"
    "CREATE TABLE series ("
    " run_id INTEGER NOT NULL REFERENCES run (id),"
    " side TEXT NOT NULL,"
    " name TEXT NOT NULL,"
    " unit TEXT NOT NULL,"
    " columns TEXT NOT NULL,"
    " encoding TEXT NOT NULL,"
    " count INTEGER NOT NULL,"
    " data BLOB NOT NULL,"
    " PRIMARY KEY (run_id, side, name));"
    "CREATE TABLE flag ("
    " run_id INTEGER NOT NULL REFERENCES run (id),"
    " code TEXT NOT NULL,"
    " reason TEXT NOT NULL,"
    " detail TEXT NOT NULL);"
    "CREATE INDEX flag_run ON flag (run_id);"
    "CREATE TABLE summary ("
    " condition_id INTEGER NOT NULL REFERENCES condition (id),"
    " side TEXT NOT NULL,"
    " name TEXT NOT NULL,"
    " unit TEXT NOT NULL,"
    " direction TEXT NOT NULL,"
    " count INTEGER,"
    " statistic TEXT NOT NULL,"
    " value REAL,"
    " printed TEXT NOT NULL);"
    "CREATE INDEX summary_condition ON summary (condition_id);"
    "CREATE TABLE look ("
    " experiment_id INTEGER NOT NULL REFERENCES experiment (id),"
    " number INTEGER NOT NULL,"
    " round INTEGER NOT NULL,"
    " measure TEXT NOT NULL,"
    " bound REAL NOT NULL,"
    " outcome TEXT NOT NULL);",
};

enum { NEWEST = array_length(migrations) };

static int refuse_foreign(const struct database *database, struct error *error)
{
    return error_set(error, ERROR_USAGE, 0,
                     "results file %s: it is an SQLite database of another program and is left as "
                     "it is; give another place with --db",
                     database->path);
}

/* 0 for an empty database. */
static int read_version(const struct database *database, int64_t *out_version, struct error *error)
{
    int64_t tables;
    int64_t application;
    if (database_number(database, "SELECT count(*) FROM sqlite_master", 0, &tables, error) != 0 ||
        database_number(database, "PRAGMA application_id", 0, &application, error) != 0)
        return -1;
    if (tables == 0 && application == 0) {
        *out_version = 0;
        return 0;
    }
    if (application != APPLICATION_ID)
        return refuse_foreign(database, error);
    int64_t version;
    if (database_number(database, "SELECT schema_version FROM meta", 0, &version, error) != 0)
        return -1;
    if (version > NEWEST)
        return error_set(error, ERROR_USAGE, 0,
                         "results file %s: it was written by a newer contend (schema version %lld, "
                         "this program knows up to %d) and is left as it is; use that contend or "
                         "another file with --db",
                         database->path, (long long)version, NEWEST);
    *out_version = version;
    return 0;
}

int schema_check(const struct database *database, struct error *error)
{
    int64_t version;
    if (read_version(database, &version, error) != 0)
        return -1;
    return version < NEWEST ? 1 : 0;
}

static int migrate_from(const struct database *database, int64_t version, struct error *error)
{
    for (int64_t next = version; next < NEWEST; next++) {
        char doing[64];
        snprintf(doing, sizeof(doing), "bring its schema to version %lld", (long long)next + 1);
        if (database_execute(database, migrations[next], doing, error) != 0)
            return -1;
    }
    char sql[128];
    snprintf(sql, sizeof(sql), "UPDATE meta SET schema_version = %d; PRAGMA application_id = %d",
             NEWEST, APPLICATION_ID);
    return database_execute(database, sql, "write its schema version", error);
}

int schema_migrate(const struct database *database, struct error *error)
{
    int state = schema_check(database, error);
    if (state <= 0)
        return state;
    /* Only now, when the file is known to be ours or empty: the mode is kept in the file. */
    if (database_execute(database, "PRAGMA journal_mode = WAL", "make its write-ahead log",
                         error) != 0 ||
        database_begin(database, error) != 0)
        return -1;
    /* Once more under the lock: another contend may have been quicker. */
    int64_t version;
    if (read_version(database, &version, error) != 0 ||
        migrate_from(database, version, error) != 0 || database_commit(database, error) != 0) {
        database_rollback(database);
        return -1;
    }
    return 0;
}
