// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/clock.h"

#include <limits.h>

START_TEST(test_span_between_points_may_be_negative)
{
    struct time_point early = {1000000000};
    struct time_point late = {3500000000};
    ck_assert_double_eq(time_span_seconds(clock_between(early, late)), 2.5);
    ck_assert_double_eq(time_span_seconds(clock_between(late, early)), -2.5);
}
END_TEST

START_TEST(test_deadline_is_past_when_nothing_is_left)
{
    struct time_point past = {1};
    ck_assert(deadline_is_past(past));
    ck_assert_int_eq(deadline_left_ms(past), 0);
    struct time_point far = deadline_after_ms(100000);
    ck_assert(!deadline_is_past(far));
    ck_assert_int_gt(deadline_left_ms(far), 0);
    ck_assert_int_le(deadline_left_ms(far), 100000);
}
END_TEST

START_TEST(test_time_left_is_rounded_up_so_that_poll_does_not_spin)
{
    struct time_point soon = {clock_now().ns + 5000000001ULL};
    ck_assert_int_ge(deadline_left_ms(soon), 4000);
    struct time_point endless = {UINT64_MAX};
    ck_assert_int_eq(deadline_left_ms(endless), INT_MAX);
}
END_TEST

static const struct {
    const char *factor;
    int seconds_least, seconds_most;
} factors[] = {
    {"10", 900, 1000}, {"0.5", 40, 50}, {"", 90, 100},  {"no number", 90, 100},
    {"1e9", 90, 100},  {"-1", 90, 100}, {"0", 90, 100},
};

START_TEST(test_factor_for_slow_machines_stretches_every_deadline)
{
    setenv("CONTEND_TIME_FACTOR", factors[_i].factor, 1);
    int left_s = deadline_left_ms(deadline_after_ms(100000)) / 1000;
    ck_assert_int_ge(left_s, factors[_i].seconds_least);
    ck_assert_int_le(left_s, factors[_i].seconds_most);
}
END_TEST

START_TEST(test_pause_is_no_shorter_than_asked)
{
    struct time_point start = clock_now();
    clock_pause_ms(20);
    ck_assert_int_ge(clock_since(start).ns, 20000000);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_span_between_points_may_be_negative);
    tcase_add_test(tests, test_deadline_is_past_when_nothing_is_left);
    tcase_add_test(tests, test_time_left_is_rounded_up_so_that_poll_does_not_spin);
    tcase_add_loop_test(tests, test_factor_for_slow_machines_stretches_every_deadline, 0,
                        sizeof(factors) / sizeof(factors[0]));
    tcase_add_test(tests, test_pause_is_no_shorter_than_asked);
}

int main(void)
{
    return unit_run("clock", fill);
}
