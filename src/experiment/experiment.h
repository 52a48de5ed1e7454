// SPDX-License-Identifier: GPL-2.0-or-later
/* One experiment from beginning to end on this machine: lock, what an earlier crash left, results
 * file, guardian, work directory, runs, and back.
 *
 * States in the results file: RUNNING -> COMPLETE when every run is stored; RUNNING -> INTERRUPTED
 * by a signal or an error. One that is RUNNING although nobody holds the lock was killed.
 *
 * Order of what is undone at the end, on every way out: the executor (settings), the work
 * directories, the mark of our processes, the guardian, the lock. */
#pragma once

#include "base/sysroot.h"
#include "base/text.h"
#include "experiment/execution.h"

struct experiment_options {
    const struct sysroot *root;
    const char *program;      /* absolute path of contend, to exec it again */
    const char *command_line; /* as typed, shell-quoted */
    struct store *store;
    const struct plan *plan; /* of a new experiment, or as read from the resumed one */
    const struct experiment_data *resumed; /* to go on with, or NULL */
    bool is_quiet;
    bool is_verbose; /* see progress.h */
};

struct experiment_result {
    int64_t id;         /* of the store; 0 where it was not stored */
    size_t bad_count;   /* runs that were skipped, void, failed or timed out */
    size_t tried_count; /* runs that were not skipped */
    int signal;         /* that ended it, or 0 */
};

/* What is in `out_result` also counts where it fails. */
int experiment_run(const struct experiment_options *options, struct experiment_result *out_result,
                   struct error *error);

/* The plan of an interrupted experiment. ERROR_USAGE where it is complete; ERROR_CANNOT under
 * another kernel or on another machine, with what differs. */
int experiment_resumed_plan(const struct sysroot *root, const struct experiment_data *data,
                            struct plan *out, struct error *error);
