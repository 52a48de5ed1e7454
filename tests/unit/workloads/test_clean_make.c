// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/files.h"
#include "base/memory.h"
#include "workloads/clean_make.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static char place[] = "/var/tmp/contend-clean-make-XXXXXX";

static void make_program(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT, 0755);
    ck_assert_int_ge(fd, 0);
    close(fd);
}

/* bin/ccache and cache/gcc, a link to it, and plain/gcc, a compiler. */
static void make_place(void)
{
    ck_assert_ptr_nonnull(mkdtemp(place));
    ck_assert_int_eq(chdir(place), 0);
    ck_assert(mkdir("bin", 0755) == 0 && mkdir("cache", 0755) == 0 && mkdir("plain", 0755) == 0);
    make_program("bin/ccache");
    make_program("plain/gcc");
    ck_assert_int_eq(symlink("../bin/ccache", "cache/gcc"), 0);
}

static void remove_place(void)
{
    struct error error = {0};
    ck_assert_msg(files_remove_tree(AT_FDCWD, place, &error) == 0, "%s", error.text);
}

static const char *value_of(const struct string_list *environment, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < environment->count; i++)
        if (strncmp(environment->items[i], name, length) == 0 &&
            environment->items[i][length] == '=')
            return environment->items[i] + length + 1;
    return NULL;
}

START_TEST(test_path_leaves_out_compiler_caches_in_disguise_and_the_current_directory)
{
    make_place();
    auto_free char *path = string_format("%s/cache::%s/plain:/nowhere:%s/bin", place, place, place);
    auto_free char *expected = string_format("%s/plain:/nowhere:%s/bin", place, place);
    setenv("PATH", path, 1);
    auto_string_list struct string_list environment = {0};
    clean_make_environment(&environment);
    remove_place();
    ck_assert_str_eq(value_of(&environment, "PATH"), expected);
}
END_TEST

static const char *const leaking[] = {
    "MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS", "MAKELEVEL",     "CC",         "CFLAGS",
    "LDFLAGS",   "CPATH",  "ARCH",         "KBUILD_OUTPUT", "CCACHE_DIR", "CCACHE_PREFIX"};

START_TEST(test_variable_that_changes_a_build_does_not_pass)
{
    setenv(leaking[_i], "x", 1);
    auto_string_list struct string_list environment = {0};
    clean_make_environment(&environment);
    ck_assert_ptr_null(value_of(&environment, leaking[_i]));
}
END_TEST

START_TEST(test_what_a_compiler_needs_passes_and_caches_are_off)
{
    setenv("HOME", "/h", 1);
    setenv("TMPDIR", "/t", 1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    auto_string_list struct string_list environment = {0};
    clean_make_environment(&environment);
    ck_assert_str_eq(value_of(&environment, "HOME"), "/h");
    ck_assert_str_eq(value_of(&environment, "TMPDIR"), "/t");
    ck_assert_str_eq(value_of(&environment, "LC_ALL"), "C");
    ck_assert_str_eq(value_of(&environment, "CCACHE_DISABLE"), "1");
}
END_TEST

START_TEST(test_make_that_fails_is_an_error_with_its_status)
{
    struct error error = {0};
    auto_string_list struct string_list arguments = {0};
    string_list_add(&arguments, "-s");
    string_list_add(&arguments, "--eval=all: ; @exit 5");
    string_list_add(&arguments, "all");
    ck_assert_int_eq(clean_make_run(&arguments, "/", &error), -1);
    ck_assert_str_eq(error.text, "make: exit status 2");
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests,
                   test_path_leaves_out_compiler_caches_in_disguise_and_the_current_directory);
    tcase_add_loop_test(tests, test_variable_that_changes_a_build_does_not_pass, 0,
                        sizeof(leaking) / sizeof(leaking[0]));
    tcase_add_test(tests, test_what_a_compiler_needs_passes_and_caches_are_off);
    tcase_add_test(tests, test_make_that_fails_is_an_error_with_its_status);
}

int main(void)
{
    return unit_run("clean_make", fill);
}
