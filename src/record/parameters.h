// SPDX-License-Identifier: GPL-2.0-or-later
/* An ordered list of KEY=VALUE texts: the parameters of a workload, the settings of a run. */
#pragma once

#include "base/cleanup.h"
#include "base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct parameter {
    char *key;
    char *value;
};

struct parameters {
    struct parameter *items;
    size_t count;
};

void parameters_finish(struct parameters *parameters);
void parameters_copy(const struct parameters *source, struct parameters *out);
/* Sets or replaces; a new key goes to the end. */
void parameters_set(struct parameters *parameters, const char *key, const char *value);
/* Borrowed value, NULL if absent. */
const char *parameters_get(const struct parameters *parameters, const char *key);
bool parameters_equal(const struct parameters *a, const struct parameters *b);
/* "key=value,key=value", the caller's to free. */
char *parameters_text(const struct parameters *parameters);

/* JSON: an array of [key, value] pairs, since the order of settings matters. */
json_t *parameters_to_json(const struct parameters *parameters);
int parameters_from_json(const json_t *json, struct parameters *out, struct error *error);

CLEANUP_DEFINE(parameters, struct parameters, parameters_finish)
#define auto_parameters __attribute__((cleanup(cleanup_parameters)))
