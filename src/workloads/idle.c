// SPDX-License-Identifier: GPL-2.0-or-later
/* The job that does nothing: what a load gets done while it has the machine to itself. Kept% is the
 * load's rate beside a real job over its rate beside this one. */
#include "workloads/nothing.h"

const struct workload idle_workload = {
    .name = "idle",
    .summary = "does nothing: shows what the load alone gets done",
    .roles = ROLE_JOB,
    .ends = ENDS_WHEN_TOLD,
    .is_idle = true,
    .run = nothing_run,
};
