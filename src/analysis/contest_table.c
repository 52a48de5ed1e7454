// SPDX-License-Identifier: GPL-2.0-or-later
/* Builds contest's table from stored runs. */
#include "analysis/contest_table.h"
#include "analysis/experiment_head.h"
#include "analysis/kept_share.h"
#include "analysis/row_name.h"
#include "base/memory.h"
#include "workloads/catalog.h"
#include "workloads/contest_loads.h"

#include <string.h>

static const struct table_column columns[CONTEST_COLUMN_COUNT] = {
    [CONTEST_TIME] = {.heading = "Time", .digits = 1},
    [CONTEST_CPU] = {.heading = "CPU%", .digits = 1},
    [CONTEST_LOADS] = {.heading = "Loads", .digits = 2},
    [CONTEST_LOAD_CPU] = {.heading = "LCPU%", .digits = 1},
    [CONTEST_RATIO] = {.heading = "Ratio", .digits = 2},
    [CONTEST_KEPT] = {.heading = "Kept%", .digits = 1},
    [CONTEST_WAKEUP] = {.heading = "p99", .form = FIGURE_MICROSECONDS, .is_median = true},
    [CONTEST_RANGE] = {.heading = "Time from..to", .form = FIGURE_RANGE, .digits = 1},
};

static bool is_wanted(const struct contest_options *options, const char *label,
                      const struct condition_record *condition)
{
    return !kept_share_is_counterpart(condition) &&
           (label == NULL || strcmp(condition->label, label) == 0) &&
           (options->labels == NULL || string_list_has(options->labels, condition->label));
}

/* What a table is made of, handed down. */
struct input {
    const struct experiment_data *const *experiments;
    size_t count;
    const struct contest_options *options;
};

static void add_rows(const struct input *input, struct result_table *table, const char *load,
                     const char *label)
{
    for (size_t i = 0; i < input->count; i++) {
        const struct experiment_record *experiment = &input->experiments[i]->experiment;
        for (size_t n = 0; n < experiment->condition_count; n++) {
            const struct condition_record *condition = &experiment->conditions[n];
            if (strcmp(condition->load, load) == 0 && is_wanted(input->options, label, condition))
                result_table_add_row(table, result_table_block(table, load), input->experiments[i],
                                     condition);
        }
    }
}

static void add_block(const struct input *input, struct result_table *table, const char *load)
{
    const struct string_list *labels = input->options->labels;
    if (labels == NULL)
        add_rows(input, table, load, NULL);
    for (size_t i = 0; labels != NULL && i < labels->count; i++)
        add_rows(input, table, load, labels->items[i]);
}

static void add_blocks(const struct input *input, struct result_table *table)
{
    auto_string_list struct string_list loads = {0};
    for (const char *const *load = contest_loads; *load != NULL; load++)
        string_list_add(&loads, *load); /* others follow as they come */
    for (size_t i = 0; i < input->count; i++) {
        const struct experiment_record *experiment = &input->experiments[i]->experiment;
        for (size_t n = 0; n < experiment->condition_count; n++)
            if (!string_list_has(&loads, experiment->conditions[n].load))
                string_list_add(&loads, experiment->conditions[n].load);
    }
    for (size_t i = 0; i < loads.count; i++)
        add_block(input, table, loads.items[i]);
}

/* A figure of one run; false where the run doesn't have it. */
typedef bool run_figure(const struct run_record *record, double *out_value);

static bool value_of(const struct run_record *record, enum side side, const char *name,
                     double *out_value)
{
    const struct measure *measure = run_record_measure(record, side, name);
    if (measure == NULL || measure->state != MEASURE_OK)
        return false;
    *out_value = measure->value;
    return true;
}

static bool time_of(const struct run_record *record, double *out_value)
{
    return value_of(record, SIDE_JOB, "time_s", out_value);
}

/* contest's own reading: 74 s of CPU in 79 s are 93.7 %. */
static bool cpu_percent_of(const struct run_record *record, enum side side, double *out_value)
{
    double user;
    double system;
    double wall;
    if (!value_of(record, side, "user_s", &user) || !value_of(record, side, "system_s", &system) ||
        !time_of(record, &wall) || !(wall > 0.0))
        return false;
    *out_value = 100.0 * (user + system) / wall;
    return true;
}

static bool job_cpu_of(const struct run_record *record, double *out_value)
{
    return cpu_percent_of(record, SIDE_JOB, out_value);
}

static bool load_cpu_of(const struct run_record *record, double *out_value)
{
    return cpu_percent_of(record, SIDE_LOAD, out_value);
}

