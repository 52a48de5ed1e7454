// SPDX-License-Identifier: GPL-2.0-or-later
#include "../captured_root.h"
#include "../unit.h"
#include "machine/work_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

static struct captured_root captured; /* state directory and parent of work directories */
static struct sysroot real;
static struct journal journal;
static int state_fd;
static char *parent;

static const char uuid[] = "01234567-89ab";

static void open_all(void)
{
    struct error error;
    captured_root_open(&captured);
    captured_root_put(&captured, "parent/.keep", "");
    captured_root_put(&captured, "state/.keep", "");
    state_fd = sysroot_open_file(&captured.root, "state", O_RDONLY | O_DIRECTORY);
    ck_assert_int_eq(sysroot_open(&real, "/", &error), 0);
    journal_init(&journal, &real, state_fd);
    parent = string_format("%s/parent", captured.path);
}

static void close_all(void)
{
    free(parent);
    close(state_fd);
    sysroot_close(&real);
    captured_root_close(&captured);
}

static void clean_stale_finds(size_t count)
{
    struct error error = {.text = ""};
    struct string_list said = {0};
    int result = work_directory_clean_stale(&real, parent, &said, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_uint_eq(said.count, count);
    string_list_finish(&said);
}

START_TEST(test_a_created_directory_is_marked_journaled_and_removed_with_all_in_it)
{
    struct error error;
    struct work_directory directory;
    ck_assert_int_eq(work_directory_create(&journal, parent, uuid, &directory, &error), 0);
    ck_assert(string_ends_with(directory.path, "/parent/contend-01234567"));
    ck_assert(sysroot_has(&captured.root, "parent/contend-01234567/.contend"));
    ck_assert(journal_is_open(state_fd));
    captured_root_put(&captured, "parent/contend-01234567/a/b/c", "x");
    ck_assert_int_eq(work_directory_remove(&journal, &directory, &error), 0);
    ck_assert(!sysroot_has(&captured.root, "parent/contend-01234567"));
    ck_assert(!journal_is_open(state_fd));
}
END_TEST

START_TEST(test_the_journal_removes_what_a_crash_left)
{
    struct error error;
    struct work_directory directory;
    ck_assert_int_eq(work_directory_create(&journal, parent, uuid, &directory, &error), 0);
    work_directory_close(&directory);
    ck_assert_int_eq(journal_restore(&journal, NULL, &error), 0);
    ck_assert(!sysroot_has(&captured.root, "parent/contend-01234567"));
}
END_TEST

static const char *const foreign[] = {"a file", "a directory", "a link"};

START_TEST(test_a_name_that_is_not_ours_is_refused_and_left_alone)
{
    struct error error;
    struct work_directory directory;
    captured_root_put(&captured, "elsewhere/precious", "x");
    if (_i == 0)
        captured_root_put(&captured, "parent/contend-01234567", "precious");
    else if (_i == 1)
        captured_root_put(&captured, "parent/contend-01234567/precious", "x");
    else
        captured_root_link(&captured, "parent/contend-01234567", "../elsewhere");
    ck_assert_msg(work_directory_create(&journal, parent, uuid, &directory, &error) == -1, "%s",
                  foreign[_i]);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_ptr_nonnull(strstr(error.text, "not Contend's"));
    ck_assert(!journal_is_open(state_fd));
    clean_stale_finds(0);
    ck_assert(sysroot_has(&captured.root, "parent/contend-01234567"));
    ck_assert(sysroot_has(&captured.root, "elsewhere/precious"));
}
END_TEST

START_TEST(test_a_missing_parent_is_refused)
{
    struct error error;
    struct work_directory directory;
    ck_assert_int_eq(work_directory_create(&journal, "/nonexistent/x", uuid, &directory, &error),
                     -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_ptr_nonnull(strstr(error.text, "/nonexistent/x"));
}
END_TEST

START_TEST(test_a_directory_whose_process_runs_is_not_stale)
{
    struct error error;
    struct work_directory directory;
    ck_assert_int_eq(work_directory_create(&journal, parent, uuid, &directory, &error), 0);
    clean_stale_finds(0);
    ck_assert_int_eq(work_directory_remove(&journal, &directory, &error), 0);
}
END_TEST

static const char *const stale_marks[] = {
    "contend work directory\nexperiment x\nboot another-boot\nprocess 1 1\n",
    "contend work directory\nexperiment x\nboot %s\nprocess 1 1\n", /* a recycled number */
    "contend work directory\nexperiment x\nboot %s\nprocess 999999999 77\n",
};

START_TEST(test_another_boot_or_a_gone_process_makes_a_directory_stale)
{
    struct error error;
    char boot[64];
    char mark[256];
    ck_assert_int_ge(
        sysroot_read(&real, "proc/sys/kernel/random/boot_id", boot, sizeof(boot), &error), 0);
    const char *at = strstr(stale_marks[_i], "%s");
    if (at != NULL)
        snprintf(mark, sizeof(mark), "%.*s%s%s", (int)(at - stale_marks[_i]), stale_marks[_i], boot,
                 at + 2);
    else
        snprintf(mark, sizeof(mark), "%s", stale_marks[_i]);
    captured_root_put(&captured, "parent/contend-stale/.contend", mark);
    captured_root_put(&captured, "parent/contend-stale/data", "x");
    captured_root_put(&captured, "elsewhere/precious", "x");
    captured_root_link(&captured, "parent/contend-stale/link", "../../elsewhere");
    clean_stale_finds(1);
    ck_assert(!sysroot_has(&captured.root, "parent/contend-stale"));
    ck_assert(sysroot_has(&captured.root, "elsewhere/precious"));
}
END_TEST

/* Of another PID namespace the number says nothing; the lock does. */
START_TEST(test_a_locked_directory_is_not_stale_whatever_its_mark_says)
{
    captured_root_put(&captured, "parent/contend-other/.contend", stale_marks[0]);
    int fd = sysroot_open_file(&captured.root, "parent/contend-other", O_RDONLY | O_DIRECTORY);
    ck_assert_int_eq(flock(fd, LOCK_SH), 0);
    clean_stale_finds(0);
    ck_assert(sysroot_has(&captured.root, "parent/contend-other/.contend"));
    close(fd);
    clean_stale_finds(1);
}
END_TEST

START_TEST(test_an_unreadable_mark_is_not_ours)
{
    captured_root_put(&captured, "parent/contend-x/.contend", "something else\n");
    clean_stale_finds(0);
    ck_assert(sysroot_has(&captured.root, "parent/contend-x/.contend"));
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_add_test(tests, test_a_created_directory_is_marked_journaled_and_removed_with_all_in_it);
    tcase_add_test(tests, test_the_journal_removes_what_a_crash_left);
    tcase_add_loop_test(tests, test_a_name_that_is_not_ours_is_refused_and_left_alone, 0,
                        sizeof(foreign) / sizeof(foreign[0]));
    tcase_add_test(tests, test_a_missing_parent_is_refused);
    tcase_add_test(tests, test_a_directory_whose_process_runs_is_not_stale);
    tcase_add_loop_test(tests, test_another_boot_or_a_gone_process_makes_a_directory_stale, 0,
                        sizeof(stale_marks) / sizeof(stale_marks[0]));
    tcase_add_test(tests, test_a_locked_directory_is_not_stale_whatever_its_mark_says);
    tcase_add_test(tests, test_an_unreadable_mark_is_not_ours);
}

int main(void)
{
    return unit_run("work_directory", fill);
}
