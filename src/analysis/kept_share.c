// SPDX-License-Identifier: GPL-2.0-or-later
/* Rates of a load from its progress, beside the job and beside idle, and their share. */
#include "analysis/kept_share.h"
#include "base/memory.h"
#include "workloads/catalog.h"

#include <string.h>

bool kept_share_is_counterpart(const struct condition_record *condition)
{
    const struct workload *job = workload_catalog_find(condition->job);
    return job != NULL && job->is_idle;
}

/* The idle counterpart of a condition in its experiment, NULL where none was planned. */
static const struct condition_record *counterpart_of(const struct experiment_data *experiment,
                                                     const struct condition_record *condition)
{
    for (size_t i = 0; i < experiment->experiment.condition_count; i++) {
        const struct condition_record *other = &experiment->experiment.conditions[i];
        if (kept_share_is_counterpart(other) && strcmp(other->load, condition->load) == 0 &&
            strcmp(other->label, condition->label) == 0 &&
            parameters_equal(&other->load_parameters, &condition->load_parameters) &&
            parameters_equal(&other->settings, &condition->settings))
            return other;
    }
    return NULL;
}

/* Of a series "ns,count": linear between the samples beside it, the nearest one outside. */
static double count_at(const struct series *series, double ns)
{
    const double *data = series->data;
    if (ns <= data[0])
        return data[1];
    for (size_t i = 1; i < series->count; i++) {
        const double *before = data + 2 * (i - 1);
        const double *after = data + 2 * i;
        if (ns <= after[0] && after[0] > before[0])
            return before[1] + (after[1] - before[1]) * (ns - before[0]) / (after[0] - before[0]);
    }
    return data[2 * (series->count - 1) + 1];
}

static const struct series *progress_of(const struct run_record *record)
{
    const struct series *series = run_record_series(record, SIDE_LOAD, "progress");
    return series != NULL && series->width == 2 && series->count >= 2 ? series : NULL;
}

/* False where a rate is missing, or where the load did nothing beside idle either. */
static bool share_of(const struct run_record *run, const struct run_record *idle,
                     double *out_percent)
{
    const struct series *beside_job = progress_of(run);
    const struct series *alone = progress_of(idle);
    uint64_t window_ns = run->window_ns < idle->window_ns ? run->window_ns : idle->window_ns;
    if (beside_job == NULL || alone == NULL || window_ns == 0)
        return false;
    double done = count_at(beside_job, (double)window_ns) - count_at(beside_job, 0.0);
    double possible = count_at(alone, (double)window_ns) - count_at(alone, 0.0);
    if (!(possible > 0.0))
        return false;
    *out_percent = 100.0 * done / possible;
    return true;
}

/* The counterpart's run of that round; the only one there is, where there is only one. */
static const struct run_record *idle_run(const struct experiment_data *experiment,
                                         const struct condition_record *counterpart, int round)
{
    const struct run_record *only = NULL;
    size_t count = 0;
    for (size_t i = 0; i < experiment->run_count; i++) {
        const struct planned_run *run = &experiment->runs[i];
        if (run->condition_id != counterpart->id || !run_is_measured(&run->record))
            continue;
        if (run->round == round)
            return &run->record;
        only = &run->record;
        count++;
    }
    return count == 1 ? only : NULL;
}

struct figure kept_share_figure(const struct result_row *row)
{
    const struct condition_record *counterpart = counterpart_of(row->experiment, row->condition);
    if (counterpart == NULL)
        return (struct figure){0};
    auto_free double *shares = memory_allocate(row->run_count * sizeof(*shares));
    size_t count = 0;
    for (size_t i = 0; i < row->run_count; i++) {
        const struct run_record *idle = idle_run(row->experiment, counterpart, row->runs[i]->round);
        if (run_is_measured(&row->runs[i]->record) && idle != NULL &&
            share_of(&row->runs[i]->record, idle, &shares[count]))
            count++;
    }
    return (struct figure){.summary = summary_of(shares, count)};
}
