// SPDX-License-Identifier: GPL-2.0-or-later
/* Points and spans of monotonic time, and deadlines. A point in time and a span of time are
 * different types, so that one can't be taken for the other. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct time_point {
    uint64_t ns; /* CLOCK_MONOTONIC */
};

struct time_span {
    int64_t ns;
};

struct time_point clock_now(void);
struct time_span clock_since(struct time_point start);
struct time_span clock_between(struct time_point start, struct time_point end);
double time_span_seconds(struct time_span span);

/* The point `ms` milliseconds from now, times CONTEND_TIME_FACTOR (a number, 1 where unset): every
 * wait of the program has such a deadline, and the one factor stretches them all on slow machines.
 */
struct time_point deadline_after_ms(int64_t ms);
bool deadline_is_past(struct time_point deadline);
/* Milliseconds left, at least 0, rounded up, in the form poll() takes. */
int deadline_left_ms(struct time_point deadline);

/* Sleeps, at most until the deadline; for the pauses inside a wait that polls the kernel. */
void clock_pause_ms(int64_t ms);
