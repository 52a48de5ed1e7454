// SPDX-License-Identifier: GPL-2.0-or-later
/* Accounting of a whole process tree from /proc: what its living processes used, and what they
 * reaped. One pass over /proc serves both sides and the kernel's threads.
 *
 * /proc/PID/task/TID/children would lead to the members alone, but proc(5) calls it reliable only
 * while the children are stopped, kernels without CONFIG_PROC_CHILDREN lack it, and the kernel's
 * threads need the pass anyway.
 *
 * What ended is in the cutime, cstime, cminflt, cmajflt and io of whoever waited for it; children
 * of a process that ignores SIGCHLD are waited for by nobody, and are lost here (the control group
 * has their CPU). CPU has the resolution of USER_HZ for each living process. */
#pragma once

#include "base/cleanup.h"
#include "base/error.h"
#include "base/sysroot.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process_entry {
    pid_t pid;
    pid_t parent;
    unsigned threads;
    char state;              /* R, S, D, T, t, Z, ... as proc(5) has it */
    double user_s, system_s; /* own and of what it reaped, like all that follows */
    double minor_faults, major_faults;
    bool has_reaped; /* its figures hold those of children that ended */
};

struct process_tree {
    struct process_entry *entries; /* ascending by pid */
    size_t count;
    bool has_kernel_threads; /* kthreadd is among them: not in a PID namespace of a container */
};

struct process_sums {
    size_t processes; /* that live */
    double user_s, system_s;
    double minor_faults, major_faults;
};

struct process_switches {
    double voluntary, involuntary; /* of tasks that live */
    bool has_hidden; /* a member other than `top` reaped children: theirs are to be seen nowhere */
};

struct process_io {
    double read_bytes;    /* that storage had to deliver */
    double written_bytes; /* dirtied for storage, less what was thrown away before it got there */
};

int process_tree_read(const struct sysroot *root, struct process_tree *out, struct error *error);
void process_tree_finish(struct process_tree *tree);

/* Of `top` and all its descendants; -1 where there is no process `top`. */
int process_tree_sum(const struct process_tree *tree, pid_t top, struct process_sums *out,
                     struct error *error);
/* Is `top` or a descendant stopped, by a signal or a debugger? */
bool process_tree_is_stopped(const struct process_tree *tree, pid_t top);
/* Of the kernel's own threads; -1 where they can't be seen. */
int process_tree_sum_kernel(const struct process_tree *tree, struct process_sums *out,
                            struct error *error);
/* These two read more files of each member; members that ended meanwhile are left out. */
int process_tree_switches(const struct sysroot *root, const struct process_tree *tree, pid_t top,
                          struct process_switches *out, struct error *error);
int process_tree_io(const struct sysroot *root, const struct process_tree *tree, pid_t top,
                    struct process_io *out, struct error *error);

CLEANUP_DEFINE(process_tree, struct process_tree, process_tree_finish)
#define auto_process_tree __attribute__((cleanup(cleanup_process_tree)))
