// SPDX-License-Identifier: GPL-2.0-or-later
/* Parameters of workloads: checked when they come in, read by name inside a run. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "base/units.h"
#include "workloads/workload.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* A value in its base unit. `is_relative`: percent of memory or number per CPU. */
struct value {
    double number;
    bool is_relative;
};

const struct parameter_definition *workload_parameter(const struct workload *workload,
                                                      const char *name)
{
    for (const struct parameter_definition *row = workload->parameters;
         row != NULL && row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static int parse_relative(const char *text, const char *suffix, struct value *out,
                          struct error *error)
{
    auto_free char *number = string_duplicate(text);
    number[strlen(text) - strlen(suffix)] = '\0';
    out->is_relative = true;
    return units_parse_real(number, &out->number, error);
}

static int parse_integer(const char *text, struct value *out, struct error *error)
{
    int64_t integer;
    if (units_parse_integer(text, &integer, error) != 0)
        return -1;
    out->number = (double)integer;
    return 0;
}

static int parse_size(const char *text, struct value *out, struct error *error)
{
    uint64_t bytes;
    if (units_parse_size(text, &bytes, error) != 0)
        return -1;
    out->number = (double)bytes;
    return 0;
}

static int parse_choice(const struct parameter_definition *row, const char *text,
                        struct error *error)
{
    for (const char *const *choice = row->choices; *choice != NULL; choice++)
        if (strcmp(*choice, text) == 0)
            return 0;
    auto_free char *range = workload_parameter_range(row);
    return error_set(error, ERROR_USAGE, 0, "'%s' is not %s", text, range);
}

static int parse_value(const struct parameter_definition *row, const char *text, struct value *out,
                       struct error *error)
{
    uint64_t ns;
    *out = (struct value){0};
    switch (row->type) {
    case PARAMETER_INTEGER:
        return parse_integer(text, out, error);
    case PARAMETER_REAL:
        return units_parse_real(text, &out->number, error);
    case PARAMETER_SIZE:
        return parse_size(text, out, error);
    case PARAMETER_SHARE:
        if (string_ends_with(text, "%"))
            return parse_relative(text, "%", out, error);
        return parse_size(text, out, error);
    case PARAMETER_COUNT:
        if (string_ends_with(text, "/cpu"))
            return parse_relative(text, "/cpu", out, error);
        return parse_integer(text, out, error);
    case PARAMETER_DURATION:
        if (units_parse_duration(text, &ns, error) != 0)
            return -1;
        out->number = (double)ns;
        return 0;
    case PARAMETER_CHOICE:
        return parse_choice(row, text, error);
    case PARAMETER_BOOLEAN:
        if (strcmp(text, "yes") == 0 || strcmp(text, "no") == 0)
            return 0;
        return error_set(error, ERROR_USAGE, 0, "'%s' is neither yes nor no", text);
    case PARAMETER_TEXT:
        return 0;
    }
    return 0;
}

static char *limit_text(const struct parameter_definition *row, double limit)
{
    char buffer[64];
    switch (row->type) {
    case PARAMETER_SIZE:
        return string_duplicate(units_format_size((uint64_t)limit, buffer, sizeof(buffer)));
    case PARAMETER_DURATION:
        return string_duplicate(units_format_duration((uint64_t)limit, buffer, sizeof(buffer)));
    case PARAMETER_SHARE:
        return string_format("%g%%", limit);
    case PARAMETER_COUNT:
        return string_format("%g/cpu", limit);
    case PARAMETER_INTEGER:
    case PARAMETER_REAL:
    case PARAMETER_CHOICE:
    case PARAMETER_BOOLEAN:
    case PARAMETER_TEXT:
        break;
    }
    return string_format("%.12g", limit);
}

static char *limited_range(const struct parameter_definition *row, const char *noun)
{
    if (row->minimum >= row->maximum)
        return string_duplicate(noun);
    auto_free char *low = limit_text(row, row->minimum);
    auto_free char *high = limit_text(row, row->maximum);
    return string_format("%s from %s to %s", noun, low, high);
}

char *workload_parameter_range(const struct parameter_definition *row)
{
    switch (row->type) {
    case PARAMETER_INTEGER:
        return limited_range(row, "a whole number");
    case PARAMETER_REAL:
        return limited_range(row, "a number");
    case PARAMETER_SIZE:
        return limited_range(row, "a size");
    case PARAMETER_SHARE:
        return limited_range(row, "a size, or a share of memory");
    case PARAMETER_COUNT:
        return limited_range(row, "a whole number, or a number per CPU");
    case PARAMETER_DURATION:
        return limited_range(row, "a duration");
    case PARAMETER_BOOLEAN:
        return string_duplicate("yes or no");
    case PARAMETER_TEXT:
        return string_duplicate("text");
    case PARAMETER_CHOICE:
        break;
    }
    auto_text struct text text = {0};
    text_append(&text, "one of");
    for (const char *const *choice = row->choices; *choice != NULL; choice++)
        text_append_format(&text, "%s %s", choice == row->choices ? "" : ",", *choice);
    return text_take(&text);
}

static bool is_in_range(const struct parameter_definition *row, struct value value)
{
    bool has_absolute_form = row->type == PARAMETER_SHARE || row->type == PARAMETER_COUNT;
    if (row->type == PARAMETER_COUNT && !value.is_relative)
        return value.number >= 1 && value.number <= 100000;
    if (has_absolute_form && !value.is_relative)
        return value.number > 0;
    return row->minimum >= row->maximum ||
           (value.number >= row->minimum && value.number <= row->maximum);
}

static int refuse_unknown(const struct workload *workload, const char *name, struct error *error)
{
    const char *names[64];
    size_t count = 0;
    for (const struct parameter_definition *row = workload->parameters;
         row != NULL && row->name != NULL && count < array_length(names); row++)
        names[count++] = row->name;
    const char *nearest = options_nearest(name, names, count);
    if (nearest != NULL)
        return error_set(error, ERROR_USAGE, 0, "%s has no parameter '%s': did you mean %s?",
                         workload->name, name, nearest);
    return error_set(error, ERROR_USAGE, 0,
                     "%s has no parameter '%s': 'contend workloads %s' lists what it has",
                     workload->name, name, workload->name);
}

int workload_parameter_check(const struct workload *workload, const char *name, const char *value,
                             struct error *error)
{
    const struct parameter_definition *row = workload_parameter(workload, name);
    if (row == NULL)
        return refuse_unknown(workload, name, error);
    struct value parsed;
    if (parse_value(row, value, &parsed, error) != 0)
        return error_context(error, "%s:%s", workload->name, name);
    if (!is_in_range(row, parsed)) {
        auto_free char *range = workload_parameter_range(row);
        return error_set(error, ERROR_USAGE, 0, "%s:%s=%s is out of range: it takes %s",
                         workload->name, name, value, range);
    }
    return 0;
}

int workload_parameters_complete(const struct workload *workload, const struct parameters *given,
                                 struct parameters *out, struct error *error)
{
    for (size_t i = 0; i < given->count; i++)
        if (workload_parameter_check(workload, given->items[i].key, given->items[i].value, error) !=
            0)
            return -1;
    *out = (struct parameters){0};
    for (const struct parameter_definition *row = workload->parameters;
         row != NULL && row->name != NULL; row++) {
        const char *value = parameters_get(given, row->name);
        parameters_set(out, row->name, value != NULL ? value : row->default_value);
    }
    return 0;
}

static struct value value_of(const struct workload_context *context, const char *name)
{
    const struct parameter_definition *row = workload_parameter(context->workload, name);
    assert(row != NULL);
    const char *text = parameters_get(context->parameters, name);
    struct value value;
    struct error error;
    int result = parse_value(row, text != NULL ? text : row->default_value, &value, &error);
    assert(result == 0);
    (void)result;
    return value;
}

int64_t workload_integer(const struct workload_context *context, const char *name)
{
    return (int64_t)value_of(context, name).number;
}

double workload_real(const struct workload_context *context, const char *name)
{
    return value_of(context, name).number;
}

uint64_t workload_size(const struct workload_context *context, const char *name)
{
    struct value value = value_of(context, name);
    if (value.is_relative)
        return (uint64_t)(value.number / 100.0 * (double)context->memory_bytes);
    return (uint64_t)value.number;
}

unsigned workload_count(const struct workload_context *context, const char *name)
{
    struct value value = value_of(context, name);
    double number = value.is_relative ? value.number * context->cpus : value.number;
    return number < 1.0 ? 1U : (unsigned)llround(number);
}

uint64_t workload_duration(const struct workload_context *context, const char *name)
{
    return (uint64_t)value_of(context, name).number;
}

bool workload_boolean(const struct workload_context *context, const char *name)
{
    return strcmp(workload_text(context, name), "yes") == 0;
}

const char *workload_text(const struct workload_context *context, const char *name)
{
    const struct parameter_definition *row = workload_parameter(context->workload, name);
    assert(row != NULL);
    const char *text = parameters_get(context->parameters, name);
    return text != NULL ? text : row->default_value;
}
