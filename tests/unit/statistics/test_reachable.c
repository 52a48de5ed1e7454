// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "statistics/reachable.h"

#include <math.h>

/* R: 2 / choose(4, 2)^c(1, 2, 3, 4) */
static const struct {
    unsigned blocks;
    double p;
} smallest[] = {{0, 1.0}, {1, 0.33333333}, {2, 0.05555556}, {3, 0.00925926}, {4, 0.00154321}};

START_TEST(test_smallest_p_is_two_of_six_to_the_blocks)
{
    ck_assert_double_eq_tol(reachable_p(smallest[_i].blocks), smallest[_i].p, 1e-8);
}
END_TEST

static const struct {
    unsigned rows;
    unsigned rounds;
} defaults[] = {{1, 6}, {5, 6}, {6, 8}, {10, 8}, {32, 8}, {33, 10}};

START_TEST(test_default_rounds_survive_holm_over_the_rows)
{
    ck_assert_uint_eq(reachable_rounds(defaults[_i].rows, 0.05), defaults[_i].rounds);
}
END_TEST

START_TEST(test_a_level_out_of_reach_sees_no_shift_at_all)
{
    ck_assert(isinf(reachable_shift(2, 0.05, 0.8)));
}
END_TEST

/* Power by simulation elsewhere: at 2 SD and level 0.05, 74 % with 6 rounds and 83 % with 8. */
START_TEST(test_shift_agrees_with_known_power)
{
    ck_assert_double_eq_tol(reachable_shift(3, 0.05, 0.74), 2.0, 0.06);
    ck_assert_double_eq_tol(reachable_shift(4, 0.05, 0.83), 2.0, 0.06);
    ck_assert_double_lt(reachable_shift(4, 0.05, 0.8), reachable_shift(3, 0.05, 0.8));
    ck_assert_double_lt(reachable_shift(3, 0.05, 0.8), reachable_shift(3, 0.01, 0.8));
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_smallest_p_is_two_of_six_to_the_blocks, 0,
                        sizeof(smallest) / sizeof(smallest[0]));
    tcase_add_loop_test(tests, test_default_rounds_survive_holm_over_the_rows, 0,
                        sizeof(defaults) / sizeof(defaults[0]));
    tcase_add_test(tests, test_a_level_out_of_reach_sees_no_shift_at_all);
    tcase_add_test(tests, test_shift_agrees_with_known_power);
}

int main(void)
{
    return unit_run("reachable", fill);
}
