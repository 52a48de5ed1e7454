// SPDX-License-Identifier: GPL-2.0-or-later
/* Emptying swap: each area that is in use is switched off and on again, journaled meanwhile. */
#pragma once

#include "machine/journal.h"

#include <stdint.h>

/* 0: nothing is swapped any more. -1 with error: there is less memory available than is swapped (it
 * would meet the OOM killer), no privilege, no journal (NULL), or an area took more than 60 s.
 * *out_used_bytes is what was swapped before. */
int swap_emptying_run(const struct sysroot *root, struct journal *journal, uint64_t *out_used_bytes,
                      struct error *error);
