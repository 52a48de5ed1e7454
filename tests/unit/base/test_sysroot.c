// SPDX-License-Identifier: GPL-2.0-or-later
#include "../captured_root.h"
#include "../unit.h"
#include "base/cleanup.h"

#include <errno.h>

static struct captured_root captured;

static void open_root(void)
{
    captured_root_open(&captured);
}

static void close_root(void)
{
    captured_root_close(&captured);
}

START_TEST(test_paths_are_below_the_root_with_or_without_a_slash)
{
    char text[64];
    struct error error;
    captured_root_put(&captured, "proc/version", "Linux\n");
    ck_assert(sysroot_has(&captured.root, "proc/version"));
    ck_assert(sysroot_has(&captured.root, "/proc/version"));
    ck_assert(!sysroot_has(&captured.root, "/proc/self"));
    ck_assert(!captured.root.is_real);
    ck_assert_int_eq(sysroot_read(&captured.root, "/proc/version", text, sizeof(text), &error), 5);
    ck_assert_str_eq(text, "Linux");
}
END_TEST

START_TEST(test_what_does_not_fit_is_cut)
{
    char text[4];
    struct error error;
    captured_root_put(&captured, "file", "abcdef\n");
    ck_assert_int_eq(sysroot_read(&captured.root, "file", text, sizeof(text), &error), 3);
    ck_assert_str_eq(text, "abc");
}
END_TEST

static const struct {
    const char *text;
    bool is_number;
    int64_t number;
} numbers[] = {
    {"42\n", true, 42},  {"-7", true, -7}, {"100 200\n", true, 100},
    {"max\n", false, 0}, {"", false, 0},   {"99999999999999999999", false, 0},
};

START_TEST(test_first_number_of_a_file_or_a_refusal)
{
    int64_t number = 1;
    struct error error;
    captured_root_put(&captured, "file", numbers[_i].text);
    int result = sysroot_read_number(&captured.root, "file", &number, &error);
    ck_assert_int_eq(result, numbers[_i].is_number ? 0 : -1);
    ck_assert_int_eq(number, numbers[_i].is_number ? numbers[_i].number : 1);
}
END_TEST

static const struct {
    const char *key;
    int64_t number; /* -1: absent */
} keys[] = {
    {"MemTotal", 1000}, {"MemTotal:", 1000}, {"Mem", -1},
    {"pswpin", 12},     {"SwapFree", 7},     {"absent", -1},
};

START_TEST(test_key_is_a_whole_word_at_the_start_of_a_line)
{
    int64_t number = -1;
    struct error error;
    captured_root_put(&captured, "file",
                      "MemTotalish: 5 kB\nMemTotal:   1000 kB\n  Mem: 3\npswpin 12\nSwapFree:\t7");
    int result = sysroot_read_key(&captured.root, "file", keys[_i].key, &number, &error);
    ck_assert_int_eq(number, keys[_i].number);
    ck_assert_int_eq(result, keys[_i].number >= 0 ? 0 : -1);
}
END_TEST

START_TEST(test_errors_name_the_file_and_the_value)
{
    struct error error;
    char text[8];
    ck_assert_int_eq(sysroot_write(&captured.root, "proc/sys/x", "5", &error), -1);
    ck_assert_str_eq(error.text, "write '5' to /proc/sys/x: No such file or directory");
    ck_assert_int_eq(sysroot_read(&captured.root, "/proc/x", text, sizeof(text), &error), -1);
    ck_assert_str_eq(error.text, "read /proc/x: No such file or directory");
    captured_root_put(&captured, "file", "old");
    ck_assert_int_eq(sysroot_write(&captured.root, "file", "new", &error), 0);
    captured_root_is(&captured, "file", "new");
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_root, close_root);
    tcase_add_test(tests, test_paths_are_below_the_root_with_or_without_a_slash);
    tcase_add_test(tests, test_what_does_not_fit_is_cut);
    tcase_add_loop_test(tests, test_first_number_of_a_file_or_a_refusal, 0, array_length(numbers));
    tcase_add_loop_test(tests, test_key_is_a_whole_word_at_the_start_of_a_line, 0,
                        array_length(keys));
    tcase_add_test(tests, test_errors_name_the_file_and_the_value);
}

int main(void)
{
    return unit_run("sysroot", fill);
}
