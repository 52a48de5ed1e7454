// SPDX-License-Identifier: GPL-2.0-or-later
/* The probe `wakeup`: a thread of normal priority that sleeps until points of a fixed schedule, one
 * every interval, and notes how late it wakes. With a timer slack of 1 ns; the default of 50 us
 * would be seen in every figure.
 *
 * T1 The schedule never waits for the thread: a tick that went by while the thread was late is
 *    entered as well, with its own lateness (no coordinated omission).
 * T2 A tick belongs to the window if it was due between opening and closing. One that is due but
 *    has not been served at the closing is entered with its lateness so far, a lower bound.
 *
 * Life: start, open, close, stop; forks stay with the main thread, the thread blocks all signals,
 * and it allocates nothing. */
#pragma once

#include "base/error.h"
#include "measure/histogram.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct wakeup_probe {
    pthread_t thread;
    bool is_started;
    uint64_t interval_ns;
    pthread_mutex_t lock; /* of what follows */
    bool is_stopping;
    bool is_open;
    uint64_t next_due_ns; /* the tick that the thread sleeps for */
    struct histogram histogram;
    struct histogram marked; /* what it was at the mark */
};

/* Intervals from 100 us to 1 s; stopping takes up to one. The object must stay where it is. */
int wakeup_probe_start(struct wakeup_probe *probe, uint64_t interval_ns, struct error *error);
void wakeup_probe_open(struct wakeup_probe *probe);
/* The histogram is complete then, and stays until the next opening. */
void wakeup_probe_close(struct wakeup_probe *probe);
/* For an end that turns out later to have been the window's: remembers what was entered up to now;
 * closing at the mark closes with that. */
void wakeup_probe_mark(struct wakeup_probe *probe);
void wakeup_probe_close_at_mark(struct wakeup_probe *probe);
void wakeup_probe_stop(struct wakeup_probe *probe); /* accepts a zeroed object */

/* Enters the tick due at `due_ns` and all others due up to `now_ns`; returns the first that is due
 * later. */
uint64_t wakeup_probe_enter(struct histogram *histogram, uint64_t due_ns, uint64_t interval_ns,
                            uint64_t now_ns);

/* Ends with a NULL name: wakeup_p50, wakeup_p99, wakeup_max. */
extern const struct measure_definition wakeup_probe_measures[];
/* The measures, quantiles withheld where too few samples lie beyond, and the series "wakeup". */
void wakeup_probe_record(const struct wakeup_probe *probe, struct run_record *record);
