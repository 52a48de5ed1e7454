// SPDX-License-Identifier: GPL-2.0-or-later
/* The page of memory that a side, its supervisor and the executor share: a state word, an error
 * text and one counter per process, each on a cache line of its own; progress is their sum.
 *
 * States and who makes each transition (the word is a futex; every change wakes all waiters):
 *
 *   STARTING -> READY     the side, in run(), once servers are up and it could begin at once
 *   READY    -> OPEN      the executor, at the opening of the window (a job begins; a load has been
 *                         working since READY and goes on)
 *   any      -> STOP      the executor: end soon, by yourself
 *   any      -> ENDED     the supervisor, once the side's main process was reaped
 *
 * The header is written before fork and by one side only; counters are written by their own
 * process. */
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum page_state { PAGE_STARTING, PAGE_READY, PAGE_OPEN, PAGE_STOP, PAGE_ENDED };

struct shared_counter {
    alignas(64) _Atomic uint64_t count;
};

struct shared_page {
    _Atomic uint32_t state; /* enum page_state */
    uint32_t counter_count;
    double counts_per_unit; /* counts that make one Load; set in run() before READY, at least 1 */
    _Atomic uint64_t started_ns; /* CLOCK_MONOTONIC when the first work began, 0 before */
    _Atomic uint64_t ended_ns; /* when the job's work was done, 0 before; see shared_page_done() */
    char error[1024];          /* why run() failed; "" otherwise */
    struct shared_counter counters[];
};

/* Anonymous shared memory with `counter_count` counters (at least 1). NULL with error. */
struct shared_page *shared_page_create(uint32_t counter_count, struct error *error);
void shared_page_destroy(struct shared_page *page);

/* For a workload, inside run(). */
void shared_page_ready(struct shared_page *page);
/* Waits for OPEN; false where it was told to stop instead. */
bool shared_page_wait_open(struct shared_page *page);
static inline bool shared_page_is_stopped(const struct shared_page *page)
{
    return atomic_load_explicit(&page->state, memory_order_relaxed) >= PAGE_STOP;
}
static inline void shared_page_count(struct shared_page *page, uint32_t index, uint64_t amount)
{
    atomic_fetch_add_explicit(&page->counters[index].count, amount, memory_order_relaxed);
}
/* A job that knows the instant its work is done stamps it; else the supervisor stamps the exit. */
void shared_page_done(struct shared_page *page);
/* Sleeps for `ms`, less where it is told to stop. */
void shared_page_pause(struct shared_page *page, int64_t ms);

/* For the executor and the supervisor. */
void shared_page_set_state(struct shared_page *page, enum page_state state);
enum page_state shared_page_state(const struct shared_page *page);
/* Waits until the state is at least `state`; false at the deadline. */
bool shared_page_wait_state(struct shared_page *page, enum page_state state,
                            struct time_point deadline);
uint64_t shared_page_sum(const struct shared_page *page);
