// SPDX-License-Identifier: GPL-2.0-or-later
/* The mark by which a work directory is known as Contend's: the file `.contend` in it, with the
 * experiment, the boot and the process that made it. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"

#include <sys/types.h>

enum work_mark_state {
    WORK_MARK_ABSENT, /* no mark, or not a directory of this user */
    WORK_MARK_ALIVE,  /* its process runs */
    WORK_MARK_STALE,  /* another boot, or its process is gone */
    WORK_MARK_HIDDEN, /* there is one, and it can't be read: errno says why */
};

int work_mark_write(const struct sysroot *root, int directory_fd, const char *experiment_uuid,
                    struct error *error);
/* *out_pid is that of the mark, 0 where there is none or it can't be read. */
enum work_mark_state work_mark_state(const struct sysroot *root, int directory_fd, pid_t *out_pid);

/* Removes the directory and all below it, the mark last: cut off in the middle, it is still known
 * as ours. */
int work_mark_remove_tree(int parent_fd, const char *name, struct error *error);
