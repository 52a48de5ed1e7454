// SPDX-License-Identifier: GPL-2.0-or-later
/* Checked reading of JSON fields. */
#include "record/json.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"

#include <math.h>

json_t *json_text(const char *text)
{
    json_t *json = text != NULL ? json_string(text) : NULL;
    if (json != NULL)
        return json;
    auto_free char *clean = string_as_utf8(text);
    return json_string(clean);
}

char *json_take_string(const json_t *object, const char *field, struct error *error)
{
    const char *value = json_string_value(json_object_get(object, field));
    if (value == NULL) {
        error_set(error, ERROR_USAGE, 0, "field '%s' is missing or not a string", field);
        return NULL;
    }
    return string_duplicate(value);
}

char *json_take_optional_string(const json_t *object, const char *field)
{
    return string_duplicate(json_string_value(json_object_get(object, field)));
}

int json_take_unsigned(const json_t *object, const char *field, uint64_t *out, struct error *error)
{
    const json_t *value = json_object_get(object, field);
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return error_set(error, ERROR_USAGE, 0, "field '%s' is missing or not a whole number",
                         field);
    *out = (uint64_t)json_integer_value(value);
    return 0;
}

int json_take_real(const json_t *object, const char *field, double *out, struct error *error)
{
    const json_t *value = json_object_get(object, field);
    if (!json_is_number(value) || !isfinite(json_number_value(value)))
        return error_set(error, ERROR_USAGE, 0, "field '%s' is missing or not a number", field);
    *out = json_number_value(value);
    return 0;
}
