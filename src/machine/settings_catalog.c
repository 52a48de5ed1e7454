// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of settings, and which of them a key means. */
#include "machine/settings_catalog.h"
#include "base/cleanup.h"
#include "machine/sysctl_path.h"

#include <string.h>

/* To add a setting: write NAME_setting.c with `const struct setting NAME_setting` at its end, add
 * it here in alphabetical order and to meson.build. doc/how-to/add-a-setting.md has an example. */
#define SETTINGS(X)                                                                                \
    X(memory)                                                                                      \
    X(swap)                                                                                        \
    X(sysctl)                                                                                      \
    X(sysfs)

#define DECLARE(name) extern const struct setting name##_setting;
#define POINTER(name) &name##_setting,

SETTINGS(DECLARE)

static const struct setting *const catalog[] = {SETTINGS(POINTER)};

const struct setting *const *setting_catalog(size_t *out_count)
{
    *out_count = array_length(catalog);
    return catalog;
}

static bool is_key_of(const struct setting *setting, const char *key)
{
    size_t length = strlen(setting->name);
    return strncmp(key, setting->name, length) == 0 &&
           key[length] == (setting->has_path ? ':' : '\0');
}

const struct setting *setting_catalog_find(const struct sysroot *root, const char *key)
{
    for (size_t i = 0; i < array_length(catalog); i++)
        if (is_key_of(catalog[i], key))
            return catalog[i];
    auto_free char *path = sysctl_path(key);
    return path != NULL && sysctl_path_exists(root, path) ? &sysctl_setting : NULL;
}
