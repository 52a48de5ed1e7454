// SPDX-License-Identifier: GPL-2.0-or-later
/* The loads of contest. */
#include "workloads/contest_loads.h"

#include <stddef.h>

const char *const contest_loads[] = {
    CONTEST_REFERENCE_LOAD,
    "cacherun",
    "process_load",
    "ctar_load",
    "xtar_load",
    "io_load",
    "io_other",
    "read_load",
    "list_load",
    "mem_load",
    NULL,
};
