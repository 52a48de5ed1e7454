// SPDX-License-Identifier: GPL-2.0-or-later
/* Experiments made up by a test: conditions and runs with the figures that a table is made of. */
#pragma once

#include "base/memory.h"
#include "base/text.h"
#include "record/experiment_record.h"

#include <string.h>

/* What one run showed. */
struct synthetic_run {
    size_t condition; /* index */
    int round;
    enum outcome outcome;
    const char *reason;
    double time_s;
    double user_s; /* the job's CPU, all of it */
    double loads;
    double load_cpu_s;
    double wakeup_us; /* 0: withheld */
};

static inline struct experiment_data synthetic_create(int64_t id, const char *plan)
{
    struct experiment_data data = {0};
    data.experiment = (struct experiment_record){
        .id = id,
        .uuid = string_format("%08d-0000-4000-8000-000000000000", (int)id),
        .state = EXPERIMENT_COMPLETE,
        .started = 1034400000, /* 12 October 2002 */
        .plan = string_duplicate(plan),
        .seed = 42,
        .command_line = string_duplicate("contend run"),
        .version = string_duplicate("0.1.0"),
    };
    return data;
}

/* Returns its index. */
static inline size_t synthetic_condition(struct experiment_data *data, const char *label,
                                         const char *job, const char *load)
{
    struct experiment_record *experiment = &data->experiment;
    size_t index = experiment->condition_count++;
    experiment->conditions =
        memory_grow(experiment->conditions, index, sizeof(struct condition_record));
    experiment->conditions[index] = (struct condition_record){
        .id = experiment->id * 100 + (int64_t)index + 1,
        .position = (int)index,
        .label = string_duplicate(label),
        .job = string_duplicate(job),
        .load = string_duplicate(load),
        .runner = string_duplicate("local"),
    };
    return index;
}

static inline void synthetic_measure(struct run_record *record, enum side side, const char *name,
                                     const char *unit, double value, enum measure_state state)
{
    const struct measure_definition definition = {.name = name, .unit = unit};
    run_record_add_measure(record, side, "", &definition, value, state);
}

/* The pointer holds until the next run. */
static inline struct run_record *synthetic_run(struct experiment_data *data,
                                               struct synthetic_run given)
{
    size_t index = data->run_count++;
    data->runs = memory_grow(data->runs, index, sizeof(struct planned_run));
    data->runs[index] = (struct planned_run){
        .condition_id = data->experiment.conditions[given.condition].id,
        .round = given.round,
        .block = (given.round + 1) / 2,
        .position = (int)index + 1,
        .record =
            {
                .uuid = string_format("%08x-0000-4000-8000-000000000001", (unsigned)index + 1),
                .outcome = given.outcome,
                .reason = string_duplicate(given.reason != NULL ? given.reason : ""),
                .boot_id = string_duplicate("boot"),
                .started = 1034400010 + (double)index * 60,
                .window_ns = (uint64_t)(given.time_s * 1e9),
                .coldness = string_duplicate("{\"dropped\": true}"),
                .output_tail = string_duplicate(""),
            },
    };
    struct run_record *record = &data->runs[index].record;
    bool is_cut_off = given.outcome == OUTCOME_TIMED_OUT;
    if (given.outcome > OUTCOME_FLAGGED && !is_cut_off)
        return record;
    synthetic_measure(record, SIDE_JOB, "time_s", "s", given.time_s,
                      is_cut_off ? MEASURE_CENSORED : MEASURE_OK);
    synthetic_measure(record, SIDE_JOB, "user_s", "s", given.user_s, MEASURE_OK);
    synthetic_measure(record, SIDE_JOB, "system_s", "s", 0.0, MEASURE_OK);
    synthetic_measure(record, SIDE_LOAD, "user_s", "s", 0.0, MEASURE_OK);
    synthetic_measure(record, SIDE_LOAD, "system_s", "s", given.load_cpu_s, MEASURE_OK);
    synthetic_measure(record, SIDE_LOAD, "loads", "1", given.loads, MEASURE_OK);
    synthetic_measure(record, SIDE_PROBE, "wakeup_p99", "us", given.wakeup_us,
                      given.wakeup_us > 0 ? MEASURE_OK : MEASURE_WITHHELD);
    return record;
}

/* Progress of the load: so many units at each of the given seconds, "ns,count". */
static inline void synthetic_progress(struct run_record *record, const double (*points)[2],
                                      size_t count)
{
    double *data = memory_resize(NULL, count * 2, sizeof(double));
    for (size_t i = 0; i < count; i++) {
        data[2 * i] = points[i][0] * 1e9;
        data[2 * i + 1] = points[i][1];
    }
    run_record_add_series(record, SIDE_LOAD, "progress", "1", "ns,count", 2, count, data);
}
