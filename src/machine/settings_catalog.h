// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of settings. A setting is one file of this room, NAME_setting.c, ending in one `const
 * struct setting NAME_setting`; settings.c knows it by that struct alone. */
#pragma once

#include "machine/settings.h"

struct setting_state; /* what a setting keeps between apply and restore; its own */

struct setting_context {
    const struct sysroot *root;
    const char *key;                  /* as given: "memory", "sysfs:block/vda/queue/scheduler" */
    const struct settings_plan *plan; /* NULL in check */
    struct memory_view *memory;       /* a setting may change what the experiment has; NULL in
                                         check */
};

struct setting {
    const char *name;
    bool has_path;          /* its keys are NAME:PATH */
    const char *summary;    /* one line for help */
    const char *value_form; /* "SIZE", "balloon:SIZE or group:SIZE", ... for help */
    const char *example;
    /* No side effects: the form of a value, and whether there is such a thing on this machine. */
    int (*check)(const struct setting_context *context, const char *value, struct error *error);
    /* Journals, changes, reads back. On failure undoes what it did. */
    int (*apply)(const struct setting_context *context, const char *value,
                 struct setting_state **out_state, struct error *error);
    /* Puts back what apply changed and frees the state. On failure the state stays. */
    int (*restore)(const struct setting_context *context, struct setting_state *state,
                   struct error *error);
    /* NULL, or: true where the value is no longer what was applied; what it is now is the caller's.
     */
    bool (*is_changed)(const struct setting_context *context, const struct setting_state *state,
                       char **out_now);
};

const struct setting *const *setting_catalog(size_t *out_count);
/* The setting of a key: by name, by the name before a colon, or, for the name of a sysctl that
 * `root` has, the setting `sysctl`. NULL if there is none. */
const struct setting *setting_catalog_find(const struct sysroot *root, const char *key);
