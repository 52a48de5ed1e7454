// SPDX-License-Identifier: GPL-2.0-or-later
/* The run of the workloads that do nothing: idle, no_load, cacherun. */
#pragma once

#include "workloads/workload.h"

/* Is ready at once and sleeps until it is told to stop. */
int nothing_run(const struct workload_context *context, struct error *error);
