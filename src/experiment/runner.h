// SPDX-License-Identifier: GPL-2.0-or-later
/* What carries runs out: this machine, later a guest or another machine. A runner is a small table
 * of functions; all of them exchange the same two documents, run request and run record.
 *
 * Life: start() before each run (it does nothing while the executor of the run before is alive),
 * send() one request, receive() its record, and so on; stop() at the end. An executor that dies
 * costs its run; the next start() makes a new one. */
#pragma once

#include "base/clock.h"
#include "record/run_record.h"
#include "record/run_request.h"

struct runner;

struct runner_operations {
    const char *name;
    int (*start)(struct runner *runner, struct error *error);
    int (*send)(struct runner *runner, const struct run_request *request, struct error *error);
    /* 1 with a record; 0 at the deadline, earlier where a signal came in; -1: the executor is gone,
     * and the error says how it ended. */
    int (*receive)(struct runner *runner, struct time_point deadline, struct run_record *out_record,
                   struct error *error);
    /* Tells the executor to end what it does and to put everything back, then waits for its end.
     * ERROR_NOT_RESTORED where it could not. Nothing to do where there is none. */
    int (*stop)(struct runner *runner, struct error *error);
};

struct runner {
    const struct runner_operations *operations;
};
