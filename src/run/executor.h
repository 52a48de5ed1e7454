// SPDX-License-Identifier: GPL-2.0-or-later
/* The executor: takes run requests from a stream, carries each out on this machine, gives run
 * records back. It opens no store and knows no tables; it runs the same on a host and inside a
 * guest.
 *
 * It serves a chain of runs: what is set for one run and wanted by the next too (memory, groups)
 * stays, so that cacherun finds the cache of the run before it. At the end of the stream, or on
 * SIGTERM, everything it changed is put back and its groups are removed.
 *
 * Invariants:
 *   R1 settings are changed only between the arrival of a request and the end of the stream,
 *      through the journal;
 *   R2 both sides' trees are gone before a record is sent;
 *   R3 a record is sent for every request, unless a signal ended the run. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"
#include "machine/control_group.h"
#include "machine/journal.h"
#include "machine/settings.h"
#include "machine/state_directory.h"
#include "record/run_record.h"
#include "record/run_request.h"

enum { EXECUTOR_FD = 3 }; /* the stream's descriptor, of `contend --execute` */

struct executor {
    const struct sysroot *root;
    struct state_directory state;
    struct journal journal;
    struct control_group_layout layout;
    struct settings *settings; /* NULL before the first request; borrows the two below */
    char *work_directory;      /* of the first request: all of a chain are of one experiment */
    char *experiment_uuid;
    struct control_group groups[2]; /* of job and load, by enum side */
};

int executor_open(struct executor *out, const struct sysroot *root, struct error *error);
/* Puts everything back. ERROR_NOT_RESTORED where that fails. */
int executor_close(struct executor *executor, struct error *error);
/* Serves the stream to its end. */
int executor_serve(struct executor *executor, int fd, struct error *error);
