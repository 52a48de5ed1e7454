// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of sysctls and their files. */
#pragma once

#include "base/sysroot.h"

#include <stdbool.h>

/* "proc/sys/vm/dirty_bytes" of "vm.dirty_bytes" or "vm/dirty_bytes". As sysctl(8) does: the first
 * separator in the name decides, the other one is then an ordinary character
 * (net.ipv4.conf.eth0/1.rp_filter is eth0.1). The caller's; NULL where it can't be a name. */
char *sysctl_path(const char *name);
/* It is there, and is a file. */
bool sysctl_path_exists(const struct sysroot *root, const char *path);
