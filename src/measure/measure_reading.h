// SPDX-License-Identifier: GPL-2.0-or-later
/* One reading of every source for both sides and the machine. Two of them, one at the opening and
 * one at the closing of the window, make the measures of a run. What can't be read here becomes an
 * unavailable measure, never an error. */
#pragma once

#include "base/cleanup.h"
#include "measure/measure_source.h"
#include "record/run_record.h"

struct measure_reading;

/* All memory but the list of processes is taken here, so that the reading itself is short. */
struct measure_reading *measure_reading_create(void);
void measure_reading_destroy(struct measure_reading *reading);

/* `targets`: at most one for each of job, load and machine. Their `processes` need not be set. */
void measure_reading_take(struct measure_reading *reading, const struct measure_target *targets,
                          size_t count);
/* Adds all measures of the sides that are in both readings, in the order of the catalogue. */
void measure_reading_record(const struct measure_reading *opening,
                            const struct measure_reading *closing, double window_s,
                            struct run_record *record);

static inline void cleanup_measure_reading(struct measure_reading **reading)
{
    measure_reading_destroy(*reading);
}
#define auto_measure_reading __attribute__((cleanup(cleanup_measure_reading)))
