// SPDX-License-Identifier: GPL-2.0-or-later
/* The window: from the instant the job is released to the instant its work is done, with the load
 * at work all the while. Lead-in before it, readings of all sources at both ends, the probe in
 * between.
 *
 * Invariants:
 *   W1 the job is released only with the load alive, not stopped, and ready;
 *   W2 the closing count of the load is the count at the job's end, not when somebody looked;
 *   W3 a load that ends, or is found stopped, at either end of the window makes the run void;
 *   W4 where what the job's first process left behind had to be killed, all figures are those at
 *      the end of that process, and nothing of the wait for the rest is in them. */
#pragma once

#include "run/counter_log.h"
#include "run/readings.h"
#include "run/side.h"

struct window_plan {
    const struct sysroot *root;
    const struct run_request *request;
    struct run_side *job;
    struct run_side *load;
    const char *device;
};

/* Begins both sides, waits for a steady load, opens and closes the window, ends both sides. The
 * outcome is in the record. */
void window_measure(const struct window_plan *plan, struct run_record *record);
