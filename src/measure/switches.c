// SPDX-License-Identifier: GPL-2.0-or-later
/* Context switches of a side: of its living tasks, and of those that its supervisor has reaped, as
 * the supervisor says. What a living process below the supervisor has reaped is to be seen nowhere;
 * the figures are then a lower bound, and are marked as one. */
#include "measure/counters.h"
#include "measure/measure_source.h"

static const struct measure_definition measures[] = {
    {"voluntary_switches", "1", DIRECTION_LESS, SCALE_RATIO, false,
     "times a task gave up its CPU to wait for something"},
    {"involuntary_switches", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "times a task was taken off its CPU"},
    {0}};

struct switches_state {
    double counters[2];
    bool has_hidden;
};

static int switches_read(const struct measure_target *target, void *state_bytes,
                         struct error *error)
{
    struct switches_state *state = state_bytes;
    struct process_switches alive;
    if (process_tree_switches(target->root, target->processes, target->supervisor, &alive, error) !=
        0)
        return -1;
    state->counters[0] = alive.voluntary + (double)target->supervisor_usage.ru_nvcsw;
    state->counters[1] = alive.involuntary + (double)target->supervisor_usage.ru_nivcsw;
    state->has_hidden = alive.has_hidden;
    return 0;
}

static void switches_difference(const void *opening, const void *closing, double window_s,
                                double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    const struct switches_state *first = opening;
    const struct switches_state *last = closing;
    counters_difference(first->counters, last->counters, 2, out_values, out_states);
    for (size_t i = 0; i < 2; i++)
        if (last->has_hidden && out_states[i] == MEASURE_OK)
            out_states[i] = MEASURE_CENSORED;
}

const struct measure_source switches_source = {
    .name = "switches",
    .summary = "context switches of a side's whole process tree",
    .is_of_side = true,
    .measures = measures,
    .state_bytes = sizeof(struct switches_state),
    .read = switches_read,
    .difference = switches_difference,
};
