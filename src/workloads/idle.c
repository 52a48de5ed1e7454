// SPDX-License-Identifier: GPL-2.0-or-later
/* The job that does nothing: what a load gets done while it has the machine to itself. Kept% is the
 * load's rate beside a real job over its rate beside this one. */
#include "workloads/workload.h"

static int idle_run(const struct workload_context *context, struct error *error)
{
    (void)error;
    shared_page_ready(context->page);
    if (!shared_page_wait_open(context->page))
        return 0;
    while (!shared_page_is_stopped(context->page))
        shared_page_pause(context->page, 60000);
    return 0;
}

const struct workload idle_workload = {
    .name = "idle",
    .summary = "does nothing: shows what the load alone gets done",
    .roles = ROLE_JOB,
    .ends = ENDS_WHEN_TOLD,
    .is_idle = true,
    .run = idle_run,
};
