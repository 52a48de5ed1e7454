// SPDX-License-Identifier: GPL-2.0-or-later
/* The supervisor of one side: a process between the executor and the side's work. It forks one
 * child a phase (prepare, reset, run, verify, ...), reaps everything that is orphaned below it,
 * keeps a bounded tail of what is printed, stamps the end, and takes the whole tree along when it
 * dies.
 *
 * Invariants:
 *   S1 nothing of a side outlives its supervisor: where permitted it is the init of a PID
 *      namespace; elsewhere a subreaper that kills its descendants before it leaves;
 *   S2 the supervisor does not outlive the executor: a parent-death signal, and the end of the
 *      socket;
 *   S3 between phases the supervisor has no children;
 *   S4 the supervisor never blocks but in poll(), so a snapshot is answered while the side is busy.
 *
 * States: IDLE -begin-> BUSY -(tree empty)-> IDLE, with a report; BUSY -kill-> IDLE, with a report.
 */
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "process/shared_page.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

enum { SUPERVISOR_TAIL_BYTES = 16384 };

struct supervisor_plan {
    const char *name; /* "job" or "load": for messages */
    /* One phase of the side's work, in a child: 0, or -1 with error. */
    int (*phase)(void *context, int phase, struct error *error);
    void *context;
    struct shared_page *page; /* ENDED and ended_ns are set on it by phase `run_phase` */
    int run_phase;            /* number of the phase that is the side's run */
    int64_t linger_ms;        /* how long what the main process left behind may still work */
};

struct supervisor_shared; /* the error and the output tail, in shared memory */

struct supervisor {
    pid_t pid; /* 0: none */
    int pidfd;
    int socket;
    bool has_namespace; /* it is the init of a PID namespace */
    struct supervisor_shared *shared;
    const char *name;
};

/* How a phase ended. */
struct supervisor_report {
    int phase;
    int status;             /* of the phase's main process, as wait() gives it */
    bool was_killed;        /* by supervisor_kill() */
    uint64_t main_ended_ns; /* CLOCK_MONOTONIC, when the main process had ended */
    uint64_t tree_ended_ns; /* when the last of the tree had */
    unsigned left_behind;   /* processes killed after linger_ms */
    struct error error;     /* of a phase that returned -1; text "" otherwise */
};

int supervisor_start(struct supervisor *out, const struct supervisor_plan *plan,
                     struct error *error);
/* Begins a phase and returns at once. */
int supervisor_begin(struct supervisor *supervisor, int phase, struct error *error);
/* 1 with the report once the phase has ended; 0 at the deadline, where a signal came in, or where
 * the run begins to linger; -1 with error where the supervisor itself is gone. */
int supervisor_wait(struct supervisor *supervisor, struct time_point deadline,
                    struct supervisor_report *out_report, struct error *error);
/* Has the run's main process ended, with others still at work then? */
bool supervisor_is_lingering(const struct supervisor *supervisor);
/* What was used so far by the children that were reaped, and by the supervisor itself. */
int supervisor_usage(struct supervisor *supervisor, struct rusage *out_reaped,
                     struct rusage *out_own, struct error *error);
/* SIGTERM to the phase's main process. */
int supervisor_terminate(struct supervisor *supervisor, struct error *error);
/* SIGKILL to the whole tree below the supervisor; the report follows. */
int supervisor_kill(struct supervisor *supervisor, struct error *error);
/* The last lines printed since the last begin: valid UTF-8, control characters as blanks; the
 * caller's to free. */
char *supervisor_tail(const struct supervisor *supervisor);
/* Ends it with all that is below. Accepts a zeroed object. */
void supervisor_stop(struct supervisor *supervisor);
