// SPDX-License-Identifier: GPL-2.0-or-later
/* SQLite's calls with errors that diagnose. */
#include "store/database.h"
#include "base/clock.h"
#include "base/memory.h"

#include <errno.h>
#include <string.h>

enum { BUSY_MS = 10000 }; /* longer than the longest transaction: one run with its series */

static const struct {
    int code;
    enum error_class class;
    const char *hint;
} known_failures[] = {
    {SQLITE_NOTADB, ERROR_USAGE, "it is not a results file (no SQLite database)"},
    {SQLITE_CORRUPT, ERROR_USAGE,
     "it is damaged; 'sqlite3 FILE .recover' may save what is left of it"},
    {SQLITE_READONLY, ERROR_CANNOT, "it can't be written; give another place with --db"},
    {SQLITE_FULL, ERROR_CANNOT,
     "no space is left where it lies; what was stored before is safe; free some space or give "
     "another place with --db"},
    {SQLITE_IOERR, ERROR_CANNOT, "reading or writing failed; what was stored before is safe"},
    {SQLITE_BUSY, ERROR_CANNOT, "another program has held it locked for too long"},
    {SQLITE_CANTOPEN, ERROR_CANNOT,
     "it can't be opened or made; check directory and permissions or give another place with --db"},
    {SQLITE_PERM, ERROR_CANNOT, "it may not be opened"},
};

int database_fail(const struct database *database, const char *doing, struct error *error)
{
    int code = sqlite3_errcode(database->handle) & 0xff;
    int number = database->handle != NULL ? sqlite3_system_errno(database->handle) : 0;
    for (size_t i = 0; i < array_length(known_failures); i++)
        if (known_failures[i].code == code)
            return error_set(error, known_failures[i].class,
                             code == SQLITE_CANTOPEN || code == SQLITE_IOERR ? number : 0,
                             "results file %s: %s: %s", database->path, doing,
                             known_failures[i].hint);
    return error_set(error, ERROR_FAILED, 0, "results file %s: %s: %s", database->path, doing,
                     sqlite3_errmsg(database->handle));
}

int database_open(struct database *out, const char *path, int flags, struct error *error)
{
    struct database database = {.path = string_duplicate(path)};
    if (sqlite3_open_v2(path, &database.handle, flags, NULL) != SQLITE_OK) {
        database_fail(&database, "open", error);
        database_close(&database);
        return -1;
    }
    sqlite3_busy_timeout(database.handle, deadline_left_ms(deadline_after_ms(BUSY_MS)));
    *out = database;
    return 0;
}

void database_close(struct database *database)
{
    sqlite3_close(database->handle);
    free(database->path);
    *database = (struct database){0};
}

int database_execute(const struct database *database, const char *sql, const char *doing,
                     struct error *error)
{
    if (sqlite3_exec(database->handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        return database_fail(database, doing, error);
    return 0;
}

sqlite3_stmt *database_prepare(const struct database *database, const char *sql,
                               struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL) != SQLITE_OK)
        database_fail(database, "read its tables", error);
    return statement;
}

int database_next(const struct database *database, sqlite3_stmt *statement, const char *doing,
                  struct error *error)
{
    switch (sqlite3_step(statement)) {
    case SQLITE_ROW:
        return 1;
    case SQLITE_DONE:
        return 0;
    default:
        return database_fail(database, doing, error);
    }
}

int database_run(const struct database *database, sqlite3_stmt *statement, const char *doing,
                 struct error *error)
{
    if (database_next(database, statement, doing, error) < 0)
        return -1;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return 0;
}

int database_number(const struct database *database, const char *sql, int64_t absent,
                    int64_t *out_value, struct error *error)
{
    auto_statement sqlite3_stmt *statement = database_prepare(database, sql, error);
    if (statement == NULL)
        return -1;
    int there = database_next(database, statement, "read", error);
    if (there < 0)
        return -1;
    bool has_value = there == 1 && sqlite3_column_type(statement, 0) != SQLITE_NULL;
    *out_value = has_value ? sqlite3_column_int64(statement, 0) : absent;
    return 0;
}

int database_begin(const struct database *database, struct error *error)
{
    return database_execute(database, "BEGIN IMMEDIATE", "begin to write", error);
}

int database_commit(const struct database *database, struct error *error)
{
    return database_execute(database, "COMMIT", "write", error);
}

void database_rollback(const struct database *database)
{
    /* SQLite may have rolled back already (on a full disk): nothing is open then. */
    if (sqlite3_get_autocommit(database->handle) == 0)
        sqlite3_exec(database->handle, "ROLLBACK", NULL, NULL, NULL);
}

void database_bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    if (text == NULL)
        sqlite3_bind_null(statement, index);
    else
        sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

char *database_take_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return string_duplicate(text != NULL ? (const char *)text : "");
}
