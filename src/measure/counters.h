// SPDX-License-Identifier: GPL-2.0-or-later
/* Readings that are plain counters: an array of numbers, in the order of the source's measures, NAN
 * where one can't be read here. Most sources keep nothing else as their state. */
#pragma once

#include "record/measure.h"

#include <stddef.h>

/* closing - opening. Unavailable where either is NAN; withheld where a counter ran backwards (the
 * kernel lets iowait do so, and a process that ended takes its figures along). */
void counters_difference(const double *opening, const double *closing, size_t count,
                         double *out_values, enum measure_state *out_states);

/* The number behind `key` and blanks or a colon at the start of a line of `text`; NAN if absent. */
double counters_of_key(const char *text, const char *key);
