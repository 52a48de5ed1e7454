// SPDX-License-Identifier: GPL-2.0-or-later
/* Readings of all sources, and their difference. */
#include "run/readings.h"
#include "base/memory.h"
#include "measure/measure_source.h"
#include "run/run_measures.h"

#include <assert.h>
#include <stdlib.h>

struct reading {
    const struct measure_source *source;
    enum side side;
    void *state; /* NULL: it could not be read */
};

struct readings {
    struct reading *items;
    size_t count;
    double own_cpu_s; /* of the executor and both supervisors */
};

static double cpu_s(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

static void read_one(struct readings *readings, const struct measure_source *source,
                     const struct measure_target *target)
{
    struct error ignored; /* an unavailable measure says so by its state */
    void *state = memory_allocate(source->state_bytes);
    if (source->read(target, state, &ignored) != 0) {
        free(state);
        state = NULL;
    }
    readings->items[readings->count++] =
        (struct reading){.source = source, .side = target->side, .state = state};
}

static struct measure_target side_target(const struct readings_plan *plan, struct run_side *side,
                                         double *own_cpu_s)
{
    struct error ignored;
    struct rusage own = {0};
    struct measure_target target = {
        .root = plan->root,
        .side = side->side,
        .supervisor = side->supervisor.pid,
        .group_fd =
            side->group != NULL && side->group->path != NULL ? side->group->directory_fd : -1,
        .device = plan->device,
    };
    supervisor_usage(&side->supervisor, &target.supervisor_usage, &own, &ignored);
    *own_cpu_s += cpu_s(&own);
    return target;
}

struct readings *readings_take(const struct readings_plan *plan)
{
    size_t source_count;
    const struct measure_source *const *sources = measure_source_catalog(&source_count);
    struct readings *readings = memory_allocate(sizeof(*readings));
    const struct measure_target targets[] = {
        side_target(plan, plan->job, &readings->own_cpu_s),
        side_target(plan, plan->load, &readings->own_cpu_s),
        {.root = plan->root, .side = SIDE_MACHINE, .group_fd = -1, .device = plan->device},
    };
    readings->items = memory_allocate((source_count * 3 + 1) * sizeof(struct reading));
    for (size_t i = 0; i < source_count; i++)
        for (size_t t = 0; t < array_length(targets); t++)
            if (sources[i]->is_of_side == (targets[t].side != SIDE_MACHINE))
                read_one(readings, sources[i], &targets[t]);
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    readings->own_cpu_s += cpu_s(&own);
    return readings;
}

void readings_destroy(struct readings *readings)
{
    if (readings == NULL)
        return;
    for (size_t i = 0; i < readings->count; i++)
        free(readings->items[i].state);
    free(readings->items);
    free(readings);
}

void readings_to_record(const struct readings *opening, const struct readings *closing,
                        double window_s, struct run_record *record)
{
    assert(opening->count == closing->count);
    run_record_add_measure(record, SIDE_MACHINE, "", &measure_own_cpu,
                           closing->own_cpu_s - opening->own_cpu_s, MEASURE_OK);
    for (size_t i = 0; i < opening->count; i++) {
        const struct measure_source *source = opening->items[i].source;
        double values[MEASURE_SOURCE_MAXIMUM] = {0};
        enum measure_state states[MEASURE_SOURCE_MAXIMUM] = {MEASURE_OK};
        const void *first = opening->items[i].state;
        const void *last = closing->items[i].state;
        if (first != NULL && last != NULL)
            source->difference(first, last, window_s, values, states);
        for (size_t n = 0; source->measures[n].name != NULL; n++)
            run_record_add_measure(record, opening->items[i].side, "", &source->measures[n],
                                   values[n],
                                   first != NULL && last != NULL ? states[n] : MEASURE_UNAVAILABLE);
    }
}
