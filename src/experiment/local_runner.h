// SPDX-License-Identifier: GPL-2.0-or-later
/* The runner of this machine: forks and execs `contend --execute` with a socket as descriptor 3, in
 * a process group of its own (the terminal's signals are for contend alone), with a parent-death
 * signal and CONTEND_EXPERIMENT=UUID in its environment. It holds the lock and the guardian's pipe
 * open, so that both outlast contend for as long as the executor cleans up. */
#pragma once

#include "experiment/runner.h"
#include "process/child.h"
#include "run/channel.h"

struct local_runner_plan {
    const char *program; /* absolute path of contend itself */
    const char *experiment_uuid;
    int lock_fd;     /* -1: none */
    int guardian_fd; /* -1: none */
};

struct local_runner {
    struct runner runner; /* first */
    struct local_runner_plan plan;
    struct child child; /* the executor; pid 0: there is none */
    int socket_fd;
    struct channel channel;
};

/* Everything borrowed must outlive it. Stop the runner before it is given up. */
void local_runner_init(struct local_runner *runner, const struct local_runner_plan *plan);
