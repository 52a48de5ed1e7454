// SPDX-License-Identifier: GPL-2.0-or-later
/* Readings of all sources for both sides, and what taking them costs. */
#include "run/readings.h"
#include "base/memory.h"
#include "measure/measure_reading.h"
#include "run/run_measures.h"

#include <stdlib.h>

struct readings {
    struct measure_reading *reading;
    double own_cpu_s; /* of the executor and both supervisors */
};

static double cpu_s(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

static struct measure_target side_target(const struct readings_plan *plan, struct run_side *side,
                                         double *own_cpu_s)
{
    struct error ignored;
    struct rusage own = {0};
    const struct control_group *group = side->group;
    struct measure_target target = {
        .root = plan->root,
        .side = side->side,
        .supervisor = side->supervisor.pid,
        .group_fd = group != NULL && group->path != NULL ? group->directory_fd : -1,
        .device = plan->device,
    };
    supervisor_usage(&side->supervisor, &target.supervisor_usage, &own, &ignored);
    *own_cpu_s += cpu_s(&own);
    return target;
}

struct readings *readings_take(const struct readings_plan *plan)
{
    struct readings *readings = memory_allocate(sizeof(*readings));
    readings->reading = measure_reading_create();
    const struct measure_target targets[] = {
        side_target(plan, plan->job, &readings->own_cpu_s),
        side_target(plan, plan->load, &readings->own_cpu_s),
        {.root = plan->root, .side = SIDE_MACHINE, .group_fd = -1, .device = plan->device},
    };
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    readings->own_cpu_s += cpu_s(&own);
    measure_reading_take(readings->reading, targets, array_length(targets));
    return readings;
}

void readings_destroy(struct readings *readings)
{
    if (readings == NULL)
        return;
    measure_reading_destroy(readings->reading);
    free(readings);
}

void readings_to_record(const struct readings *opening, const struct readings *closing,
                        double window_s, struct run_record *record)
{
    run_record_add_measure(record, SIDE_MACHINE, "", &measure_own_cpu,
                           closing->own_cpu_s - opening->own_cpu_s, MEASURE_OK);
    measure_reading_record(opening->reading, closing->reading, window_s, record);
}
