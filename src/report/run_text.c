// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs one by one: outcome and reason, coldness, flags, measures, the last output. */
#include "report/run_text.h"
#include "base/memory.h"
#include "report/printable.h"
#include "report/text_table.h"

#include <string.h>
#include <time.h>

static void write_field(FILE *file, const char *name, const char *text)
{
    if (text == NULL || text[0] == '\0')
        return;
    auto_free char *clean = printable_copy(text);
    fprintf(file, "  %-9s %s\n", name, clean);
}

static void write_item(FILE *file, const char *name, const char *item,
                       const struct parameters *parameters)
{
    auto_free char *given = parameters_text(parameters);
    auto_free char *text =
        string_format("%s%s%s", item, given[0] != '\0' && item[0] != '\0' ? ":" : "", given);
    write_field(file, name, text);
}

static void write_measures(const struct run_record *record, FILE *file)
{
    static const struct text_column columns[] = {
        {"Side", false}, {"Part", false}, {"Measure", false},
        {"Value", true}, {"Unit", false}, {"State", false},
    };
    struct text_table *table = text_table_create(columns, array_length(columns));
    for (size_t i = 0; i < record->measure_count; i++) {
        const struct measure *measure = &record->measures[i];
        bool has_value = measure_state_has_value(measure->state);
        text_table_add_line(table);
        text_table_set(table, 0, string_duplicate(side_name(measure->side)));
        text_table_set(table, 1, printable_copy(measure->part));
        text_table_set(table, 2, printable_copy(measure->name));
        text_table_set(table, 3,
                       has_value ? string_format("%.10g", measure->value) : string_duplicate("-"));
        text_table_set(table, 4, printable_copy(measure->unit));
        text_table_set(table, 5, string_duplicate(measure_state_name(measure->state)));
    }
    auto_free char *lines = text_table_take(table);
    for (const char *at = lines; *at != '\0';) {
        int length = (int)strcspn(at, "\n");
        fprintf(file, "    %.*s\n", length, at);
        at += length + (at[length] == '\n');
    }
    text_table_destroy(table);
}

static void write_output(const char *output, FILE *file)
{
    if (output == NULL || output[0] == '\0')
        return;
    auto_free char *clean = printable_copy(output);
    fprintf(file, "  last output\n");
    for (const char *at = clean; *at != '\0';) {
        int length = (int)strcspn(at, "\n");
        fprintf(file, "    | %.*s\n", length, at);
        at += length + (at[length] == '\n');
    }
}

static void write_run(const struct experiment_data *experiment, const struct planned_run *run,
                      FILE *file)
{
    const struct condition_record *condition = report_request_condition_of(experiment, run);
    const struct run_record *record = &run->record;
    char when[32] = "";
    time_t started = (time_t)record->started;
    struct tm parts;
    if (localtime_r(&started, &parts) != NULL)
        strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S", &parts);
    fprintf(file, "Run %lld.%d (%.8s), round %d, block %d, %s\n",
            (long long)experiment->experiment.id, run->position, record->uuid, run->round,
            run->block, when);
    write_field(file, "label", condition->label);
    write_item(file, "job", condition->job, &condition->job_parameters);
    write_item(file, "load", condition->load, &condition->load_parameters);
    write_item(file, "settings", "", &condition->settings);
    write_field(file, "outcome", outcome_name(record->outcome));
    write_field(file, "reason", record->reason);
    fprintf(file, "  %-9s %.3f s\n", "window", (double)record->window_ns / 1e9);
    write_field(file, "coldness", record->coldness);
    for (size_t i = 0; i < record->flag_count; i++) {
        const struct flag *flag = &record->flags[i];
        auto_free char *text =
            string_format("%s: %s%s%s%s", flag->code, flag->reason, flag->detail[0] ? " (" : "",
                          flag->detail, flag->detail[0] ? ")" : "");
        write_field(file, "flag", text);
    }
    write_measures(record, file);
    write_output(record->output_tail, file);
}

void run_text_write(const struct report_request *request, FILE *file)
{
    bool is_first = true;
    for (size_t i = 0; i < request->experiment_count; i++) {
        const struct experiment_data *experiment = request->experiments[i];
        for (size_t n = 0; n < experiment->run_count; n++) {
            const struct planned_run *run = &experiment->runs[n];
            if (!report_request_wants_run(request, report_request_condition_of(experiment, run),
                                          run))
                continue;
            fputs(is_first ? "" : "\n", file);
            write_run(experiment, run, file);
            is_first = false;
        }
    }
}
