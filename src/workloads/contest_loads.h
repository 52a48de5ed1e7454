// SPDX-License-Identifier: GPL-2.0-or-later
/* The loads of contest, in the order of its report: what the set `contest` runs, and how its table
 * is ordered. dbench_load is not among the workloads yet. */
#pragma once

/* The reference of every ratio. */
#define CONTEST_REFERENCE_LOAD "no_load"

/* NULL-terminated; begins with the reference. */
extern const char *const contest_loads[];
