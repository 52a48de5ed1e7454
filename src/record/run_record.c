// SPDX-License-Identifier: GPL-2.0-or-later
/* The run record and its JSON. */
#include "record/run_record.h"
#include "base/memory.h"
#include "base/text.h"
#include "record/json.h"

#include <math.h>
#include <string.h>

static const char *const outcome_names[] = {"ok",   "flagged", "skipped",
                                            "void", "failed",  "timed out"};

const char *outcome_name(enum outcome outcome)
{
    return outcome_names[outcome];
}

int outcome_of_name(const char *name)
{
    for (size_t i = 0; i < array_length(outcome_names); i++)
        if (string_is(name, outcome_names[i]))
            return (int)i;
    return -1;
}

static void measure_finish(struct measure *measure)
{
    free(measure->part);
    free(measure->name);
    free(measure->unit);
}

static void series_finish(struct series *series)
{
    free(series->name);
    free(series->unit);
    free(series->columns);
    free(series->data);
}

static void flag_finish(struct flag *flag)
{
    free(flag->code);
    free(flag->reason);
    free(flag->detail);
}

void run_record_finish(struct run_record *record)
{
    if (record == NULL)
        return;
    free(record->uuid);
    free(record->reason);
    free(record->boot_id);
    free(record->coldness);
    free(record->output_tail);
    for (size_t i = 0; i < record->measure_count; i++)
        measure_finish(&record->measures[i]);
    for (size_t i = 0; i < record->series_count; i++)
        series_finish(&record->series[i]);
    for (size_t i = 0; i < record->flag_count; i++)
        flag_finish(&record->flags[i]);
    free(record->measures);
    free(record->series);
    free(record->flags);
    *record = (struct run_record){0};
}

static void append_measure(struct run_record *record, struct measure measure)
{
    record->measures = memory_grow(record->measures, record->measure_count, sizeof(struct measure));
    record->measures[record->measure_count++] = measure;
}

void run_record_add_measure(struct run_record *record, enum side side, const char *part,
                            const struct measure_definition *definition, double value,
                            enum measure_state state)
{
    bool has_value = measure_state_has_value(state);
    if (has_value && !isfinite(value)) {
        has_value = false;
        state = MEASURE_UNAVAILABLE;
    }
    append_measure(record, (struct measure){
                               .side = side,
                               .part = string_duplicate(part),
                               .name = string_duplicate(definition->name),
                               .unit = string_duplicate(definition->unit),
                               .direction = definition->direction,
                               .scale = definition->scale,
                               .headline = definition->headline,
                               .value = has_value ? value : 0.0,
                               .state = state,
                           });
}

void run_record_add_series(struct run_record *record, enum side side, const char *name,
                           const char *unit, const char *columns, size_t width, size_t count,
                           double *data)
{
    record->series = memory_grow(record->series, record->series_count, sizeof(struct series));
    record->series[record->series_count++] = (struct series){
        .side = side,
        .name = string_duplicate(name),
        .unit = string_duplicate(unit),
        .columns = string_duplicate(columns),
        .width = width,
        .count = count,
        .data = data,
    };
}

static void append_flag(struct run_record *record, const char *code, const char *reason,
                        const char *detail)
{
    record->flags = memory_grow(record->flags, record->flag_count, sizeof(struct flag));
    record->flags[record->flag_count++] =
        (struct flag){string_duplicate(code), string_duplicate(reason), string_duplicate(detail)};
}

void run_record_add_flag(struct run_record *record, const char *code, const char *reason,
                         const char *detail)
{
    append_flag(record, code, reason, detail);
    run_record_set_outcome(record, OUTCOME_FLAGGED, "%s", reason);
}

