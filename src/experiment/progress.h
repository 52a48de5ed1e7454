// SPDX-License-Identifier: GPL-2.0-or-later
/* What a waiting person sees, on standard error: one line that is written over on a terminal, a
 * line a run elsewhere or when verbose (then with the run's flags), nothing when quiet. */
#pragma once

#include "base/clock.h"
#include "experiment/plan.h"

#include <stdio.h>

struct progress {
    const struct plan *plan;
    FILE *file; /* NULL: quiet */
    bool is_terminal;
    bool is_verbose;           /* set by the caller after init */
    struct time_point started; /* of the experiment, here */
    struct time_point run_started;
    double *seconds; /* sum of whole runs, by condition */
    unsigned *counts;
    size_t current; /* index of the run */
};

void progress_init(struct progress *progress, const struct plan *plan, FILE *file);
void progress_finish(struct progress *progress);

void progress_run_begin(struct progress *progress, size_t run);
/* May be called as often as one likes. */
void progress_tick(struct progress *progress);
/* `record` NULL: the run was interrupted. A failed run's last lines of output are shown. */
void progress_run_end(struct progress *progress, const struct run_record *record);
/* Seconds that the runs left are expected to take, from the means so far; negative: not known. */
double progress_seconds_left(const struct progress *progress);
