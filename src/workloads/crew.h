// SPDX-License-Identifier: GPL-2.0-or-later
/* The processes of a load: forked by run(), ready together, ended together. One member has one
 * counter of the shared page, that of its index. run()'s own process only waits for them, so that
 * it is there to tell of a member that the kernel killed. */
#pragma once

#include "workloads/workload.h"

struct crew_shared; /* what the members say to run(), in shared memory */

struct crew_member;

struct crew_plan {
    const struct workload_context *context;
    unsigned count;         /* members, at least 1; not more than the page has counters */
    double counts_per_unit; /* for the page */
    const void *data;       /* the workload's own, for its members */
    /* A member's whole life: start-up, crew_begin(), then work until crew_is_stopped(). Returning 0
     * sooner is taken for a failure. */
    int (*work)(const struct crew_member *member, struct error *error);
    /* NULL, or: called in run()'s process once all are forked, to close what only members need. */
    void (*release)(const void *data);
};

struct crew_member {
    const struct crew_plan *plan;
    struct crew_shared *shared;
    unsigned index; /* from 0 */
};

/* The whole of a load's run(): 0 once all have ended after STOP; -1 with the error of the first
 * member that failed, the others killed. */
int crew_run(const struct crew_plan *plan, struct error *error);

/* In a member: its start-up is done. Waits for the others; the last one makes the page READY. False
 * where it was told to stop instead. */
bool crew_begin(const struct crew_member *member);

static inline bool crew_is_stopped(const struct crew_member *member)
{
    return shared_page_is_stopped(member->plan->context->page);
}

static inline void crew_count(const struct crew_member *member, uint64_t amount)
{
    shared_page_count(member->plan->context->page, member->index, amount);
}