void run_record_set_outcome(struct run_record *record, enum outcome outcome, const char *format,
                            ...)
{
    if (outcome < record->outcome ||
        (outcome == record->outcome && record->reason != NULL && record->reason[0] != '\0'))
        return;
    va_list arguments;
    va_start(arguments, format);
    char *reason = string_format_list(format, arguments); /* may be made of the one that goes */
    va_end(arguments);
    free(record->reason);
    record->outcome = outcome;
    record->reason = reason;
}

const struct measure *run_record_measure(const struct run_record *record, enum side side,
                                         const char *name)
{
    for (size_t i = 0; i < record->measure_count; i++) {
        const struct measure *measure = &record->measures[i];
        if (measure->side == side && measure->part[0] == '\0' && strcmp(measure->name, name) == 0)
            return measure;
    }
    return NULL;
}

const struct series *run_record_series(const struct run_record *record, enum side side,
                                       const char *name)
{
    for (size_t i = 0; i < record->series_count; i++)
        if (record->series[i].side == side && strcmp(record->series[i].name, name) == 0)
            return &record->series[i];
    return NULL;
}

static json_t *measures_to_json(const struct run_record *record)
{
    json_t *array = json_array();
    for (size_t i = 0; i < record->measure_count; i++) {
        const struct measure *measure = &record->measures[i];
        bool has_value = measure_state_has_value(measure->state);
        json_array_append_new(
            array, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:o, s:s}", "side",
                             side_name(measure->side), "part", measure->part, "name", measure->name,
                             "unit", measure->unit, "direction", direction_name(measure->direction),
                             "scale", scale_name(measure->scale), "headline", measure->headline,
                             "value", has_value ? json_real(measure->value) : json_null(), "state",
                             measure_state_name(measure->state)));
    }
    return array;
}

static json_t *series_to_json(const struct run_record *record)
{
    json_t *array = json_array();
    for (size_t i = 0; i < record->series_count; i++) {
        const struct series *series = &record->series[i];
        json_t *data = json_array();
        for (size_t n = 0; n < series->count * series->width; n++)
            json_array_append_new(data, isfinite(series->data[n]) ? json_real(series->data[n])
                                                                  : json_null());
        json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:o}", "side",
                                               side_name(series->side), "name", series->name,
                                               "unit", series->unit, "columns", series->columns,
                                               "width", (json_int_t)series->width, "count",
                                               (json_int_t)series->count, "data", data));
    }
    return array;
}

static json_t *flags_to_json(const struct run_record *record)
{
    json_t *array = json_array();
    for (size_t i = 0; i < record->flag_count; i++)
        json_array_append_new(array,
                              json_pack("{s:o, s:o, s:o}", "code", json_text(record->flags[i].code),
                                        "reason", json_text(record->flags[i].reason), "detail",
                                        json_text(record->flags[i].detail)));
    return array;
}

json_t *run_record_to_json(const struct run_record *record)
{
    return json_pack("{s:o, s:s, s:o, s:o, s:f, s:I, s:o, s:o, s:o, s:o, s:o}", "uuid",
                     json_text(record->uuid), "outcome", outcome_name(record->outcome), "reason",
                     json_text(record->reason), "boot_id", json_text(record->boot_id), "started",
                     record->started, "window_ns", (json_int_t)record->window_ns, "coldness",
                     json_text(record->coldness), "output_tail", json_text(record->output_tail),
                     "measures", measures_to_json(record), "series", series_to_json(record),
                     "flags", flags_to_json(record));
}