static bool loads_of(const struct run_record *record, double *out_value)
{
    return value_of(record, SIDE_LOAD, "loads", out_value);
}

static bool wakeup_of(const struct run_record *record, double *out_value)
{
    return value_of(record, SIDE_PROBE, "wakeup_p99", out_value);
}

static struct figure figure_of(const struct result_row *row, run_figure *take)
{
    auto_free double *values = memory_allocate(row->run_count * sizeof(*values));
    size_t count = 0;
    for (size_t i = 0; i < row->run_count; i++)
        if (run_is_measured(&row->runs[i]->record) && take(&row->runs[i]->record, &values[count]))
            count++;
    return (struct figure){.summary = summary_of(values, count)};
}

/* Time alone has a figure for runs that were cut off: at least so long. */
static struct figure time_figure(const struct result_row *row)
{
    auto_free double *values = memory_allocate(row->run_count * sizeof(*values));
    size_t count = 0;
    struct figure figure = {0};
    for (size_t i = 0; i < row->run_count; i++) {
        const struct run_record *record = &row->runs[i]->record;
        const struct measure *time = run_record_measure(record, SIDE_JOB, "time_s");
        bool is_cut_off = record->outcome == OUTCOME_TIMED_OUT;
        if (time == NULL || !(is_cut_off || run_is_measured(record)) ||
            !measure_state_has_value(time->state))
            continue;
        figure.is_lower_bound |= is_cut_off || time->state == MEASURE_CENSORED;
        values[count++] = time->value;
    }
    figure.summary = summary_of(values, count);
    return figure;
}

/* A slow run is often the finding itself: it stays in the mean and is pointed at. */
static void note_far_out(struct result_table *table, struct result_row *row)
{
    auto_free double *values = memory_allocate(row->run_count * sizeof(*values));
    size_t count = 0;
    for (size_t i = 0; i < row->run_count; i++)
        if (run_is_measured(&row->runs[i]->record) &&
            time_of(&row->runs[i]->record, &values[count]))
            count++;
    for (size_t i = 0; i < count; i++)
        if (summary_is_far_out(values[i], values, count))
            result_table_note(table, row,
                              "one run took %.1f s where the median is %.1f s; it is kept in the "
                              "mean",
                              values[i], summary_of(values, count).median);
}

static size_t withheld_count(const struct result_row *row)
{
    size_t count = 0;
    for (size_t i = 0; i < row->run_count; i++) {
        const struct run_record *record = &row->runs[i]->record;
        const struct measure *measure = run_record_measure(record, SIDE_PROBE, "wakeup_p99");
        count += run_is_measured(record) && measure != NULL && measure->state == MEASURE_WITHHELD;
    }
    return count;
}

/* The figure is then of the other runs, or there is none. */
static void append_withheld(const struct result_table *table, struct string_list *head)
{
    size_t withheld = 0;
    size_t measured = 0;
    for (size_t i = 0; i < table->block_count; i++)
        for (size_t n = 0; n < table->blocks[i].row_count; n++) {
            withheld += withheld_count(&table->blocks[i].rows[n]);
            measured += table->blocks[i].rows[n].measured_count;
        }
    if (withheld > 0)
        string_list_take(head, string_format("p99 of how late a task wakes: left out in %zu of %zu "
                                             "runs, too short for the 1,000 wake-ups that it needs",
                                             withheld, measured));
}

static void fill_figures(struct result_table *table, struct result_row *row)
{
    struct figure *figures = row->figures;
    const struct workload *load = workload_catalog_find(row->condition->load);
    figures[CONTEST_TIME] = time_figure(row);
    figures[CONTEST_RANGE] = figures[CONTEST_TIME];
    figures[CONTEST_CPU] = figure_of(row, job_cpu_of);
    figures[CONTEST_WAKEUP] = figure_of(row, wakeup_of);
    if (load != NULL && load->is_idle) {
        /* By definition, as contest printed it: its supervisor's own microseconds are no load. */
        figures[CONTEST_LOADS].summary.count = row->measured_count;
        figures[CONTEST_LOAD_CPU].summary.count = row->measured_count;
    } else {
        figures[CONTEST_LOADS] = figure_of(row, loads_of);
        figures[CONTEST_LOAD_CPU] = figure_of(row, load_cpu_of);
        figures[CONTEST_KEPT] = kept_share_figure(row);
    }
    note_far_out(table, row);
}

static bool is_same_job(const struct condition_record *a, const struct condition_record *b)
{
    return strcmp(a->job, b->job) == 0 && parameters_equal(&a->job_parameters, &b->job_parameters);
}

