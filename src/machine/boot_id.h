// SPDX-License-Identifier: GPL-2.0-or-later
/* Which boot of which machine this is. */
#pragma once

#include "base/sysroot.h"

enum { BOOT_ID_BYTES = 64 };
#define BOOT_ID_UNKNOWN "unknown"

/* /proc/sys/kernel/random/boot_id, BOOT_ID_UNKNOWN where it can't be read. */
void boot_id_read(const struct sysroot *root, char out_text[BOOT_ID_BYTES]);
