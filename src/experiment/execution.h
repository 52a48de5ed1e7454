// SPDX-License-Identifier: GPL-2.0-or-later
/* Carrying out a plan, run by run, over a runner, each run stored before the next begins. It
 * touches nothing of the machine itself.
 *
 * Invariants:
 *   E1 a run that was begun is stored once, whatever became of it, but for one that a signal
 *      ended: that one is made anew by --resume;
 *   E2 runs that the store has already are not made again;
 *   E3 a condition whose first two runs failed or were void is not tried again: its other runs are
 *      stored as skipped, with that reason. */
#pragma once

#include "base/sysroot.h"
#include "experiment/plan.h"
#include "experiment/progress.h"
#include "experiment/runner.h"
#include "record/experiment_record.h"
#include "store/store.h"

struct execution_plan {
    const struct sysroot *root;
    const struct plan *plan;
    const struct experiment_record *experiment; /* stored: its conditions have ids */
    struct store *store;
    struct runner *runner;
    struct progress *progress;
    int64_t environment_id;
    const char *work_directory;
    const char *other_directory;        /* or NULL */
    const struct experiment_data *past; /* runs that were made before an interruption, or NULL */
};

struct execution_result {
    size_t bad_count;   /* runs that were skipped, void, failed or timed out, the past's too */
    size_t tried_count; /* runs that were not skipped, the past's too */
    int signal;         /* that ended it, 0: all runs are done */
};

/* -1: a run could not be stored. */
int execution_run(const struct execution_plan *plan, struct execution_result *out_result,
                  struct error *error);
