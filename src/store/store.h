// SPDX-License-Identifier: GPL-2.0-or-later
/* The results file: experiments and their runs in one SQLite database, of the schema that
 * doc/schema.md explains.
 *
 * Life cycle: store_open(), any calls, store_close(). A run is stored in one transaction: it is
 * there as a whole or not at all, also after a crash or on a full disk. Readers work while a run
 * is being stored. A store must not be used on both sides of a fork. Errors name the file. */
#pragma once

#include "base/error.h"
#include "base/text.h"
#include "record/experiment_record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

enum store_mode {
    STORE_READ,  /* the file must exist; it may lie in a place that can't be written */
    STORE_WRITE, /* makes file and directories; brings an older schema up to date */
};

/* contend/results.db in the XDG data directory; the caller's to free; NULL with error. */
char *store_default_path(struct error *error);
/* `path` NULL: the default. Refuses files that are no results files and those of a newer schema,
 * unchanged. */
int store_open(const char *path, enum store_mode mode, struct store **out, struct error *error);
void store_close(struct store *store);
static inline void cleanup_store(struct store **store)
{
    store_close(*store);
}
#define auto_store __attribute__((cleanup(cleanup_store)))

/* The same boot and fingerprint give the same id. */
int store_environment_add(struct store *store, const char *boot_id, const char *fingerprint,
                          int64_t *out_id, struct error *error);
/* Appends each distinct fingerprint of the file, for comparisons with the present machine. */
int store_environment_list(struct store *store, struct string_list *out_fingerprints,
                           struct error *error);
/* Stores the experiment with its conditions and sets all their ids; on failure they stay. */
int store_experiment_add(struct store *store, struct experiment_record *experiment,
                         struct error *error);
int store_experiment_set_state(struct store *store, int64_t experiment_id,
                               enum experiment_state state, struct error *error);
/* `run->environment_id` 0: none is known. */
int store_run_add(struct store *store, const struct planned_run *run, struct error *error);

/* One line of the list of experiments. */
struct experiment_summary {
    int64_t id;
    char *uuid;
    double started; /* seconds since 1970 */
    enum experiment_state state;
    char *labels; /* the distinct ones in order of conditions: "A, B" */
    char *jobs;   /* without idle */
    char *loads;
    size_t condition_count;
    int runs_done;    /* stored, whatever their outcome */
    int runs_planned; /* 0: the plan doesn't say */
    char *command_line;
};

/* Newest first; the caller's, to be given to store_experiment_list_finish(). */
int store_experiment_list(struct store *store, struct experiment_summary **out, size_t *out_count,
                          struct error *error);
void store_experiment_list_finish(struct experiment_summary *summaries, size_t count);

enum store_depth {
    STORE_WITHOUT_SERIES,
    STORE_WITH_SERIES,
};

int store_experiment_load(struct store *store, int64_t experiment_id, enum store_depth depth,
                          struct experiment_data *out, struct error *error);

/* Look-ups. A name that matches nothing or several is an ERROR_USAGE that says so. */
int store_experiment_latest(struct store *store, int64_t *out_id, struct error *error);
int store_experiment_latest_of_label(struct store *store, const char *label, int64_t *out_id,
                                     struct error *error);
/* By id, or by the first 4 or more characters of its UUID. */
int store_experiment_find(struct store *store, const char *name, int64_t *out_id,
                          struct error *error);
/* By the first 4 or more characters of its UUID, or by EXPERIMENT.POSITION. */
int store_run_find(struct store *store, const char *name, int64_t *out_experiment_id,
                   int *out_position, struct error *error);
