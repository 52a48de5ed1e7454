// SPDX-License-Identifier: GPL-2.0-or-later
/* The CPUs' clock at the closing of the window, while the work is still warm in the cores. */
#include "measure/cpu_files.h"
#include "measure/measure_source.h"

static const struct measure_definition measures[] = {
    {"frequency_mhz", "MHz", DIRECTION_NONE, SCALE_RATIO, false,
     "mean clock of all CPUs at the closing of the window"},
    {0}};

static int frequency_read(const struct measure_target *target, void *state, struct error *error)
{
    struct cpu_files_sum khz = cpu_files_read(target->root, "cpufreq/scaling_cur_freq");
    if (khz.count == 0)
        return error_set(error, ERROR_FAILED, 0,
                         "read the clock: the CPUs have no cpufreq in /sys");
    *(double *)state = khz.sum / (double)khz.count / 1e3;
    return 0;
}

static void frequency_difference(const void *opening, const void *closing, double window_s,
                                 double *out_values, enum measure_state *out_states)
{
    (void)opening;
    (void)window_s;
    out_values[0] = *(const double *)closing;
    out_states[0] = MEASURE_OK;
}

const struct measure_source frequency_source = {
    .name = "frequency",
    .summary = "clock of the CPUs",
    .measures = measures,
    .state_bytes = sizeof(double),
    .read = frequency_read,
    .difference = frequency_difference,
};
