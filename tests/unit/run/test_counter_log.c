// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "run/counter_log.h"

static struct counter_log counters;

/* A counter that rises by `per_s` from `from_s` to `to_s`, sampled every 100 ms. */
static void rise(double from_s, double to_s, double per_s)
{
    uint64_t start = counters.count > 0 ? counters.counts[counters.count - 1] : 0;
    for (int step = 0; from_s + 0.1 * step <= to_s + 1e-9; step++) {
        struct time_point time = {(uint64_t)((from_s + 0.1 * step) * 1e9 + 0.5)};
        counter_log_add(&counters, time, start + (uint64_t)(0.1 * step * per_s + 0.5));
    }
}

static struct time_point at_s(double s)
{
    return (struct time_point){(uint64_t)(s * 1e9 + 0.5)};
}

START_TEST(test_count_between_samples_is_linear)
{
    counter_log_init(&counters);
    rise(10, 20, 1000);
    ck_assert_double_eq_tol(counter_log_at(&counters, at_s(15.05)), 5050, 0.5);
    ck_assert_double_eq_tol(counter_log_rate(&counters, at_s(12), at_s(14)), 1000, 0.5);
    ck_assert_double_eq(counter_log_at(&counters, at_s(1)), 0);
    ck_assert_double_eq_tol(counter_log_at(&counters, at_s(99)), 10000, 0.5);
}
END_TEST

START_TEST(test_steady_needs_two_spans_of_equal_rate)
{
    struct time_span span = {2000000000};
    counter_log_init(&counters);
    rise(10, 12, 3000);
    ck_assert(!counter_log_is_steady(&counters, at_s(12), span));
    rise(12.1, 14, 1000);
    ck_assert(!counter_log_is_steady(&counters, at_s(14), span));
    rise(14.1, 16.2, 1000);
    ck_assert(counter_log_is_steady(&counters, at_s(16.2), span));
}
END_TEST

START_TEST(test_nothing_counted_is_not_steady)
{
    counter_log_init(&counters);
    rise(10, 20, 0);
    ck_assert(!counter_log_is_steady(&counters, at_s(20), (struct time_span){2000000000}));
}
END_TEST

START_TEST(test_full_log_is_thinned_and_keeps_its_rate)
{
    counter_log_init(&counters);
    rise(10, 10 + 0.1 * COUNTER_LOG_CAPACITY * 3, 1000);
    ck_assert_uint_le(counters.count, COUNTER_LOG_CAPACITY);
    ck_assert_double_eq_tol(counter_log_rate(&counters, at_s(100), at_s(1100)), 1000, 0.5);
}
END_TEST

START_TEST(test_series_is_relative_to_the_opening_and_in_units)
{
    auto_run_record struct run_record record = {0};
    counter_log_init(&counters);
    rise(10, 11, 1000);
    counter_log_to_record(&counters, at_s(10.5), 100.0, "100 things", &record);
    const struct series *series = run_record_series(&record, SIDE_LOAD, "progress");
    ck_assert_ptr_nonnull(series);
    ck_assert_uint_eq(series->count, 11);
    ck_assert_double_eq_tol(series->data[0], -5e8, 1);
    ck_assert_double_eq_tol(series->data[1], -5, 1e-9);
    ck_assert_double_eq_tol(series->data[21], 5, 1e-9);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_count_between_samples_is_linear);
    tcase_add_test(tests, test_steady_needs_two_spans_of_equal_rate);
    tcase_add_test(tests, test_nothing_counted_is_not_steady);
    tcase_add_test(tests, test_full_log_is_thinned_and_keeps_its_rate);
    tcase_add_test(tests, test_series_is_relative_to_the_opening_and_in_units);
}

int main(void)
{
    return unit_run("counter_log", fill);
}
