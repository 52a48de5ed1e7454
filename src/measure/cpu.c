// SPDX-License-Identifier: GPL-2.0-or-later
/* CPU of a side: of its control group where it has one (to the microsecond, whatever its processes
 * do), else summed over its process tree. */
#include "measure/counters.h"
#include "measure/measure_source.h"

#include <math.h>

static const struct measure_definition measures[] = {
    {"user_s", "s", DIRECTION_LESS, SCALE_RATIO, false, "CPU in user mode, of the whole tree"},
    {"system_s", "s", DIRECTION_LESS, SCALE_RATIO, false, "CPU in the kernel, of the whole tree"},
    {0}};

struct cpu_state {
    double seconds[2];
    bool is_of_group;
};

static bool read_group(int group_fd, struct cpu_state *state)
{
    char text[1024];
    struct error absent;
    const struct sysroot group = {.fd = group_fd};
    if (group_fd < 0 || sysroot_read(&group, "cpu.stat", text, sizeof(text), &absent) < 0)
        return false;
    state->seconds[0] = counters_of_key(text, "user_usec") / 1e6;
    state->seconds[1] = counters_of_key(text, "system_usec") / 1e6;
    state->is_of_group = !isnan(state->seconds[0]) && !isnan(state->seconds[1]);
    return state->is_of_group;
}

static int cpu_read(const struct measure_target *target, void *state_bytes, struct error *error)
{
    struct cpu_state *state = state_bytes;
    struct process_sums sums;
    if (read_group(target->group_fd, state))
        return 0;
    if (process_tree_sum(target->processes, target->supervisor, &sums, error) != 0)
        return -1;
    *state = (struct cpu_state){.seconds = {sums.user_s, sums.system_s}};
    return 0;
}

static void cpu_difference(const void *opening, const void *closing, double window_s,
                           double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    const struct cpu_state *first = opening;
    const struct cpu_state *last = closing;
    counters_difference(first->seconds, last->seconds, 2, out_values, out_states);
    if (first->is_of_group != last->is_of_group)
        out_states[0] = out_states[1] = MEASURE_UNAVAILABLE;
}

const struct measure_source cpu_source = {
    .name = "cpu",
    .summary = "CPU of a side's whole process tree",
    .is_of_side = true,
    .measures = measures,
    .state_bytes = sizeof(struct cpu_state),
    .read = cpu_read,
    .difference = cpu_difference,
};
