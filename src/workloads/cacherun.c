// SPDX-License-Identifier: GPL-2.0-or-later
/* The load that is none, without settling: the job alone, with what its last run left in the cache.
 * contest's cacherun. */
#include "workloads/nothing.h"

const struct workload cacherun_workload = {
    .name = "cacherun",
    .summary = "nothing runs beside the job; the caches are warm from a no_load run",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .settle = SETTLE_NONE,
    .is_idle = true,
    .run = nothing_run,
};
