// SPDX-License-Identifier: GPL-2.0-or-later
/* What the settings share that hold one kernel file at the value as given. Their state is the held
 * value. */
#pragma once

#include "machine/settings_catalog.h"

/* The value is one line that is not empty, and the file can be read and is meant to be written. */
int file_setting_check(const struct sysroot *root, const char *path, const char *value,
                       struct error *error);
int file_setting_apply(const struct setting_context *context, const char *path, const char *value,
                       struct setting_state **out_state, struct error *error);
int file_setting_restore(const struct setting_context *context, struct setting_state *state,
                         struct error *error);
bool file_setting_is_changed(const struct setting_context *context,
                             const struct setting_state *state, char **out_now);
