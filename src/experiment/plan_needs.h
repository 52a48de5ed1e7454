// SPDX-License-Identifier: GPL-2.0-or-later
/* What a plan needs of this machine, found out before anything is written. */
#pragma once

#include "experiment/plan.h"

/* Can the workload be had here at all: programs, privilege, memory, second directory, its own
 * check()? The error says what is missing and what would help. */
int plan_needs_examine(const struct workload *workload, const struct parameters *parameters,
                       const struct plan_place *place, struct error *error);
/* True where all that is missing is a second directory. */
bool plan_needs_other_directory(const struct workload *workload,
                                const struct parameters *parameters,
                                const struct plan_place *place);

/* Disk space of the whole plan. What is prepared stays from one run to the next and counts once for
 * every directory; of what a run makes and its end removes, the largest counts, since only one run
 * goes on at a time. */
struct plan_needs {
    uint64_t disk_bytes;
    uint64_t other_disk_bytes;
    char *parts;       /* "read_load 1G; in turn io_load 1G, mem_load 2G": who needs disk_bytes */
    char *other_parts; /* likewise of other_disk_bytes */
};

void plan_needs_sum(const struct plan *plan, const struct plan_machine *machine,
                    struct plan_needs *out);
void plan_needs_finish(struct plan_needs *needs);
CLEANUP_DEFINE(plan_needs, struct plan_needs, plan_needs_finish)
#define auto_plan_needs __attribute__((cleanup(cleanup_plan_needs)))

/* ERROR_CANNOT where `free_bytes` of the work directory's file system, or `other_free_bytes` of the
 * second one's, are not enough; a reserve is left to others. */
int plan_needs_check(const struct plan_needs *needs, uint64_t free_bytes, uint64_t other_free_bytes,
                     struct error *error);
