// SPDX-License-Identifier: GPL-2.0-or-later
/* Samples of a counter in time. */
#include "run/counter_log.h"
#include "base/memory.h"

#include <math.h>

void counter_log_init(struct counter_log *log)
{
    log->count = 0;
    log->interval_ns = COUNTER_LOG_INTERVAL_MS * 1000000ULL;
}

static void thin(struct counter_log *log)
{
    size_t kept = 0;
    for (size_t i = 0; i < log->count; i += 2) {
        log->times[kept] = log->times[i];
        log->counts[kept++] = log->counts[i];
    }
    log->count = kept;
    log->interval_ns *= 2;
}

void counter_log_add(struct counter_log *log, struct time_point time, uint64_t count)
{
    /* A tenth early is on time: wake-ups jitter around the interval. */
    if (log->count > 0 &&
        time.ns - log->times[log->count - 1].ns < log->interval_ns - log->interval_ns / 10)
        return;
    if (log->count == COUNTER_LOG_CAPACITY)
        thin(log);
    log->times[log->count] = time;
    log->counts[log->count++] = count;
}

double counter_log_at(const struct counter_log *log, struct time_point time)
{
    if (log->count == 0)
        return 0.0;
    size_t after = 0;
    while (after < log->count && log->times[after].ns < time.ns)
        after++;
    if (after == 0)
        return (double)log->counts[0];
    if (after == log->count)
        return (double)log->counts[log->count - 1];
    double span = (double)(log->times[after].ns - log->times[after - 1].ns);
    double part = (double)(time.ns - log->times[after - 1].ns) / span;
    double low = (double)log->counts[after - 1];
    return low + part * ((double)log->counts[after] - low);
}

double counter_log_rate(const struct counter_log *log, struct time_point start,
                        struct time_point end)
{
    double s = time_span_seconds(clock_between(start, end));
    return s > 0 ? (counter_log_at(log, end) - counter_log_at(log, start)) / s : 0.0;
}

bool counter_log_is_steady(const struct counter_log *log, struct time_point now,
                           struct time_span span)
{
    uint64_t length = (uint64_t)span.ns;
    if (log->count == 0 || now.ns < 2 * length || log->times[0].ns > now.ns - 2 * length)
        return false;
    struct time_point middle = {now.ns - length};
    struct time_point start = {now.ns - 2 * length};
    double before = counter_log_rate(log, start, middle);
    double last = counter_log_rate(log, middle, now);
    return before > 0 && fabs(last - before) <= 0.1 * before;
}

void counter_log_to_record(const struct counter_log *log, struct time_point zero,
                           double counts_per_unit, const char *unit, struct run_record *record)
{
    double origin = counter_log_at(log, zero);
    double *data = memory_resize(NULL, log->count * 2, sizeof(double));
    for (size_t i = 0; i < log->count; i++) {
        data[2 * i] = (double)log->times[i].ns - (double)zero.ns;
        data[2 * i + 1] = ((double)log->counts[i] - origin) / counts_per_unit;
    }
    run_record_add_series(record, SIDE_LOAD, "progress", unit, "ns,count", 2, log->count, data);
}
