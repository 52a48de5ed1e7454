// SPDX-License-Identifier: GPL-2.0-or-later
/* Monotonic time and deadlines. */
#include "base/clock.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <time.h>

#define NS_MAX 9e18 /* of a deadline: 285 years, and the sum with now is a point in time still */

struct time_point clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (struct time_point){(uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec};
}

struct time_span clock_between(struct time_point start, struct time_point end)
{
    return (struct time_span){(int64_t)(end.ns - start.ns)};
}

struct time_span clock_since(struct time_point start)
{
    return clock_between(start, clock_now());
}

double time_span_seconds(struct time_span span)
{
    return (double)span.ns / 1e9;
}

static double time_factor(void)
{
    const char *text = getenv("CONTEND_TIME_FACTOR");
    double factor = text != NULL ? strtod(text, NULL) : 1.0;
    return factor >= 0.1 && factor <= 1000.0 ? factor : 1.0;
}

struct time_point deadline_after_ms(int64_t ms)
{
    double ns = (double)ms * time_factor() * 1e6;
    return (struct time_point){clock_now().ns + (uint64_t)(ns < NS_MAX ? ns : NS_MAX)};
}

bool deadline_is_past(struct time_point deadline)
{
    return clock_now().ns >= deadline.ns;
}

int deadline_left_ms(struct time_point deadline)
{
    uint64_t now = clock_now().ns;
    if (now >= deadline.ns)
        return 0;
    uint64_t ms = (deadline.ns - now + 999999) / 1000000;
    return ms > INT_MAX ? INT_MAX : (int)ms;
}

void clock_pause_ms(int64_t ms)
{
    struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&pause, &pause) != 0 && errno == EINTR)
        ;
}
