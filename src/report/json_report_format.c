// SPDX-License-Identifier: GPL-2.0-or-later
/* The format `json`: all that is stored, and the table made of it. Series only where asked for. */
#include "record/json.h"
#include "report/report_request.h"
#include "store/store.h"

#include <string.h>

enum { DUMP_FLAGS = JSON_INDENT(2) };

/* Documents that are stored as text are shown as documents. */
static json_t *document(const char *text)
{
    json_t *json = text != NULL ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    return json != NULL ? json : json_text(text);
}

static json_t *pairs(const struct parameters *parameters)
{
    json_t *object = json_object();
    for (size_t i = 0; i < parameters->count; i++) {
        auto_free char *key = string_as_utf8(parameters->items[i].key);
        json_object_set_new(object, key, json_text(parameters->items[i].value));
    }
    return object;
}

static json_t *condition_json(const struct condition_record *condition)
{
    return json_pack(
        "{s:I, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", (json_int_t)condition->id,
        "position", condition->position, "label", json_text(condition->label), "job",
        json_text(condition->job), "job_parameters", pairs(&condition->job_parameters), "load",
        json_text(condition->load), "load_parameters", pairs(&condition->load_parameters),
        "settings", pairs(&condition->settings), "runner", json_text(condition->runner));
}

static json_t *run_json(const struct planned_run *run, bool with_series)
{
    json_t *json = run_record_to_json(&run->record);
    json_object_set_new(json, "condition", json_integer(run->condition_id));
    json_object_set_new(json, "round", json_integer(run->round));
    json_object_set_new(json, "block", json_integer(run->block));
    json_object_set_new(json, "position", json_integer(run->position));
    json_object_set_new(json, "environment",
                        run->environment_id != 0 ? json_integer(run->environment_id) : json_null());
    json_object_set_new(json, "coldness", document(run->record.coldness));
    if (!with_series)
        json_object_del(json, "series");
    return json;
}

static json_t *environments_json(const struct experiment_data *experiment)
{
    json_t *array = json_array();
    for (size_t i = 0; i < experiment->environment_count; i++)
        json_array_append_new(
            array, json_pack("{s:I, s:o}", "id", (json_int_t)experiment->environment_ids[i],
                             "fingerprint", document(experiment->environments[i])));
    return array;
}

static json_t *experiment_json(const struct report_request *request,
                               const struct experiment_data *data)
{
    const struct experiment_record *experiment = &data->experiment;
    json_t *conditions = json_array();
    json_t *runs = json_array();
    for (size_t i = 0; i < experiment->condition_count; i++)
        json_array_append_new(conditions, condition_json(&experiment->conditions[i]));
    for (size_t i = 0; i < data->run_count; i++)
        if (report_request_wants_run(request, report_request_condition_of(data, &data->runs[i]),
                                     &data->runs[i]))
            json_array_append_new(runs, run_json(&data->runs[i], request->with_series));
    return json_pack("{s:I, s:o, s:s, s:f, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "id",
                     (json_int_t)experiment->id, "uuid", json_text(experiment->uuid), "state",
                     experiment_state_name(experiment->state), "started", experiment->started,
                     "seed", (json_int_t)experiment->seed, "command_line",
                     json_text(experiment->command_line), "version", json_text(experiment->version),
                     "plan", document(experiment->plan), "environments", environments_json(data),
                     "conditions", conditions, "runs", runs);
}

static json_t *figure_json(const struct figure *figure)
{
    const struct summary *summary = &figure->summary;
    if (summary->count == 0)
        return json_null();
    return json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:b}", "count", (json_int_t)summary->count,
                     "mean", summary->mean, "median", summary->median, "sd", summary->sd, "minimum",
                     summary->minimum, "maximum", summary->maximum, "is_lower_bound",
                     figure->is_lower_bound);
}

static json_t *row_json(const struct result_table *table, const struct result_row *row)
{
    json_t *figures = json_object();
    json_t *notes = json_array();
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].form != FIGURE_RANGE)
            json_object_set_new(figures, table->columns[i].heading, figure_json(&row->figures[i]));
    for (size_t i = 0; i < row->note_count; i++)
        json_array_append_new(notes, json_text(table->notes.items[row->notes[i]]));
    return json_pack("{s:o, s:I, s:I, s:I, s:o, s:o}", "name", json_text(row->name), "condition",
                     (json_int_t)row->condition->id, "runs_measured",
                     (json_int_t)row->measured_count, "runs_planned",
                     (json_int_t)row->planned_count, "figures", figures, "notes", notes);
}

static json_t *table_json(const struct result_table *table)
{
    json_t *blocks = json_array();
    for (size_t i = 0; i < table->block_count; i++) {
        json_t *rows = json_array();
        for (size_t n = 0; n < table->blocks[i].row_count; n++)
            json_array_append_new(rows, row_json(table, &table->blocks[i].rows[n]));
        json_array_append_new(blocks, json_pack("{s:o, s:o}", "load",
                                                json_text(table->blocks[i].title), "rows", rows));
    }
    return blocks;
}

static void write_document(const json_t *json, FILE *file)
{
    json_dumpf(json, file, DUMP_FLAGS);
    fputc('\n', file);
}

static void write_report(const struct report_content *content, FILE *file)
{
    json_t *experiments = json_array();
    for (size_t i = 0; i < content->request->experiment_count; i++)
        json_array_append_new(experiments,
                              experiment_json(content->request, content->request->experiments[i]));
    auto_json json_t *json =
        json_pack("{s:o, s:o}", "experiments", experiments, "table", table_json(content->table));
    write_document(json, file);
}

static void write_list(const struct experiment_summary *summaries, size_t count, FILE *file)
{
    auto_json json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct experiment_summary *summary = &summaries[i];
        json_array_append_new(
            array,
            json_pack("{s:I, s:o, s:f, s:s, s:I, s:i, s:o, s:o, s:o, s:o, s:o}", "id",
                      (json_int_t)summary->id, "uuid", json_text(summary->uuid), "started",
                      summary->started, "state", experiment_state_name(summary->state),
                      "conditions", (json_int_t)summary->condition_count, "runs_done",
                      summary->runs_done, "runs_planned",
                      summary->runs_planned > 0 ? json_integer(summary->runs_planned) : json_null(),
                      "jobs", json_text(summary->jobs), "loads", json_text(summary->loads),
                      "labels", json_text(summary->labels), "command_line",
                      json_text(summary->command_line)));
    }
    write_document(array, file);
}

const struct report_format json_report_format = {
    .name = "json",
    .summary = "one document with all that is stored",
    .rule = RATIO_OWN,
    .write = write_report,
    .write_list = write_list,
};