static int measure_from_json(const json_t *json, struct run_record *record, struct error *error)
{
    int side = side_of_name(json_string_value(json_object_get(json, "side")));
    int direction = direction_of_name(json_string_value(json_object_get(json, "direction")));
    int scale = scale_of_name(json_string_value(json_object_get(json, "scale")));
    int state = measure_state_of_name(json_string_value(json_object_get(json, "state")));
    const char *part = json_string_value(json_object_get(json, "part"));
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *unit = json_string_value(json_object_get(json, "unit"));
    double value = 0.0;
    if (side < 0 || direction < 0 || scale < 0 || state < 0 || part == NULL || name == NULL ||
        unit == NULL)
        return error_set(error, ERROR_USAGE, 0, "a measure lacks a field or has an unknown word");
    if (!json_is_null(json_object_get(json, "value")) &&
        json_take_real(json, "value", &value, error) != 0)
        return error_context(error, "measure %s", name);
    struct measure_definition definition = {
        .name = name,
        .unit = unit,
        .direction = (enum direction)direction,
        .scale = (enum scale)scale,
        .headline = json_is_true(json_object_get(json, "headline")),
    };
    run_record_add_measure(record, (enum side)side, part, &definition, value,
                           (enum measure_state)state);
    return 0;
}

static int one_series_from_json(const json_t *json, struct run_record *record, struct error *error)
{
    int side = side_of_name(json_string_value(json_object_get(json, "side")));
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *unit = json_string_value(json_object_get(json, "unit"));
    const char *columns = json_string_value(json_object_get(json, "columns"));
    const json_t *data = json_object_get(json, "data");
    uint64_t width;
    uint64_t count;
    if (side < 0 || name == NULL || unit == NULL || columns == NULL)
        return error_set(error, ERROR_USAGE, 0, "a series lacks a field");
    if (json_take_unsigned(json, "width", &width, error) != 0 ||
        json_take_unsigned(json, "count", &count, error) != 0)
        return error_context(error, "series %s", name);
    if (width == 0 || width > 64 || count > json_array_size(data) ||
        json_array_size(data) != width * count)
        return error_set(error, ERROR_USAGE, 0, "series %s: its data are not count x width numbers",
                         name);
    double *values = memory_resize(NULL, width * count, sizeof(double));
    for (size_t i = 0; i < width * count; i++) {
        const json_t *number = json_array_get(data, i);
        values[i] = json_is_null(number) ? (double)NAN : json_number_value(number);
    }
    run_record_add_series(record, (enum side)side, name, unit, columns, width, count, values);
    return 0;
}

static int lists_from_json(const json_t *json, struct run_record *record, struct error *error)
{
    size_t i;
    json_t *item;
    json_array_foreach (json_object_get(json, "measures"), i, item)
        if (measure_from_json(item, record, error) != 0)
            return -1;
    json_array_foreach (json_object_get(json, "series"), i, item)
        if (one_series_from_json(item, record, error) != 0)
            return -1;
    json_array_foreach (json_object_get(json, "flags"), i, item) {
        const char *code = json_string_value(json_object_get(item, "code"));
        const char *reason = json_string_value(json_object_get(item, "reason"));
        const char *detail = json_string_value(json_object_get(item, "detail"));
        if (code == NULL || reason == NULL || detail == NULL)
            return error_set(error, ERROR_USAGE, 0, "a flag lacks a field");
        append_flag(record, code, reason, detail);
    }
    return 0;
}

int run_record_from_json(const json_t *json, struct run_record *out, struct error *error)
{
    auto_run_record struct run_record record = {0};
    int outcome = outcome_of_name(json_string_value(json_object_get(json, "outcome")));
    if (outcome < 0)
        return error_set(error, ERROR_USAGE, 0, "run record: no known outcome");
    record.outcome = (enum outcome)outcome;
    if ((record.uuid = json_take_string(json, "uuid", error)) == NULL ||
        (record.reason = json_take_string(json, "reason", error)) == NULL ||
        (record.boot_id = json_take_string(json, "boot_id", error)) == NULL ||
        (record.coldness = json_take_string(json, "coldness", error)) == NULL ||
        (record.output_tail = json_take_string(json, "output_tail", error)) == NULL ||
        json_take_real(json, "started", &record.started, error) != 0 ||
        json_take_unsigned(json, "window_ns", &record.window_ns, error) != 0 ||
        lists_from_json(json, &record, error) != 0)
        return error_context(error, "run record");
    *out = record;
    record = (struct run_record){0};
    return 0;
}
