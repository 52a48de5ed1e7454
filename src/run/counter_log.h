// SPDX-License-Identifier: GPL-2.0-or-later
/* What a side's counter showed, in time. Bounded: when full, every second sample is dropped and
 * sampling goes on at half the pace, so that a run of hours costs no more than one of minutes. */
#pragma once

#include "base/clock.h"
#include "record/run_record.h"

#include <stdbool.h>
#include <stddef.h>

enum { COUNTER_LOG_CAPACITY = 4096, COUNTER_LOG_INTERVAL_MS = 100 };

struct counter_log {
    struct time_point times[COUNTER_LOG_CAPACITY];
    uint64_t counts[COUNTER_LOG_CAPACITY]; /* never falls */
    size_t count;
    uint64_t interval_ns; /* samples nearer to the last one are not kept */
};

void counter_log_init(struct counter_log *log);
void counter_log_add(struct counter_log *log, struct time_point time, uint64_t count);
/* The count at a point in time, linear between the samples beside it; the nearest sample outside.
 */
double counter_log_at(const struct counter_log *log, struct time_point time);
/* Counts per second from `start` to `end`; 0 where they are no span. */
double counter_log_rate(const struct counter_log *log, struct time_point start,
                        struct time_point end);
/* Is the rate of the `span` before `now` within 10 % of that of the span before it? False while the
 * log does not reach back so far, and where nothing was counted. */
bool counter_log_is_steady(const struct counter_log *log, struct time_point now,
                           struct time_span span);
/* As series "progress", times relative to `zero`, counts divided by `counts_per_unit` and relative
 * to the count at `zero`. */
void counter_log_to_record(const struct counter_log *log, struct time_point zero,
                           double counts_per_unit, const char *unit, struct run_record *record);
