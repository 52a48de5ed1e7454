// SPDX-License-Identifier: GPL-2.0-or-later
/* A source of measures: something that is read at the opening and at the closing of the window and
 * whose difference gives figures. One file of this room ends in one `const struct measure_source`;
 * the run knows it by that struct alone, through measure_reading.h. Reading must be cheap: both
 * readings lie beside the window. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"
#include "measure/process_tree.h"
#include "record/measure.h"

#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

/* Whose figures are read. */
struct measure_target {
    const struct sysroot *root;
    enum side side;   /* job or load, or machine for sources of the whole machine */
    pid_t supervisor; /* root of the side's process tree, in our PID namespace; 0 for machine */
    int group_fd;     /* directory of the side's cgroup2 group, -1 where there is none */
    struct rusage supervisor_usage; /* what the supervisor reaped so far, as it says itself */
    const char *device; /* "MAJOR:MINOR" of the disk that holds the work directory, or NULL */
    const struct process_tree *processes; /* of this reading; measure_reading_take() fills it */
};

enum { MEASURE_SOURCE_MAXIMUM = 16 }; /* measures of one source */

struct measure_source {
    const char *name;
    const char *summary;
    bool is_of_side; /* read for job and load each; else once, for the machine */
    const struct measure_definition *measures; /* ends with a NULL name */
    size_t state_bytes;                        /* of one reading; zeroed before */
    /* -1 with error: all its measures are unavailable in this run. */
    int (*read)(const struct measure_target *target, void *state, struct error *error);
    /* Values in the order of `measures`; states start as MEASURE_OK. Pure. `window_s` is the
     * length. */
    void (*difference)(const void *opening, const void *closing, double window_s,
                       double *out_values, enum measure_state *out_states);
};

/* All sources, in the order in which they are shown. */
const struct measure_source *const *measure_source_catalog(size_t *out_count);
