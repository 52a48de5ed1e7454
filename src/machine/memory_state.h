// SPDX-License-Identifier: GPL-2.0-or-later
/* What /proc/meminfo says, in bytes. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"

struct memory_state {
    uint64_t total;
    uint64_t free;
    uint64_t available; /* for new processes without swapping */
    uint64_t huge;      /* held by huge pages, in use or not */
    uint64_t huge_page; /* size of one, 0 where the kernel has none */
    uint64_t dirty;     /* to be written, and being written */
    uint64_t swap_total;
    uint64_t swap_free;
};

int memory_state_read(const struct sysroot *root, struct memory_state *out, struct error *error);
