// SPDX-License-Identifier: GPL-2.0-or-later
/* Page faults of a side's process tree. */
#include "measure/counters.h"
#include "measure/measure_source.h"

static const struct measure_definition measures[] = {
    {"minor_faults", "1", DIRECTION_LESS, SCALE_RATIO, false, "page faults served from memory"},
    {"major_faults", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "page faults that had to wait for a device"},
    {0}};

static int faults_read(const struct measure_target *target, void *state, struct error *error)
{
    struct process_sums sums;
    if (process_tree_sum(target->processes, target->supervisor, &sums, error) != 0)
        return -1;
    double *counters = state;
    counters[0] = sums.minor_faults;
    counters[1] = sums.major_faults;
    return 0;
}

static void faults_difference(const void *opening, const void *closing, double window_s,
                              double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    counters_difference(opening, closing, 2, out_values, out_states);
}

const struct measure_source faults_source = {
    .name = "faults",
    .summary = "page faults of a side's whole process tree",
    .is_of_side = true,
    .measures = measures,
    .state_bytes = 2 * sizeof(double),
    .read = faults_read,
    .difference = faults_difference,
};
