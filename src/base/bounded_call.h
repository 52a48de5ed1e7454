// SPDX-License-Identifier: GPL-2.0-or-later
/* A call that may hang in the kernel (sync, swapoff, drop_caches on a sick disk), made in a forked
 * child so that it can be given up. From the main thread only. */
#pragma once

#include "base/clock.h"
#include "base/error.h"

/* Runs work(argument) in a child; it returns 0 or an errno value below 128. 0: done. -1 with an
 * error whose number is that value, or ETIMEDOUT once the deadline is past: the child was sent
 * SIGKILL then, and is left behind if it hangs in the kernel. */
int bounded_call(int (*work)(const void *argument), const void *argument,
                 struct time_point deadline, struct error *error);
