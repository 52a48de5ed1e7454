// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/clock.h"
#include "measure/wakeup_probe.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

START_TEST(test_ticks_missed_by_a_late_wakeup_are_entered_with_their_own_lateness)
{
    static struct histogram histogram;
    histogram_init(&histogram);
    uint64_t next = wakeup_probe_enter(&histogram, 1000, 10, 1035);
    ck_assert_uint_eq(next, 1040);
    ck_assert_uint_eq(histogram.count, 4); /* 35, 25, 15 and 5 late */
    ck_assert_uint_eq(histogram.buckets[35], 1);
    ck_assert_uint_eq(histogram.buckets[25], 1);
    ck_assert_uint_eq(histogram.buckets[15], 1);
    ck_assert_uint_eq(histogram.buckets[5], 1);
}
END_TEST

START_TEST(test_tick_that_is_not_due_is_not_entered)
{
    static struct histogram histogram;
    histogram_init(&histogram);
    ck_assert_uint_eq(wakeup_probe_enter(&histogram, 1000, 10, 999), 1000);
    ck_assert_uint_eq(histogram.count, 0);
    ck_assert_uint_eq(wakeup_probe_enter(&histogram, 1000, 10, 1000), 1010);
    ck_assert_uint_eq(histogram.count, 1);
}
END_TEST

START_TEST(test_every_tick_of_the_window_is_entered_and_none_outside_it)
{
    static struct wakeup_probe probe;
    struct error error;
    const uint64_t interval_ns = 1000000;
    ck_assert_int_eq(wakeup_probe_start(&probe, interval_ns, &error), 0);
    clock_pause_ms(20);
    struct time_point before = clock_now();
    wakeup_probe_open(&probe);
    struct time_point after = clock_now();
    clock_pause_ms(200);
    struct time_span inner = clock_since(after);
    wakeup_probe_close(&probe);
    struct time_span outer = clock_since(before);
    clock_pause_ms(20);
    wakeup_probe_stop(&probe);
    ck_assert_uint_ge(probe.histogram.count, (uint64_t)inner.ns / interval_ns);
    ck_assert_uint_le(probe.histogram.count, (uint64_t)outer.ns / interval_ns + 1);
}
END_TEST

START_TEST(test_closing_at_the_mark_leaves_out_what_came_after_it)
{
    static struct wakeup_probe probe;
    struct error error;
    const uint64_t interval_ns = 1000000;
    ck_assert_int_eq(wakeup_probe_start(&probe, interval_ns, &error), 0);
    struct time_point before = clock_now();
    wakeup_probe_open(&probe);
    clock_pause_ms(50);
    wakeup_probe_mark(&probe);
    struct time_span outer = clock_since(before);
    clock_pause_ms(200);
    wakeup_probe_close_at_mark(&probe);
    wakeup_probe_stop(&probe);
    ck_assert_uint_gt(probe.histogram.count, 0);
    ck_assert_uint_le(probe.histogram.count, (uint64_t)outer.ns / interval_ns + 1);
}
END_TEST

START_TEST(test_record_withholds_p99_of_few_samples_and_tells_the_maximum)
{
    static struct wakeup_probe probe;
    auto_run_record struct run_record record = {0};
    histogram_init(&probe.histogram);
    for (uint64_t i = 1; i <= 500; i++)
        histogram_add(&probe.histogram, i * 1000);
    wakeup_probe_record(&probe, &record);
    ck_assert_int_eq(run_record_measure(&record, SIDE_PROBE, "wakeup_p99")->state,
                     MEASURE_WITHHELD);
    ck_assert_double_eq_tol(run_record_measure(&record, SIDE_PROBE, "wakeup_p50")->value, 250, 2.5);
    ck_assert_double_eq(run_record_measure(&record, SIDE_PROBE, "wakeup_max")->value, 500);
    ck_assert(run_record_series(&record, SIDE_PROBE, "wakeup") != NULL);
}
END_TEST

static volatile sig_atomic_t signal_thread;

static void note_thread(int number)
{
    (void)number;
    signal_thread = gettid();
}

START_TEST(test_signals_of_the_process_are_left_to_the_main_thread)
{
    static struct wakeup_probe probe;
    struct error error;
    ck_assert_int_eq(wakeup_probe_start(&probe, 1000000, &error), 0);
    signal(SIGUSR1, note_thread);
    sigset_t user, old;
    sigemptyset(&user);
    sigaddset(&user, SIGUSR1);
    sigprocmask(SIG_BLOCK, &user, &old); /* the kernel would now choose the probe, if it could */
    kill(getpid(), SIGUSR1);
    clock_pause_ms(20);
    ck_assert_int_eq(signal_thread, 0);
    sigprocmask(SIG_SETMASK, &old, NULL);
    ck_assert_int_eq(signal_thread, getpid());
    wakeup_probe_stop(&probe);
}
END_TEST

START_TEST(test_interval_out_of_range_is_refused)
{
    static struct wakeup_probe probe;
    struct error error;
    ck_assert_int_eq(wakeup_probe_start(&probe, 1000, &error), -1);
    ck_assert_int_eq(wakeup_probe_start(&probe, 2000000000, &error), -1);
    wakeup_probe_stop(&probe);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_ticks_missed_by_a_late_wakeup_are_entered_with_their_own_lateness);
    tcase_add_test(tests, test_tick_that_is_not_due_is_not_entered);
    tcase_add_test(tests, test_every_tick_of_the_window_is_entered_and_none_outside_it);
    tcase_add_test(tests, test_closing_at_the_mark_leaves_out_what_came_after_it);
    tcase_add_test(tests, test_record_withholds_p99_of_few_samples_and_tells_the_maximum);
    tcase_add_test(tests, test_signals_of_the_process_are_left_to_the_main_thread);
    tcase_add_test(tests, test_interval_out_of_range_is_refused);
}

int main(void)
{
    return unit_run("wakeup_probe", fill);
}
