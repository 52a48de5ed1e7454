// SPDX-License-Identifier: GPL-2.0-or-later
/* Pressure stall times of the whole machine. */
#include "measure/counters.h"
#include "measure/measure_source.h"
#include "measure/psi.h"

static const struct measure_definition measures[] = {
    {"machine_pressure_cpu_some_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the machine: a task waited for a CPU"},
    {"machine_pressure_cpu_full_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the machine: all tasks waited for a CPU"},
    {"machine_pressure_io_some_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the machine: a task waited for a device"},
    {"machine_pressure_io_full_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the machine: all tasks waited for a device"},
    {"machine_pressure_memory_some_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the machine: a task waited for memory"},
    {"machine_pressure_memory_full_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "of the machine: all tasks waited for memory"},
    {0}};

static int machine_pressure_read(const struct measure_target *target, void *state,
                                 struct error *error)
{
    return psi_read_machine(target->root, state, error);
}

static void machine_pressure_difference(const void *opening, const void *closing, double window_s,
                                        double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    counters_difference(opening, closing, PSI_COUNT, out_values, out_states);
}

const struct measure_source machine_pressure_source = {
    .name = "machine_pressure",
    .summary = "stall times of the machine",
    .measures = measures,
    .state_bytes = PSI_COUNT * sizeof(double),
    .read = machine_pressure_read,
    .difference = machine_pressure_difference,
};
