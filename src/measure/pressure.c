// SPDX-License-Identifier: GPL-2.0-or-later
/* Pressure stall times of a side, from its control group: without one there is none. */
#include "measure/counters.h"
#include "measure/measure_source.h"
#include "measure/psi.h"

static const struct measure_definition measures[] = {
    {"pressure_cpu_some_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the side: a task waited for a CPU"},
    {"pressure_cpu_full_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the side: all tasks waited for a CPU"},
    {"pressure_io_some_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the side: a task waited for a device"},
    {"pressure_io_full_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the side: all tasks waited for a device"},
    {"pressure_memory_some_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the side: a task waited for memory"},
    {"pressure_memory_full_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the side: all tasks waited for memory"},
    {0}};

static int pressure_read(const struct measure_target *target, void *state, struct error *error)
{
    if (target->group_fd < 0)
        return error_set(error, ERROR_FAILED, 0,
                         "read the pressure of a side: it has no group in a cgroup2 tree");
    return psi_read_group(target->group_fd, state, error);
}

static void pressure_difference(const void *opening, const void *closing, double window_s,
                                double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    counters_difference(opening, closing, PSI_COUNT, out_values, out_states);
}

const struct measure_source pressure_source = {
    .name = "pressure",
    .summary = "stall times of a side",
    .is_of_side = true,
    .measures = measures,
    .state_bytes = PSI_COUNT * sizeof(double),
    .read = pressure_read,
    .difference = pressure_difference,
};
