// SPDX-License-Identifier: GPL-2.0-or-later
/* How the running kernel was configured: /proc/config.gz, else /boot/config-RELEASE. */
#pragma once

#include "base/sysroot.h"


/* The configuration as text, the caller's to free; NULL where the machine has none. */
char *kernel_config_read(const struct sysroot *root, const char *release);
/* The value of "CONFIG_HZ" and the like, quotes included, the caller's to free; NULL where it is
 * not set. */
char *kernel_config_get(const char *config, const char *name);
