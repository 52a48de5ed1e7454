// SPDX-License-Identifier: GPL-2.0-or-later
/* An SQLite handle with errors in our form: what was attempted, on which file, why it failed and
 * what would help. Knows no schema. */
#pragma once

#include "base/cleanup.h"
#include "base/error.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct database {
    sqlite3 *handle;
    char *path; /* owned */
};

/* `flags` are SQLite's. */
int database_open(struct database *out, const char *path, int flags, struct error *error);
/* The last one that closes also empties the write-ahead log into the file. */
void database_close(struct database *database);

/* Sets the error of the last failed call; `doing` says what was attempted. Returns -1. */
int database_fail(const struct database *database, const char *doing, struct error *error);

int database_execute(const struct database *database, const char *sql, const char *doing,
                     struct error *error);
/* The statement, to be finalized (auto_statement); NULL with error. */
sqlite3_stmt *database_prepare(const struct database *database, const char *sql,
                               struct error *error);
/* Runs a statement that gives no rows and makes it ready for the next values. */
int database_run(const struct database *database, sqlite3_stmt *statement, const char *doing,
                 struct error *error);
/* 1: a row is there; 0: no more; -1 with error. */
int database_next(const struct database *database, sqlite3_stmt *statement, const char *doing,
                  struct error *error);
/* The first number that a query gives; `absent` where it gives none or NULL. */
int database_number(const struct database *database, const char *sql, int64_t absent,
                    int64_t *out_value, struct error *error);

/* Takes the write lock at once, so that a transaction can't fail half-way for another writer. */
int database_begin(const struct database *database, struct error *error);
int database_commit(const struct database *database, struct error *error);
void database_rollback(const struct database *database);

/* The text must live until the statement has run. NULL gives NULL. */
void database_bind_text(sqlite3_stmt *statement, int index, const char *text);
/* A copy; "" where the column is NULL. */
char *database_take_text(sqlite3_stmt *statement, int column);

static inline void cleanup_statement(sqlite3_stmt **statement)
{
    sqlite3_finalize(*statement);
}
#define auto_statement __attribute__((cleanup(cleanup_statement)))
