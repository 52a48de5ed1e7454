// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "statistics/summary.h"

START_TEST(test_empty_sample_has_no_figures)
{
    struct summary summary = summary_of(NULL, 0);
    ck_assert_uint_eq(summary.count, 0);
}
END_TEST

START_TEST(test_single_value_is_its_own_mean_without_spread)
{
    static const double values[] = {79.0};
    struct summary summary = summary_of(values, 1);
    ck_assert_double_eq(summary.mean, 79.0);
    ck_assert_double_eq(summary.median, 79.0);
    ck_assert_double_eq(summary.sd, 0.0);
}
END_TEST

/* R: x <- c(101, 103, 504, 97); mean(x); median(x); sd(x); range(x) */
START_TEST(test_starved_run_is_part_of_every_figure)
{
    static const double values[] = {101, 103, 504, 97};
    struct summary summary = summary_of(values, 4);
    ck_assert_double_eq(summary.mean, 201.25);
    ck_assert_double_eq(summary.median, 102.0);
    ck_assert_double_eq_tol(summary.sd, 201.8487, 1e-4);
    ck_assert_double_eq(summary.minimum, 97.0);
    ck_assert_double_eq(summary.maximum, 504.0);
}
END_TEST

START_TEST(test_starved_run_stands_far_out_and_its_neighbours_do_not)
{
    static const double values[] = {101, 103, 504, 97};
    ck_assert(summary_is_far_out(504, values, 4));
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(summary_is_far_out(values[i], values, 4), i == 2);
}
END_TEST

START_TEST(test_trifle_in_a_quiet_sample_is_not_far_out)
{
    static const double values[] = {100.00, 100.01, 100.00, 100.50, 100.01};
    ck_assert(!summary_is_far_out(100.50, values, 5));
}
END_TEST

START_TEST(test_three_values_are_too_few_to_call_one_odd)
{
    static const double values[] = {100, 100, 500};
    ck_assert(!summary_is_far_out(500, values, 3));
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_empty_sample_has_no_figures);
    tcase_add_test(tests, test_single_value_is_its_own_mean_without_spread);
    tcase_add_test(tests, test_starved_run_is_part_of_every_figure);
    tcase_add_test(tests, test_starved_run_stands_far_out_and_its_neighbours_do_not);
    tcase_add_test(tests, test_trifle_in_a_quiet_sample_is_not_far_out);
    tcase_add_test(tests, test_three_values_are_too_few_to_call_one_odd);
}

int main(void)
{
    return unit_run("summary", fill);
}
