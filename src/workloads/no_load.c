// SPDX-License-Identifier: GPL-2.0-or-later
/* The load that is none: the job alone, from a settled machine. contest's no_load. */
#include "workloads/workload.h"

static int no_load_run(const struct workload_context *context, struct error *error)
{
    (void)error;
    shared_page_ready(context->page);
    while (!shared_page_is_stopped(context->page))
        shared_page_pause(context->page, 60000);
    return 0;
}

const struct workload no_load_workload = {
    .name = "no_load",
    .summary = "nothing runs beside the job; the caches are cold",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .is_idle = true,
    .run = no_load_run,
};
