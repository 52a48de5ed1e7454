// SPDX-License-Identifier: GPL-2.0-or-later
/* Children: forked with a pidfd and a parent-death signal, ended and reaped by their owner. Forks
 * come only from the main thread of a process. */
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <stdbool.h>
#include <sys/types.h>

struct child {
    pid_t pid; /* 0: there is none */
    int pidfd;
};

/* Like fork(): 0 in the child, 1 in the parent, -1 with error. The child dies by SIGKILL with its
 * parent, has default signal dispositions and an empty mask, and must leave through child_exit().
 */
int child_fork(struct child *out, struct error *error);
/* For children that only their parent's run() knows, such as the processes of a load: as
 * child_fork, but without a pidfd (a thousand of them need no thousand descriptors). */
int child_fork_plain(pid_t *out_pid, struct error *error);
/* Leaves without running what the parent registered (atexit, stdio buffers). */
_Noreturn void child_exit(int status);

/* 1 with *out_status (as wait() gives it) once it has ended; 0 at the deadline; -1 with error. */
int child_wait(struct child *child, struct time_point deadline, int *out_status,
               struct error *error);
/* Kills and reaps. Accepts a zeroed object. */
void child_destroy(struct child *child);
int child_signal(const struct child *child, int signal); /* -1 with errno */

/* "exit status 3", "killed by signal 9 (Killed)"; `size` at least 64. */
const char *child_status_text(int status, char *buffer, size_t size);

/* Runs a program to its end with stdin /dev/null; its output goes where ours goes. `environment`
 * NULL: ours. Returns 0 for exit status 0, else -1 with the status in the error. Looked up in PATH.
 */
int child_run(const char *const *arguments, const char *directory, const char *const *environment,
              struct error *error);
