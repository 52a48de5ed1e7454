// SPDX-License-Identifier: GPL-2.0-or-later
/* Times from earlier runs of the same conditions; reachable p and shift from the plan alone. */
#include "experiment/forecast.h"
#include "base/memory.h"
#include "statistics/reachable.h"

#include <math.h>

enum { EXPERIMENTS_READ_MAX = 20, RUNS_OF_BLOCK = 2 };

static const double guess_s = 30.0;
static const double settle_s = 4.0;  /* settling and restoring around a window */
static const double lead_in_s = 6.0; /* of a load that gets steady soon */
static const double level = 0.05;
static const double power = 0.8;

/* Sums of windows by condition of the plan. */
struct known_times {
    double *seconds;
    unsigned *counts;
};

static bool is_same(const struct condition_record *a, const struct condition_record *b)
{
    return string_is(a->job, b->job) && string_is(a->load, b->load) &&
           parameters_equal(&a->job_parameters, &b->job_parameters) &&
           parameters_equal(&a->load_parameters, &b->load_parameters) &&
           parameters_equal(&a->settings, &b->settings);
}

static void add_experiment(const struct plan *plan, const struct experiment_data *data,
                           struct known_times *times)
{
    for (size_t i = 0; i < plan->condition_count; i++)
        for (size_t j = 0; j < data->experiment.condition_count; j++) {
            const struct condition_record *stored = &data->experiment.conditions[j];
            if (!is_same(&plan->conditions[i].record, stored))
                continue;
            for (size_t k = 0; k < data->run_count; k++)
                if (data->runs[k].condition_id == stored->id &&
                    data->runs[k].record.outcome <= OUTCOME_FLAGGED) {
                    times->seconds[i] += (double)data->runs[k].record.window_ns / 1e9;
                    times->counts[i]++;
                }
        }
}

static int read_times(const struct plan *plan, struct store *store, struct known_times *times,
                      struct error *error)
{
    struct experiment_summary *summaries;
    size_t count;
    if (store_experiment_list(store, &summaries, &count, error) != 0)
        return -1;
    int result = 0;
    for (size_t i = 0; i < count && i < EXPERIMENTS_READ_MAX && result == 0; i++) {
        auto_experiment_data struct experiment_data data = {0};
        result = store_experiment_load(store, summaries[i].id, STORE_WITHOUT_SERIES, &data, error);
        if (result == 0)
            add_experiment(plan, &data, times);
    }
    store_experiment_list_finish(summaries, count);
    return result;
}

static void forecast_time(const struct plan *plan, const struct known_times *times,
                          struct forecast *forecast)
{
    double known_s = 0.0;
    for (size_t i = 0; i < plan->condition_count; i++) {
        if (times->counts[i] == 0)
            continue;
        forecast->known_count++;
        known_s += times->seconds[i] / times->counts[i];
    }
    double unknown_s =
        forecast->known_count > 0 ? known_s / (double)forecast->known_count : guess_s;
    for (size_t i = 0; i < plan->run_count; i++) {
        size_t condition = plan->runs[i].condition;
        double window_s = times->counts[condition] > 0
                              ? times->seconds[condition] / times->counts[condition]
                              : unknown_s;
        double lead_in = plan->conditions[condition].load->is_idle ? 0.0 : lead_in_s;
        forecast->seconds += (plan->runs[i].is_warmed ? 2 : 1) * window_s + settle_s + lead_in;
    }
}

int forecast_make(const struct plan *plan, struct store *store, struct forecast *out,
                  struct error *error)
{
    auto_free double *seconds = memory_allocate((plan->condition_count + 1) * sizeof(double));
    auto_free unsigned *counts = memory_allocate((plan->condition_count + 1) * sizeof(unsigned));
    struct known_times times = {seconds, counts};
    struct forecast forecast = {.rows = (unsigned)plan_row_count(plan)};
    if (store != NULL && read_times(plan, store, &times, error) != 0)
        return -1;
    forecast_time(plan, &times, &forecast);
    unsigned blocks = plan->rounds / RUNS_OF_BLOCK;
    forecast.p_min = fmin(1.0, reachable_p(blocks) * forecast.rows);
    forecast.shift_sd = reachable_shift(blocks, level / forecast.rows, power);
    *out = forecast;
    return 0;
}
