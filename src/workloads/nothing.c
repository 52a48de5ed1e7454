// SPDX-License-Identifier: GPL-2.0-or-later
/* The run of the workloads that do nothing. */
#include "workloads/nothing.h"

int nothing_run(const struct workload_context *context, struct error *error)
{
    (void)error;
    shared_page_ready(context->page);
    while (!shared_page_is_stopped(context->page))
        shared_page_pause(context->page, 60000);
    return 0;
}
