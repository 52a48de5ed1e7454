// SPDX-License-Identifier: GPL-2.0-or-later
/* The format `csv`: RFC 4180, in long form: a line for each measure of each run, and one for a run
 * that has none. Complete but for series. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/report_request.h"
#include "store/store.h"

#include <string.h>

static void write_field(FILE *file, const char *text, bool is_last)
{
    auto_free char *clean = string_as_utf8(text);
    if (clean[strcspn(clean, ",\"\r\n")] == '\0') {
        fputs(clean, file);
    } else {
        fputc('"', file);
        for (const char *at = clean; *at != '\0'; at++) {
            if (*at == '"')
                fputc('"', file);
            fputc(*at, file);
        }
        fputc('"', file);
    }
    fputs(is_last ? "\r\n" : ",", file);
}

static void write_line(FILE *file, char *const *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        write_field(file, fields[i], i + 1 == count);
}

static void write_headings(FILE *file, const char *const *headings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        write_field(file, headings[i], i + 1 == count);
}

static const char *const run_headings[] = {
    "experiment", "experiment_uuid", "label",    "job",       "job_parameters",
    "load",       "load_parameters", "settings", "runner",    "run_uuid",
    "position",   "round",           "block",    "outcome",   "reason",
    "started",    "window_s",        "flags",    "side",      "part",
    "measure",    "value",           "unit",     "direction", "scale",
    "headline",   "state",
};

enum { RUN_FIELDS = 18, ALL_FIELDS = array_length(run_headings) };

static char *flag_codes(const struct run_record *record)
{
    auto_text struct text text = {0};
    for (size_t i = 0; i < record->flag_count; i++)
        text_append_format(&text, "%s%s", i > 0 ? ";" : "", record->flags[i].code);
    return text_take(&text);
}

static void fill_run(char **fields, const struct experiment_data *experiment,
                     const struct condition_record *condition, const struct planned_run *run)
{
    char *const values[RUN_FIELDS] = {
        string_format("%lld", (long long)experiment->experiment.id),
        string_duplicate(experiment->experiment.uuid),
        string_duplicate(condition->label),
        string_duplicate(condition->job),
        parameters_text(&condition->job_parameters),
        string_duplicate(condition->load),
        parameters_text(&condition->load_parameters),
        parameters_text(&condition->settings),
        string_duplicate(condition->runner),
        string_duplicate(run->record.uuid),
        string_format("%d", run->position),
        string_format("%d", run->round),
        string_format("%d", run->block),
        string_duplicate(outcome_name(run->record.outcome)),
        string_duplicate(run->record.reason),
        string_format("%.6f", run->record.started),
        string_format("%.9f", (double)run->record.window_ns / 1e9),
        flag_codes(&run->record),
    };
    memcpy(fields, values, sizeof(values));
}

static void write_measure(FILE *file, char **fields, const struct measure *measure)
{
    bool has_value = measure_state_has_value(measure->state);
    char *const values[ALL_FIELDS - RUN_FIELDS] = {
        string_duplicate(side_name(measure->side)),
        string_duplicate(measure->part),
        string_duplicate(measure->name),
        has_value ? string_format("%.17g", measure->value) : string_duplicate(""),
        string_duplicate(measure->unit),
        string_duplicate(direction_name(measure->direction)),
        string_duplicate(scale_name(measure->scale)),
        string_duplicate(measure->headline ? "1" : "0"),
        string_duplicate(measure_state_name(measure->state)),
    };
    memcpy(fields + RUN_FIELDS, values, sizeof(values));
    write_line(file, fields, ALL_FIELDS);
    for (size_t i = RUN_FIELDS; i < ALL_FIELDS; i++) {
        free(fields[i]);
        fields[i] = NULL;
    }
}

static void write_run(FILE *file, const struct experiment_data *experiment,
                      const struct condition_record *condition, const struct planned_run *run)
{
    char *fields[ALL_FIELDS] = {NULL};
    fill_run(fields, experiment, condition, run);
    for (size_t i = 0; i < run->record.measure_count; i++)
        write_measure(file, fields, &run->record.measures[i]);
    if (run->record.measure_count == 0)
        write_line(file, fields, ALL_FIELDS);
    for (size_t i = 0; i < RUN_FIELDS; i++)
        free(fields[i]);
}

static void write_report(const struct report_content *content, FILE *file)
{
    const struct report_request *request = content->request;
    write_headings(file, run_headings, ALL_FIELDS);
    for (size_t i = 0; i < request->experiment_count; i++) {
        const struct experiment_data *experiment = request->experiments[i];
        for (size_t n = 0; n < experiment->run_count; n++) {
            const struct planned_run *run = &experiment->runs[n];
            const struct condition_record *condition = report_request_condition_of(experiment, run);
            if (report_request_wants_run(request, condition, run))
                write_run(file, experiment, condition, run);
        }
    }
}

static void write_list(const struct experiment_summary *summaries, size_t count, FILE *file)
{
    static const char *const headings[] = {
        "experiment",   "uuid", "started", "state",  "conditions",   "runs_done",
        "runs_planned", "jobs", "loads",   "labels", "command_line",
    };
    write_headings(file, headings, array_length(headings));
    for (size_t i = 0; i < count; i++) {
        const struct experiment_summary *summary = &summaries[i];
        char *const fields[array_length(headings)] = {
            string_format("%lld", (long long)summary->id),
            string_duplicate(summary->uuid),
            string_format("%.6f", summary->started),
            string_duplicate(experiment_state_name(summary->state)),
            string_format("%zu", summary->condition_count),
            string_format("%d", summary->runs_done),
            string_format("%d", summary->runs_planned),
            string_duplicate(summary->jobs),
            string_duplicate(summary->loads),
            string_duplicate(summary->labels),
            string_duplicate(summary->command_line),
        };
        write_line(file, fields, array_length(fields));
        for (size_t n = 0; n < array_length(fields); n++)
            free(fields[n]);
    }
}

const struct report_format csv_report_format = {
    .name = "csv",
    .summary = "a line for each measure of each run",
    .rule = RATIO_OWN,
    .write = write_report,
    .write_list = write_list,
};
