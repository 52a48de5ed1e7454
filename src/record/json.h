// SPDX-License-Identifier: GPL-2.0-or-later
/* Reading fields of JSON documents from outside, with errors that name the field. */
#pragma once

#include "base/error.h"

#include <jansson.h>
#include <stdint.h>

/* A copy of a string field, the caller's to free; NULL with error. */
char *json_take_string(const json_t *object, const char *field, struct error *error);
/* A copy, or NULL where the field is null or absent. */
char *json_take_optional_string(const json_t *object, const char *field);
int json_take_unsigned(const json_t *object, const char *field, uint64_t *out, struct error *error);
int json_take_real(const json_t *object, const char *field, double *out, struct error *error);

/* A JSON string of any bytes: what is not UTF-8 becomes U+FFFD, NULL becomes "". jansson itself
 * refuses such text, and a whole document is lost for one odd byte in a job's output. */
json_t *json_text(const char *text);

static inline void cleanup_json(json_t **json)
{
    json_decref(*json);
}
#define auto_json __attribute__((cleanup(cleanup_json)))
