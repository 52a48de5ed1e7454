// SPDX-License-Identifier: GPL-2.0-or-later
/* Descendants of the calling process: found through /proc/PID/task/TID/children, killed by pidfd.
 * For processes that are subreapers (prctl PR_SET_CHILD_SUBREAPER) and must leave nothing behind.
 */
#pragma once

#include "base/clock.h"

#include <sys/types.h>

/* Kills all descendants but `spare` and what is below it (0: spares none), reaping, until none is
 * left or the deadline is past. Returns how many were killed. */
unsigned stray_kill_all(pid_t spare, struct time_point deadline);
/* Number of children of this process that are alive or not yet reaped. */
unsigned stray_count_children(void);
