// SPDX-License-Identifier: GPL-2.0-or-later
/* Settings that are one kernel file. */
#include "machine/file_setting.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "machine/held_value.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

struct setting_state {
    struct held_value held;
};

int file_setting_check(const struct sysroot *root, const char *path, const char *value,
                       struct error *error)
{
    struct stat status;
    if (value[0] == '\0' || strchr(value, '\n') != NULL)
        return error_set(error, ERROR_USAGE, 0, "the value of /%s has to be one line", path);
    if (fstatat(root->fd, path, &status, 0) != 0)
        return error_set(error, ERROR_USAGE, errno, "set /%s", path);
    if (!S_ISREG(status.st_mode))
        return error_set(error, ERROR_USAGE, 0, "set /%s: it is not a file", path);
    if ((status.st_mode & 0222) == 0)
        return error_set(error, ERROR_USAGE, 0, "set /%s: the kernel lets nobody write it", path);
    if ((status.st_mode & 0444) == 0)
        return error_set(error, ERROR_USAGE, 0,
                         "set /%s: it can't be read, so it could not be put back", path);
    return 0;
}

int file_setting_apply(const struct setting_context *context, const char *path, const char *value,
                       struct setting_state **out_state, struct error *error)
{
    struct setting_state state = {0};
    if (held_value_apply(context->plan->journal, path, value, &state.held, error) != 0)
        return -1;
    *out_state = memory_allocate(sizeof(state));
    **out_state = state;
    return 0;
}

int file_setting_restore(const struct setting_context *context, struct setting_state *state,
                         struct error *error)
{
    if (held_value_restore(context->plan->journal, &state->held, error) != 0)
        return -1;
    free(state);
    return 0;
}

bool file_setting_is_changed(const struct setting_context *context,
                             const struct setting_state *state, char **out_now)
{
    return held_value_is_changed(context->root, &state->held, out_now);
}
