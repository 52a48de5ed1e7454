// SPDX-License-Identifier: GPL-2.0-or-later
/* What a run's own side measures say against it: CPU that the hypervisor took, a CPU that
 * throttled, a process that the kernel killed for lack of memory. Pure. */
#pragma once

#include "record/run_record.h"

/* Adds flags "steal", "throttled" and "oom" where the measures in the record ask for them. */
void run_flags_add(struct run_record *record, int cpus);
/* Was a process killed by the OOM killer while the window was open? */
bool run_flags_has_oom(const struct run_record *record);
