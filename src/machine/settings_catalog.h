// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of named settings. A setting is one file of this room ending in one `const struct
 * setting`. */
#pragma once

#include "machine/settings.h"

struct setting_state; /* what a setting keeps between apply and restore; its own */

struct setting_context {
    const struct settings_plan *plan;
    struct memory_view *memory; /* a setting may change what the experiment has */
};

struct setting {
    const char *name;
    const char *summary;    /* one line for help */
    const char *value_form; /* "SIZE", "balloon:SIZE or group:SIZE", ... for help */
    const char *example;
    /* Pure: the form of a value. */
    int (*check)(const char *value, struct error *error);
    /* Journals, changes, reads back. On failure undoes what it did. *out_state may stay NULL. */
    int (*apply)(const struct setting_context *context, const char *value,
                 struct setting_state **out_state, struct error *error);
    /* Puts back what apply changed and frees the state. */
    int (*restore)(const struct setting_context *context, struct setting_state *state,
                   struct error *error);
    /* NULL, or: 1 where the value is no longer what was applied, with what it is now. */
    int (*is_changed)(const struct setting_context *context, const char *value, char **out_now);
};

const struct setting *const *setting_catalog(size_t *out_count);
const struct setting *setting_catalog_find(const char *name);
