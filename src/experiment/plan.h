// SPDX-License-Identifier: GPL-2.0-or-later
/* The plan of an experiment: its conditions and the order of its runs, made from options and a seed
 * before anything is done, stored with the experiment, and all that `--resume` needs.
 *
 * Invariants of the order:
 *   P1 two rounds form a block; the runs of a block are shuffled together, so that all their
 *      arrangements are equally likely (Fisher-Yates, from the seed);
 *   P2 a cacherun follows a run of no_load with the same job, settings and label directly; the two
 *      are shuffled as one. Where no such run is planned, it is preceded by an unstored warming
 *      run;
 *   P3 every condition has one run a round, but with --quick the idle counterparts have one in all;
 *   P4 the same options and seed give the same plan. */
#pragma once

#include "base/text.h"
#include "experiment/item.h"
#include "experiment/plan_machine.h"
#include "record/experiment_record.h"
#include "record/json.h"
#include "workloads/workload.h"

#include <stdbool.h>
#include <stddef.h>

/* Spans that every run of the experiment has; see struct run_request. */
struct plan_timing {
    uint64_t timeout_ns;
    uint64_t seconds_ns; /* window of jobs that end when told; 0: as long as the job takes */
    uint64_t lead_in_ns;
    uint64_t probe_interval_ns; /* 0: no probe */
};

/* Where the plan is to be carried out. Borrowed. */
struct plan_place {
    const char *directory;       /* absolute: where the work directory is made */
    const char *other_directory; /* absolute, or NULL */
    struct plan_machine machine;
};

/* What is wished for. Borrowed. */
struct plan_options {
    const struct item *job;
    const struct item_list *loads;     /* sets expanded */
    const struct parameters *settings; /* checked */
    const char *label;
    unsigned rounds; /* 0: the default, see reachable_rounds() */
    uint64_t seed;   /* below 2^53 */
    bool is_quick;
    struct plan_place place;
    struct plan_timing timing;
};

enum { PLAN_NONE = -1, PLAN_ROUNDS_MAX = 1000 };

/* Ten years: of each of a plan's times, so that their sum stays a time. */
#define PLAN_TIME_NS_MAX (3650ULL * 86400 * 1000000000)

struct plan_condition {
    struct condition_record record;
    const struct workload *job;
    const struct workload *load;
    bool is_idle;         /* the counterpart that shows what the load gets done alone */
    int source;           /* the no_load condition that a cacherun follows, or PLAN_NONE */
    char *skip_reason;    /* why it can't be done here; NULL: it is run */
    char *job_directory;  /* name below the work directory; equal where prepared data is */
    char *load_directory; /* likewise */
};

/* One run in its place. */
struct plan_run {
    size_t condition; /* index */
    int round;        /* from 1 */
    int block;        /* from 1 */
    bool follows;     /* the run before it left the cache as this one needs it */
    bool is_warmed;   /* an unstored warming run goes before it */
};

struct plan {
    struct plan_condition *conditions;
    size_t condition_count;
    struct plan_run *runs; /* in order; the position of a run is its index + 1 */
    size_t run_count;
    unsigned rounds; /* even */
    uint64_t seed;
    bool is_quick;
    char *directory;
    char *other_directory; /* or NULL */
    struct plan_timing timing;
};

/* ERROR_USAGE where options name what isn't there or the same condition twice. What the user should
 * know about the plan is appended to `out_notes`, a sentence each. */
int plan_create(const struct plan_options *options, struct plan *out, struct string_list *out_notes,
                struct error *error);
void plan_finish(struct plan *plan);
CLEANUP_DEFINE(plan, struct plan, plan_finish)
#define auto_plan __attribute__((cleanup(cleanup_plan)))

/* Conditions that are compared: neither idle counterparts nor skipped. */
size_t plan_row_count(const struct plan *plan);

/* Fills plan->runs from conditions, rounds and seed. For plan_create(). */
void plan_order(struct plan *plan);

/* The plan as stored with the experiment and back: options, conditions and the order itself, which
 * a later version of the program may draw otherwise. */
json_t *plan_to_json(const struct plan *plan);
int plan_from_json(const json_t *json, struct plan *out, struct error *error);
