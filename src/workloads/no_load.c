// SPDX-License-Identifier: GPL-2.0-or-later
/* The load that is none: the job alone, from a settled machine. contest's no_load. */
#include "workloads/nothing.h"

const struct workload no_load_workload = {
    .name = "no_load",
    .summary = "nothing runs beside the job; the caches are cold",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .is_idle = true,
    .run = nothing_run,
};
