// SPDX-License-Identifier: GPL-2.0-or-later
/* Bytes that a side's process tree moved to and from storage. The kernel counts a write when the
 * page is dirtied, for the process that did it, and adds what a process did to its parent's figures
 * when it is waited for (Linux 5.15 exit.c, wait_task_zombie). */
#include "measure/counters.h"
#include "measure/measure_source.h"

static const struct measure_definition measures[] = {
    {"read_bytes", "B", DIRECTION_NONE, SCALE_DIFFERENCE, false,
     "read from storage for the side, not from the page cache"},
    {"written_bytes", "B", DIRECTION_NONE, SCALE_DIFFERENCE, false,
     "dirtied for storage, less what was removed before it was written"},
    {0}};

static int io_read(const struct measure_target *target, void *state, struct error *error)
{
    struct process_io sums;
    if (process_tree_io(target->root, target->processes, target->supervisor, &sums, error) != 0)
        return -1;
    double *counters = state;
    counters[0] = sums.read_bytes;
    counters[1] = sums.written_bytes;
    return 0;
}

static void io_difference(const void *opening, const void *closing, double window_s,
                          double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    counters_difference(opening, closing, 2, out_values, out_states);
}

const struct measure_source io_source = {
    .name = "io",
    .summary = "storage traffic of a side's whole process tree",
    .is_of_side = true,
    .measures = measures,
    .state_bytes = 2 * sizeof(double),
    .read = io_read,
    .difference = io_difference,
};
