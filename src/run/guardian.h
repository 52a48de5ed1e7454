// SPDX-License-Identifier: GPL-2.0-or-later
/* The guardian: a process forked before the first change that waits for the death of contend and
 * its executor and then undoes what the journal holds: ends both sides, puts settings back, removes
 * files.
 *
 * It holds the reading end of a pipe whose writing end contend and its executors hold: the end of
 * that pipe is the death of all of them. It ignores the terminal's signals, is not for the OOM
 * killer, and keeps the lock until it is done, so that the next contend waits for it.
 *
 * States: WATCHING -(a byte)-> gone, nothing to do; WATCHING -(end of the pipe)-> RESTORING ->
 * gone. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"
#include "process/child.h"

struct guardian_plan {
    const struct sysroot *root;
    int state_fd; /* directory of the journal */
};

struct guardian {
    struct child child; /* its pid is 0: none */
    int pipe_fd;        /* writing end; executors inherit it */
};

int guardian_start(struct guardian *out, const struct guardian_plan *plan, struct error *error);
/* Dismisses it, all being undone; reaps. One that somebody stopped is killed after a while. Accepts
 * a zeroed object. */
void guardian_finish(struct guardian *guardian);
