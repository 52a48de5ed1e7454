// SPDX-License-Identifier: GPL-2.0-or-later
/* The setting `sysctl`: any file below /proc/sys, by the name that sysctl(8) takes, with or without
 * `sysctl:` before it. */
#include "base/cleanup.h"
#include "base/text.h"
#include "machine/file_setting.h"
#include "machine/sysctl_path.h"

#include <string.h>

static char *path_of_key(const char *key, struct error *error)
{
    const char *name = string_starts_with(key, "sysctl:") ? key + strlen("sysctl:") : key;
    char *path = sysctl_path(name);
    if (path == NULL)
        error_set(error, ERROR_USAGE, 0, "'%s' can't be the name of a sysctl", name);
    return path;
}

static int check(const struct setting_context *context, const char *value, struct error *error)
{
    auto_free char *path = path_of_key(context->key, error);
    return path != NULL ? file_setting_check(context->root, path, value, error) : -1;
}

static int apply(const struct setting_context *context, const char *value,
                 struct setting_state **out_state, struct error *error)
{
    auto_free char *path = path_of_key(context->key, error);
    return path != NULL ? file_setting_apply(context, path, value, out_state, error) : -1;
}

const struct setting sysctl_setting = {
    .name = "sysctl",
    .has_path = true,
    .summary = "a value below /proc/sys; the name alone does as well",
    .value_form = "what the kernel takes, on one line",
    .example = "vm.dirty_background_ratio=5",
    .check = check,
    .apply = apply,
    .restore = file_setting_restore,
    .is_changed = file_setting_is_changed,
};
