// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of all workloads. */
#pragma once

#include "workloads/workload.h"

#include <stddef.h>

/* Sorted by name. */
const struct workload *const *workload_catalog(size_t *out_count);
/* NULL if there is none of that name. */
const struct workload *workload_catalog_find(const char *name);
/* The error for an unknown name, with the nearest one; `word` is what was asked for ("job"). */
int workload_catalog_refuse(const char *word, const char *name, struct error *error);
/* Refuses an unknown name with the nearest one and, where given, one that lacks the role. */
int workload_catalog_get(const char *name, enum workload_role role, const struct workload **out,
                         struct error *error);
