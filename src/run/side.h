// SPDX-License-Identifier: GPL-2.0-or-later
/* One side of a run: its workload, its supervisor, its shared page, its groups. Set up whole before
 * the supervisor is forked, since its children see the memory of that moment. */
#pragma once

#include "base/sysroot.h"
#include "machine/control_group.h"
#include "machine/settings.h"
#include "process/supervisor.h"
#include "record/run_record.h"
#include "record/run_request.h"
#include "workloads/workload.h"

enum side_phase { PHASE_PREPARE = 1, PHASE_RESET, PHASE_RUN, PHASE_VERIFY, PHASE_CLEAN };

struct run_side {
    enum side side;
    const struct workload *workload;
    struct workload_needs needs;
    struct workload_context context;
    const struct control_group *group;        /* for accounting and killing; NULL: there is none */
    const struct control_group *memory_group; /* NULL: memory is not limited by a group */
    struct shared_page *page;
    struct supervisor_plan plan;
    struct supervisor supervisor;
    int records[2];  /* measures of the workload's own: reading and writing end */
    bool is_running; /* RUN was begun and its report is not in yet */
    bool has_ended;  /* the report is in */
    struct supervisor_report report;
};

struct run_side_plan {
    enum side side;
    const struct run_request *request;
    const struct side_request *own; /* of the request: its job, its load, or its tree_job */
    struct memory_view memory;
    int cpus;
    bool has_swap;    /* swap space for what need() asks is there */
    const char *tree; /* the job's source tree, or NULL */
    const struct control_group *group;
};

/* Everything borrowed must outlive the side. */
int run_side_start(struct run_side *out, const struct run_side_plan *plan, struct error *error);
void run_side_stop(struct run_side *side);

/* Carries out a phase to its end: 0, or -1 with what the workload says. A workload without that
 * phase has nothing to do. ERROR_FAILED "interrupted" where a signal came in. */
int run_side_do(struct run_side *side, enum side_phase phase, struct time_point deadline,
                struct error *error);
/* prepare(), unless what lies in its directory was prepared with the same parameters. */
int run_side_prepare(struct run_side *side, struct time_point deadline, struct error *error);
/* Begins run() and waits until it is READY; gives up after `patience_ms` without a count. */
int run_side_begin(struct run_side *side, int64_t patience_ms, struct error *error);
/* Takes the report of run() where it is in: 1; 0 not yet, -1 the supervisor is gone. */
int run_side_check(struct run_side *side, struct time_point deadline, struct error *error);
/* Ends run(): the page's word, SIGTERM, kill, each after a grace; takes the report. */
int run_side_end(struct run_side *side, struct error *error);
/* Is any process of the side stopped (SIGSTOP, a debugger), and stays so? To say yes takes half a
 * second. */
bool run_side_is_stopped(const struct run_side *side, const struct sysroot *root);
/* Moves what the workload reported into the record. */
void run_side_collect(struct run_side *side, struct run_record *record);
/* Why run() failed, in words, the caller's to free: its error, its exit status, its signal. NULL:
 * it did not. */
char *run_side_failure(const struct run_side *side);
