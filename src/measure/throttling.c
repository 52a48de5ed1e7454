// SPDX-License-Identifier: GPL-2.0-or-later
/* How often the processor slowed itself down because it was hot. */
#include "measure/counters.h"
#include "measure/cpu_files.h"
#include "measure/measure_source.h"

#include <math.h>

static const struct measure_definition measures[] = {
    {"core_throttles", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "thermal throttling of cores, summed over CPUs"},
    {"package_throttles", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "thermal throttling of packages, counted by each CPU of the package"},
    {0}};

static int throttling_read(const struct measure_target *target, void *state, struct error *error)
{
    double *counters = state;
    struct cpu_files_sum cores =
        cpu_files_read(target->root, "thermal_throttle/core_throttle_count");
    if (cores.count == 0)
        return error_set(error, ERROR_FAILED, 0,
                         "read throttling: the CPUs have no thermal_throttle in /sys");
    struct cpu_files_sum packages =
        cpu_files_read(target->root, "thermal_throttle/package_throttle_count");
    counters[0] = cores.sum;
    counters[1] = packages.count > 0 ? packages.sum : (double)NAN;
    return 0;
}

static void throttling_difference(const void *opening, const void *closing, double window_s,
                                  double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    counters_difference(opening, closing, 2, out_values, out_states);
}

const struct measure_source throttling_source = {
    .name = "throttling",
    .summary = "thermal throttling of the processor",
    .measures = measures,
    .state_bytes = 2 * sizeof(double),
    .read = throttling_read,
    .difference = throttling_difference,
};
