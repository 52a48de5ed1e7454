// SPDX-License-Identifier: GPL-2.0-or-later
/* The thread that sleeps and notes how late it wakes. */
#include "measure/wakeup_probe.h"
#include "base/clock.h"

#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

enum { STACK_BYTES = 128 * 1024 };

const struct measure_definition wakeup_probe_measures[] = {
    {"wakeup_p50", "us", DIRECTION_LESS, SCALE_RATIO, false,
     "how late a sleeping task wakes, in half of all cases at most"},
    {"wakeup_p99", "us", DIRECTION_LESS, SCALE_RATIO, true,
     "how late a sleeping task wakes, in 99 % of all cases at most"},
    {"wakeup_max", "us", DIRECTION_LESS, SCALE_RATIO, false,
     "how late a sleeping task woke at worst"},
    {0}};

uint64_t wakeup_probe_enter(struct histogram *histogram, uint64_t due_ns, uint64_t interval_ns,
                            uint64_t now_ns)
{
    while (due_ns <= now_ns) {
        histogram_add(histogram, now_ns - due_ns);
        due_ns += interval_ns;
    }
    return due_ns;
}

static uint64_t first_due_after(uint64_t due_ns, uint64_t interval_ns, uint64_t now_ns)
{
    return due_ns > now_ns ? due_ns : due_ns + ((now_ns - due_ns) / interval_ns + 1) * interval_ns;
}

/* Moves the schedule on to now, entering what was due in the window; the lock is held. */
static void serve_ticks(struct wakeup_probe *probe, uint64_t now_ns)
{
    if (probe->is_open)
        probe->next_due_ns =
            wakeup_probe_enter(&probe->histogram, probe->next_due_ns, probe->interval_ns, now_ns);
    else
        probe->next_due_ns = first_due_after(probe->next_due_ns, probe->interval_ns, now_ns);
}

static void *probe_main(void *argument)
{
    struct wakeup_probe *probe = argument;
    prctl(PR_SET_NAME, "wakeup probe");
    prctl(PR_SET_TIMERSLACK, 1UL);
    pthread_mutex_lock(&probe->lock);
    while (!probe->is_stopping) {
        const struct timespec due = {.tv_sec = (time_t)(probe->next_due_ns / 1000000000),
                                     .tv_nsec = (long)(probe->next_due_ns % 1000000000)};
        pthread_mutex_unlock(&probe->lock);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
        uint64_t now_ns = clock_now().ns; /* before the lock: waiting for it is not lateness */
        pthread_mutex_lock(&probe->lock);
        serve_ticks(probe, now_ns);
    }
    pthread_mutex_unlock(&probe->lock);
    return NULL;
}

static int start_thread(struct wakeup_probe *probe)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int number = pthread_create(&probe->thread, &attributes, probe_main, probe);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return number;
}

int wakeup_probe_start(struct wakeup_probe *probe, uint64_t interval_ns, struct error *error)
{
    if (interval_ns < 100000 || interval_ns > 1000000000)
        return error_set(error, ERROR_USAGE, 0,
                         "start the wakeup probe: an interval of %llu ns is not from 100us to 1s",
                         (unsigned long long)interval_ns);
    *probe = (struct wakeup_probe){.interval_ns = interval_ns};
    pthread_mutex_init(&probe->lock, NULL);
    histogram_init(&probe->histogram);
    probe->next_due_ns = clock_now().ns + interval_ns;
    int number = start_thread(probe);
    if (number != 0) {
        pthread_mutex_destroy(&probe->lock);
        return error_set(error, ERROR_FAILED, number, "start the thread of the wakeup probe");
    }
    probe->is_started = true;
    return 0;
}

void wakeup_probe_open(struct wakeup_probe *probe)
{
    pthread_mutex_lock(&probe->lock);
    serve_ticks(probe, clock_now().ns); /* what was due before the opening is not of the window */
    histogram_init(&probe->histogram);
    probe->is_open = true;
    pthread_mutex_unlock(&probe->lock);
}

void wakeup_probe_close(struct wakeup_probe *probe)
{
    pthread_mutex_lock(&probe->lock);
    serve_ticks(probe, clock_now().ns);
    probe->is_open = false;
    pthread_mutex_unlock(&probe->lock);
}

void wakeup_probe_mark(struct wakeup_probe *probe)
{
    pthread_mutex_lock(&probe->lock);
    serve_ticks(probe, clock_now().ns);
    probe->marked = probe->histogram;
    pthread_mutex_unlock(&probe->lock);
}

void wakeup_probe_close_at_mark(struct wakeup_probe *probe)
{
    pthread_mutex_lock(&probe->lock);
    probe->histogram = probe->marked;
    probe->is_open = false;
    pthread_mutex_unlock(&probe->lock);
}

void wakeup_probe_stop(struct wakeup_probe *probe)
{
    if (probe == NULL || !probe->is_started)
        return;
    pthread_mutex_lock(&probe->lock);
    probe->is_stopping = true;
    pthread_mutex_unlock(&probe->lock);
    pthread_join(probe->thread, NULL);
    pthread_mutex_destroy(&probe->lock);
    probe->is_started = false;
}

static void record_quantile(const struct histogram *histogram, double quantile,
                            const struct measure_definition *definition, struct run_record *record)
{
    bool is_proven = histogram_has_quantile(histogram, quantile);
    run_record_add_measure(record, SIDE_PROBE, "", definition,
                           is_proven ? histogram_quantile_ns(histogram, quantile) / 1e3 : 0.0,
                           is_proven ? MEASURE_OK : MEASURE_WITHHELD);
}

void wakeup_probe_record(const struct wakeup_probe *probe, struct run_record *record)
{
    const struct histogram *histogram = &probe->histogram;
    record_quantile(histogram, 0.50, &wakeup_probe_measures[0], record);
    record_quantile(histogram, 0.99, &wakeup_probe_measures[1], record);
    run_record_add_measure(record, SIDE_PROBE, "", &wakeup_probe_measures[2],
                           (double)histogram->max_ns / 1e3,
                           histogram->count > 0 ? MEASURE_OK : MEASURE_WITHHELD);
    histogram_record(histogram, SIDE_PROBE, "wakeup", record);
}
