// SPDX-License-Identifier: GPL-2.0-or-later
/* Ordered KEY=VALUE lists and their JSON. */
#include "record/parameters.h"
#include "base/memory.h"
#include "base/text.h"
#include "record/json.h"

#include <string.h>

void parameters_finish(struct parameters *parameters)
{
    if (parameters == NULL)
        return;
    for (size_t i = 0; i < parameters->count; i++) {
        free(parameters->items[i].key);
        free(parameters->items[i].value);
    }
    free(parameters->items);
    *parameters = (struct parameters){0};
}

static struct parameter *find(const struct parameters *parameters, const char *key)
{
    for (size_t i = 0; i < parameters->count; i++)
        if (strcmp(parameters->items[i].key, key) == 0)
            return &parameters->items[i];
    return NULL;
}

void parameters_copy(const struct parameters *source, struct parameters *out)
{
    *out = (struct parameters){0};
    for (size_t i = 0; i < source->count; i++)
        parameters_set(out, source->items[i].key, source->items[i].value);
}

void parameters_set(struct parameters *parameters, const char *key, const char *value)
{
    struct parameter *there = find(parameters, key);
    if (there != NULL) {
        char *copy = string_duplicate(value);
        free(there->value);
        there->value = copy;
        return;
    }
    parameters->items = memory_grow(parameters->items, parameters->count, sizeof(struct parameter));
    parameters->items[parameters->count++] =
        (struct parameter){string_duplicate(key), string_duplicate(value)};
}

const char *parameters_get(const struct parameters *parameters, const char *key)
{
    const struct parameter *there = find(parameters, key);
    return there != NULL ? there->value : NULL;
}

bool parameters_equal(const struct parameters *a, const struct parameters *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i].key, b->items[i].key) != 0 ||
            strcmp(a->items[i].value, b->items[i].value) != 0)
            return false;
    return true;
}

char *parameters_text(const struct parameters *parameters)
{
    auto_text struct text text = {0};
    for (size_t i = 0; i < parameters->count; i++)
        text_append_format(&text, "%s%s=%s", i > 0 ? "," : "", parameters->items[i].key,
                           parameters->items[i].value);
    return text_take(&text);
}

json_t *parameters_to_json(const struct parameters *parameters)
{
    json_t *array = json_array();
    for (size_t i = 0; i < parameters->count; i++)
        json_array_append_new(array, json_pack("[oo]", json_text(parameters->items[i].key),
                                               json_text(parameters->items[i].value)));
    return array;
}

int parameters_from_json(const json_t *json, struct parameters *out, struct error *error)
{
    auto_parameters struct parameters parameters = {0};
    if (!json_is_array(json))
        return error_set(error, ERROR_USAGE, 0, "parameters are not a JSON array");
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *pair = json_array_get(json, i);
        const char *key = json_string_value(json_array_get(pair, 0));
        const char *value = json_string_value(json_array_get(pair, 1));
        if (key == NULL || value == NULL)
            return error_set(error, ERROR_USAGE, 0, "parameter %zu is not a pair of strings", i);
        parameters_set(&parameters, key, value);
    }
    *out = parameters;
    parameters = (struct parameters){0};
    return 0;
}
