// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/error.h"

#include <errno.h>
#include <string.h>

START_TEST(test_reason_of_the_system_comes_last_and_context_first)
{
    struct error error;
    ck_assert_int_eq(error_set(&error, ERROR_CANNOT, ENOENT, "open %s", "x"), -1);
    ck_assert_str_eq(error.text, "open x: No such file or directory");
    ck_assert_int_eq(error_context(&error, "round %d", 2), -1);
    ck_assert_str_eq(error.text, "round 2: open x: No such file or directory");
    ck_assert_int_eq(error.number, ENOENT);
}
END_TEST

START_TEST(test_text_of_another_error_may_be_its_own_argument)
{
    struct error error;
    error_set(&error, ERROR_FAILED, 0, "first");
    error_set(&error, ERROR_FAILED, 0, "then %s", error.text);
    ck_assert_str_eq(error.text, "then first");
    error_context(&error, "%s!", error.text);
    ck_assert_str_eq(error.text, "then first!: then first");
}
END_TEST

START_TEST(test_long_texts_are_cut_and_stay_text)
{
    struct error error;
    char longer[3000];
    memset(longer, 'a', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    error_set(&error, ERROR_FAILED, EIO, "%s", longer);
    ck_assert_uint_eq(strlen(error.text), sizeof(error.text) - 1);
    for (int i = 0; i < 3; i++) {
        error_context(&error, "%s", "outside");
        ck_assert_uint_lt(strlen(error.text), sizeof(error.text));
        ck_assert_int_eq(strncmp(error.text, "outside: ", 9), 0);
    }
    error_context(&error, "%s", longer);
    ck_assert_uint_lt(strlen(error.text), sizeof(error.text));
}
END_TEST

static const struct {
    enum error_class class;
    int status;
} classes[] = {{ERROR_FAILED, 1}, {ERROR_USAGE, 2}, {ERROR_CANNOT, 4}, {ERROR_NOT_RESTORED, 5}};

START_TEST(test_class_decides_the_exit_status)
{
    struct error error;
    error_set(&error, classes[_i].class, 0, "x");
    ck_assert_int_eq(error_exit_status(&error), classes[_i].status);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_reason_of_the_system_comes_last_and_context_first);
    tcase_add_test(tests, test_text_of_another_error_may_be_its_own_argument);
    tcase_add_test(tests, test_long_texts_are_cut_and_stay_text);
    tcase_add_loop_test(tests, test_class_decides_the_exit_status, 0,
                        sizeof(classes) / sizeof(classes[0]));
}

int main(void)
{
    return unit_run("error", fill);
}
