// SPDX-License-Identifier: GPL-2.0-or-later
/* Definitions of the measures that the run itself takes. */
#pragma once

#include "record/measure.h"

extern const struct measure_definition measure_time;        /* job: wall seconds of the window */
extern const struct measure_definition measure_loads;       /* load: units done in the window */
extern const struct measure_definition measure_loads_rate;  /* load: units per second */
extern const struct measure_definition measure_loads_total; /* load: counts from start to stop */
extern const struct measure_definition measure_lead_in;     /* load: from READY to the window */
extern const struct measure_definition measure_own_cpu;     /* machine: what measuring cost */
extern const struct measure_definition measure_memory;      /* machine: part is its kind */
