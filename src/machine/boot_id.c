// SPDX-License-Identifier: GPL-2.0-or-later
/* The boot id of the kernel. */
#include "machine/boot_id.h"

#include <stdio.h>

void boot_id_read(const struct sysroot *root, char out_text[BOOT_ID_BYTES])
{
    struct error ignored;
    if (sysroot_read(root, "proc/sys/kernel/random/boot_id", out_text, BOOT_ID_BYTES, &ignored) < 0)
        snprintf(out_text, BOOT_ID_BYTES, BOOT_ID_UNKNOWN);
}