/* The no_load row that Time is divided by, NULL where there is none or more than one would do. */
static const struct result_row *reference_row(const struct result_block *block,
                                              const struct result_row *row,
                                              const struct contest_options *options)
{
    bool is_own = options->rule == RATIO_OWN;
    const char *label = is_own                       ? row->condition->label
                        : options->reference != NULL ? options->reference
                                                     : block->rows[0].condition->label;
    const struct result_row *other_settings = NULL;
    size_t other_count = 0;
    for (size_t i = 0; i < block->row_count; i++) {
        const struct result_row *candidate = &block->rows[i];
        if (strcmp(candidate->condition->label, label) != 0 ||
            !is_same_job(candidate->condition, row->condition) ||
            (is_own && candidate->experiment != row->experiment))
            continue;
        if (parameters_equal(&candidate->condition->settings, &row->condition->settings))
            return candidate;
        other_settings = candidate;
        other_count++;
    }
    return !is_own && other_count == 1 ? other_settings : NULL;
}

static void fill_ratio(const struct result_block *reference, struct result_row *row,
                       const struct contest_options *options)
{
    const struct result_row *base = reference_row(reference, row, options);
    if (base == NULL)
        return;
    const struct figure *divisor = &base->figures[CONTEST_TIME];
    const struct figure *time = &row->figures[CONTEST_TIME];
    if (divisor->summary.count == 0 || divisor->is_lower_bound || !(divisor->summary.mean > 0.0) ||
        time->summary.count == 0)
        return;
    double ratio = time->summary.mean / divisor->summary.mean;
    row->figures[CONTEST_RATIO] = (struct figure){
        .summary = summary_of(&ratio, 1),
        .is_lower_bound = time->is_lower_bound,
    };
}

static void fill_ratios(struct result_table *table, const struct contest_options *options)
{
    if (table->block_count == 0 || strcmp(table->blocks[0].title, CONTEST_REFERENCE_LOAD) != 0)
        return;
    for (size_t i = 0; i < table->block_count; i++)
        for (size_t n = 0; n < table->blocks[i].row_count; n++)
            fill_ratio(&table->blocks[0], &table->blocks[i].rows[n], options);
}

static void append_ratio_rule(const struct contest_options *options, struct result_table *table)
{
    bool has_reference =
        table->block_count > 0 && strcmp(table->blocks[0].title, CONTEST_REFERENCE_LOAD) == 0;
    if (!has_reference)
        string_list_add(&table->head, "Ratio: none, since no_load was not measured");
    else if (options->rule == RATIO_REFERENCE)
        string_list_take(&table->head,
                         string_format("Ratio: Time over that of no_load under %s",
                                       options->reference != NULL
                                           ? options->reference
                                           : table->blocks[0].rows[0].condition->label));
    else
        string_list_add(&table->head, "Ratio: Time over that of no_load under the same label");
}

static void append_memory_warning(struct result_table *table)
{
    auto_string_list struct string_list kinds = {0};
    for (size_t i = 0; i < table->block_count; i++)
        for (size_t n = 0; n < table->blocks[i].row_count; n++) {
            const struct result_row *row = &table->blocks[i].rows[n];
            auto_free char *measured = experiment_head_memory(row->runs, row->run_count);
            const char *wanted = parameters_get(&row->condition->settings, "memory");
            const char *kind = measured[0] != '\0' || row->run_count == 0 ? measured
                               : wanted != NULL                           ? wanted
                                                                          : "whole";
            if (kind[0] != '\0' && !string_list_has(&kinds, kind))
                string_list_add(&kinds, kind);
        }
    if (kinds.count > 1)
        string_list_add(&table->head, "Rows of different memory stand beside each other: loads are "
                                      "sized by it, and times don't compare");
}

void contest_table_build(const struct experiment_data *const *experiments, size_t count,
                         const struct contest_options *options, struct result_table *out)
{
    const struct input input = {experiments, count, options};
    struct result_table table = {.columns = columns, .column_count = CONTEST_COLUMN_COUNT};
    add_blocks(&input, &table);
    for (size_t i = 0; i < table.block_count; i++)
        for (size_t n = 0; n < table.blocks[i].row_count; n++)
            fill_figures(&table, &table.blocks[i].rows[n]);
    fill_ratios(&table, options);
    row_name_complete(&table);
    for (size_t i = 0; i < count; i++)
        experiment_head_append(experiments[i], &table.head);
    append_ratio_rule(options, &table);
    append_withheld(&table, &table.head);
    append_memory_warning(&table);
    *out = table;
}
