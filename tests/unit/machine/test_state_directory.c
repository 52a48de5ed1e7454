// SPDX-License-Identifier: GPL-2.0-or-later
#include "../captured_root.h"
#include "../unit.h"
#include "base/clock.h"
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

/* A process that holds the lock, and a child of it that inherited it and outlives it. */
struct holders {
    pid_t holder;
    pid_t heir;
};

static struct holders start_holders(const struct state_directory *directory)
{
    struct error error;
    struct holders holders;
    int ends[2];
    int fd;
    ck_assert_int_eq(pipe(ends), 0);
    holders.holder = fork();
    if (holders.holder == 0) {
        pid_t heir = state_directory_lock(directory, 0, &fd, &error) == 0 ? fork() : -1;
        if (heir > 0 && write(ends[1], &heir, sizeof(heir)) != sizeof(heir))
            _exit(1);
        pause();
        _exit(0);
    }
    ck_assert_int_eq(read(ends[0], &holders.heir, sizeof(holders.heir)), sizeof(holders.heir));
    close(ends[0]);
    close(ends[1]);
    return holders;
}

START_TEST(test_a_held_lock_is_refused_at_once_and_the_holder_named)
{
    struct error error;
    struct state_directory directory;
    int fd;
    char said[64];
    ck_assert_int_eq(state_directory_open_at(&directory, path, &error), 0);
    struct holders holders = start_holders(&directory);
    struct time_point start = clock_now();
    ck_assert_int_eq(state_directory_lock(&directory, 60000, &fd, &error), -1);
    ck_assert_int_lt(clock_since(start).ns, 30000000000);
    snprintf(said, sizeof(said), "process %d is measuring", (int)holders.holder);
    ck_assert_msg(strstr(error.text, said) != NULL, "%s", error.text);
    kill(holders.heir, SIGKILL);
    kill(holders.holder, SIGKILL);
    waitpid(holders.holder, NULL, 0);
    state_directory_close(&directory);
}
END_TEST

START_TEST(test_a_killed_holder_is_gone_also_where_nobody_reaps_it)
{
    struct error error;
    struct state_directory directory;
    siginfo_t ended;
    int fd;
    ck_assert_int_eq(state_directory_open_at(&directory, path, &error), 0);
    struct holders holders = start_holders(&directory);
    kill(holders.holder, SIGKILL);
    ck_assert_int_eq(waitid(P_PID, (id_t)holders.holder, &ended, WEXITED | WNOWAIT), 0);
    ck_assert_int_eq(state_directory_lock(&directory, 0, &fd, &error), -1);
    ck_assert_msg(strstr(error.text, "is gone") != NULL, "%s", error.text);
    kill(holders.heir, SIGKILL);
    ck_assert_int_eq(state_directory_lock(&directory, 60000, &fd, &error), 0);
    close(fd);
    waitpid(holders.holder, NULL, 0);
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
    tcase_add_test(tests, test_a_held_lock_is_refused_at_once_and_the_holder_named);
    tcase_add_test(tests, test_a_killed_holder_is_gone_also_where_nobody_reaps_it);
    tcase_add_test(tests, test_a_child_that_inherits_the_lock_keeps_it);
}

int main(void)
{
    return unit_run("state_directory", fill);
}
