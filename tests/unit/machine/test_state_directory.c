// SPDX-License-Identifier: GPL-2.0-or-later
#include "../captured_root.h"
#include "../unit.h"
#include "machine/state_directory.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static struct captured_root captured;
static char *path;

static void open_all(void)
{
    captured_root_open(&captured);
    path = string_format("%s/state", captured.path);
}

static void close_all(void)
{
    free(path);
    captured_root_close(&captured);
}

START_TEST(test_the_directory_is_ours_alone)
{
    struct error error;
    struct stat status;
    struct state_directory directory;
    ck_assert_int_eq(mkdir(path, 0755), 0);
    ck_assert_int_eq(state_directory_open_at(&directory, path, &error), 0);
    ck_assert_int_eq(fstat(directory.fd, &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0700);
    state_directory_close(&directory);
}
END_TEST

START_TEST(test_a_link_or_a_file_in_its_place_is_refused)
{
    struct error error;
    struct state_directory directory;
    if (_i == 0)
        captured_root_put(&captured, "state", "");
    else
        captured_root_link(&captured, "state", "/tmp");
    ck_assert_int_eq(state_directory_open_at(&directory, path, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
}
END_TEST

START_TEST(test_a_held_lock_is_refused_and_the_holder_named)
{
    struct error error;
    struct state_directory directory;
    int fd;
    int second;
    ck_assert_int_eq(state_directory_open_at(&directory, path, &error), 0);
    ck_assert_int_eq(state_directory_lock(&directory, 0, &fd, &error), 0);
    ck_assert_int_eq(state_directory_lock(&directory, 0, &second, &error), -1);
    char pid[32];
    snprintf(pid, sizeof(pid), "process %d", (int)getpid());
    ck_assert_ptr_nonnull(strstr(error.text, pid));
    close(fd);
    ck_assert_int_eq(state_directory_lock(&directory, 0, &second, &error), 0);
    close(second);
    state_directory_close(&directory);
}
END_TEST

START_TEST(test_a_child_that_inherits_the_lock_keeps_it)
{
    struct error error;
    struct state_directory directory;
    int fd;
    int second;
    ck_assert_int_eq(state_directory_open_at(&directory, path, &error), 0);
    ck_assert_int_eq(state_directory_lock(&directory, 0, &fd, &error), 0);
    pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    close(fd);
    ck_assert_int_eq(state_directory_lock(&directory, 0, &second, &error), -1);
    kill(pid, SIGKILL);
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
    ck_assert_int_eq(state_directory_lock(&directory, 1000, &second, &error), 0);
    close(second);
    state_directory_close(&directory);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_add_test(tests, test_the_directory_is_ours_alone);
    tcase_add_loop_test(tests, test_a_link_or_a_file_in_its_place_is_refused, 0, 2);
    tcase_add_test(tests, test_a_held_lock_is_refused_and_the_holder_named);
    tcase_add_test(tests, test_a_child_that_inherits_the_lock_keeps_it);
}

int main(void)
{
    return unit_run("state_directory", fill);
}
