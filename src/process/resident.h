// SPDX-License-Identifier: GPL-2.0-or-later
/* Keeps the pages of the processes that measure in memory. Under a load that takes all of it they
 * would be reclaimed like any other's: the supervisor's stamp of the job's end would wait for its
 * own page faults, and the probe would measure them.
 *
 * Only pages that were touched are held (MCL_ONFAULT), so that the footprint stays what it was.
 * fork() doesn't hand it on: job and load are reclaimed as anything else. */
#pragma once

#include <stdbool.h>

/* All pages of the calling process's present mappings, those touched later as well; not of mappings
 * made later, since under a limit (RLIMIT_MEMLOCK) making them would then fail. False where it
 * needs privilege; nothing depends on it. */
bool resident_hold(void);
