// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/bounded_call.h"

#include <errno.h>
#include <unistd.h>

static int give(const void *argument)
{
    return *(const int *)argument;
}

static int hang(const void *argument)
{
    (void)argument;
    while (pause() != 0)
        ;
    return 0;
}

START_TEST(test_the_reason_of_the_call_comes_back)
{
    struct error error;
    int number = 0;
    ck_assert_int_eq(bounded_call(give, &number, deadline_after_ms(10000), &error), 0);
    number = EACCES;
    ck_assert_int_eq(bounded_call(give, &number, deadline_after_ms(10000), &error), -1);
    ck_assert_int_eq(error.number, EACCES);
}
END_TEST

START_TEST(test_a_call_that_hangs_is_given_up_and_killed)
{
    struct error error;
    ck_assert_int_eq(bounded_call(hang, NULL, deadline_after_ms(50), &error), -1);
    ck_assert_int_eq(error.number, ETIMEDOUT);
    ck_assert_ptr_nonnull(strstr(error.text, "did not end"));
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_the_reason_of_the_call_comes_back);
    tcase_add_test(tests, test_a_call_that_hangs_is_given_up_and_killed);
}

int main(void)
{
    return unit_run("bounded_call", fill);
}
