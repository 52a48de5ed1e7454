// SPDX-License-Identifier: GPL-2.0-or-later
/* The setting `sysfs`: any file below /sys that reads back what was written. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/file_setting.h"

#include <fnmatch.h>
#include <string.h>

/* Writing here does something that no later write takes back. */
static const struct {
    const char *pattern;
    const char *reason;
} refused[] = {
    {"sys/power/*", "it puts the machine to sleep"},
    {"sys/*/memory[0-9]*", "memory that was offline can come back elsewhere"},
    {"sys/*/cpu[0-9]*/online",
     "a CPU that was offline has lost its interrupts and its place in cpusets (Linux 6.18: the "
     "disk's interrupt stayed at CPU 0)"},
};

static char *path_of_key(const char *key, struct error *error)
{
    const char *name = key + strlen("sysfs:");
    name += strspn(name, "/");
    if (string_starts_with(name, "sys/"))
        name += strlen("sys/");
    if (*name == '\0' || strstr(name, "..") != NULL) {
        error_set(error, ERROR_USAGE, 0, "'%s' is not a path below /sys", key);
        return NULL;
    }
    char *path = string_format("sys/%s", name);
    for (size_t i = 0; i < array_length(refused); i++) {
        if (fnmatch(refused[i].pattern, path, 0) != 0)
            continue;
        error_set(error, ERROR_USAGE, 0, "set /%s: %s", path, refused[i].reason);
        free(path);
        return NULL;
    }
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

const struct setting sysfs_setting = {
    .name = "sysfs",
    .has_path = true,
    .summary = "a value below /sys",
    .value_form = "what the kernel takes, on one line",
    .example = "sysfs:block/sda/queue/read_ahead_kb=512",
    .check = check,
    .apply = apply,
    .restore = file_setting_restore,
    .is_changed = file_setting_is_changed,
};
