// SPDX-License-Identifier: GPL-2.0-or-later
/* Opens and closes the results file; finds its default place. */
#include "store/store.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/schema.h"
#include "store/store_internal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

char *store_default_path(struct error *error)
{
    const char *data = getenv("XDG_DATA_HOME");
    /* The XDG base directory specification: a relative path is to be ignored. */
    if (data != NULL && data[0] == '/')
        return string_format("%s/contend/results.db", data);
    const char *home = getenv("HOME");
    if (home != NULL && home[0] == '/')
        return string_format("%s/.local/share/contend/results.db", home);
    error_set(error, ERROR_CANNOT, 0,
              "find the results file: neither XDG_DATA_HOME nor HOME is an absolute path; give it "
              "with --db");
    return NULL;
}

static int make_directory_of(const char *path, struct error *error)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return 0;
    auto_free char *directory = string_format("%.*s", (int)(slash - path), path);
    if (files_make_directories(directory, 0700, error) != 0)
        return error_context(error, "results file %s", path);
    return 0;
}

static int open_to_write(const char *path, struct database *out, struct error *error)
{
    if (make_directory_of(path, error) != 0 ||
        database_open(out, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error) != 0)
        return -1;
    /* SQLite falls back to reading without a word. */
    if (sqlite3_db_readonly(out->handle, "main") == 1)
        error_set(error, ERROR_CANNOT, access(path, W_OK) != 0 ? errno : EROFS,
                  "results file %s: it can't be written; give another place with --db", path);
    else if (database_execute(out, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", "open",
                              error) == 0 &&
             schema_migrate(out, error) == 0)
        return 0;
    database_close(out);
    return -1;
}

/* Where nothing can be written beside the file, SQLite can't make the shared memory of the
 * write-ahead log and refuses even to read. Without a log nobody is writing: the file is whole. */
static int open_immutable(const char *path, struct database *out, struct error *error)
{
    auto_text struct text uri = {0};
    text_append(&uri, "file:");
    for (const char *at = path; *at != '\0'; at++) {
        if (strchr("%?#", *at) != NULL)
            text_append_format(&uri, "%%%02x", (unsigned)*at);
        else
            text_append_bytes(&uri, at, 1);
    }
    text_append(&uri, "?immutable=1");
    return database_open(out, uri.text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error);
}

static int open_to_read(const char *path, struct database *out, struct error *error)
{
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return error_set(error, ERROR_USAGE, 0,
                         "results file %s: there is none yet; 'contend run' makes one, --db names "
                         "another",
                         path);
    if (access(path, R_OK) != 0)
        return error_set(error, ERROR_CANNOT, errno, "read results file %s", path);
    if (database_open(out, path, SQLITE_OPEN_READONLY, error) != 0)
        return -1;
    int state = schema_check(out, error);
    int code = sqlite3_errcode(out->handle) & 0xff;
    if (state < 0 && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY)) {
        auto_free char *log = string_format("%s-wal", path);
        if (access(log, F_OK) != 0) {
            database_close(out);
            if (open_immutable(path, out, error) != 0)
                return -1;
            state = schema_check(out, error);
        }
    }
    if (state == 0)
        return 0;
    database_close(out);
    return state < 0 ? -1 : open_to_write(path, out, error);
}

int store_open(const char *path, enum store_mode mode, struct store **out, struct error *error)
{
    auto_free char *place = path != NULL ? string_duplicate(path) : store_default_path(error);
    if (place == NULL)
        return -1;
    struct database database;
    int result = mode == STORE_READ ? open_to_read(place, &database, error)
                                    : open_to_write(place, &database, error);
    if (result != 0)
        return -1;
    struct store *store = memory_allocate(sizeof(*store));
    store->database = database;
    *out = store;
    return 0;
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    database_close(&store->database);
    free(store);
}
