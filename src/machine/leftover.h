// SPDX-License-Identifier: GPL-2.0-or-later
/* Ending processes that are not our children: those in a control group of ours and those whose
 * environment carries the mark of an experiment. Each is signalled by pidfd, and only if it is
 * still a member after the pidfd was opened, so that a recycled number can't be hit. Never the
 * caller itself. Both wait until none is left, at most 10 s. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"

#define LEFTOVER_MARK "CONTEND_EXPERIMENT" /* environment variable of every process of a side */

/* `directory_fd`: of a v1 or v2 group; groups below it included. Refused where the caller itself is
 * in it. Returns how many were signalled (cgroup.kill counts as one), -1 with error. */
int leftover_kill_group(int directory_fd, struct error *error);
/* Returns how many were killed, -1 with error. Does nothing on a captured root. */
int leftover_kill_marked(const struct sysroot *root, const char *uuid, struct error *error);
