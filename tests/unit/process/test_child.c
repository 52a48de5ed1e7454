// SPDX-License-Identifier: GPL-2.0-or-later
#include "../captured_root.h"
#include "../unit.h"
#include "process/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

static void fork_child(struct child *out)
{
    struct error error = {.text = ""};
    int side = child_fork(out, &error);
    ck_assert_msg(side >= 0, "%s", error.text);
    if (side > 0)
        return;
    pause();
    child_exit(3);
}

static bool is_gone(pid_t pid)
{
    return kill(pid, 0) != 0 && errno == ESRCH;
}

START_TEST(test_wait_gives_the_status_and_empties_the_object)
{
    struct child child;
    struct error error;
    int status = -1;
    int side = child_fork(&child, &error);
    if (side == 0)
        child_exit(3);
    ck_assert_int_eq(side, 1);
    ck_assert_int_eq(child_wait(&child, deadline_after_ms(20000), &status, &error), 1);
    ck_assert_int_eq(WEXITSTATUS(status), 3);
    ck_assert_int_eq(child.pid, 0);
    child_destroy(&child);
}
END_TEST

START_TEST(test_wait_gives_up_at_its_deadline)
{
    struct child child;
    struct error error;
    int status = -1;
    fork_child(&child);
    ck_assert_int_eq(child_wait(&child, deadline_after_ms(10), &status, &error), 0);
    pid_t pid = child.pid;
    child_destroy(&child);
    ck_assert(is_gone(pid));
}
END_TEST

START_TEST(test_a_child_that_ignores_requests_is_destroyed_all_the_same)
{
    struct child child;
    struct error error;
    int ready[2];
    char byte;
    ck_assert_int_eq(pipe(ready), 0);
    if (child_fork(&child, &error) == 0) {
        signal(SIGTERM, SIG_IGN);
        if (write(ready[1], "x", 1) == 1)
            while (true)
                pause();
        child_exit(1);
    }
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    pid_t pid = child.pid;
    ck_assert_int_eq(child_signal(&child, SIGTERM), 0);
    child_destroy(&child);
    ck_assert(is_gone(pid));
    ck_assert_int_eq(child.pid, 0);
}
END_TEST

START_TEST(test_a_child_has_default_signals_whatever_its_parent_ignores)
{
    struct child child;
    struct error error;
    int status = 0;
    sigset_t all;
    signal(SIGTERM, SIG_IGN);
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    fork_child(&child);
    ck_assert_int_eq(child_signal(&child, SIGTERM), 0);
    ck_assert_int_eq(child_wait(&child, deadline_after_ms(20000), &status, &error), 1);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), SIGTERM);
}
END_TEST

/* The grandchild holds the only writing end of a pipe: its end is the grandchild's death. */
START_TEST(test_a_child_dies_with_its_parent)
{
    int lifeline[2];
    struct error error;
    struct child parent;
    ck_assert_int_eq(pipe(lifeline), 0);
    if (child_fork(&parent, &error) == 0) {
        struct child grandchild;
        int side = child_fork(&grandchild, &error);
        if (side == 0)
            pause();
        close(lifeline[1]);
        pause();
        child_exit(0);
    }
    close(lifeline[1]);
    struct pollfd end = {.fd = lifeline[0], .events = POLLIN};
    ck_assert_int_eq(poll(&end, 1, 50), 0);
    child_destroy(&parent);
    ck_assert_int_eq(poll(&end, 1, 20000), 1);
    ck_assert(end.revents & POLLHUP);
}
END_TEST

START_TEST(test_zeroed_and_absent_objects_are_no_trouble)
{
    struct child none = {0};
    child_destroy(&none);
    child_destroy(NULL);
}
END_TEST

START_TEST(test_status_is_said_in_words)
{
    char text[64];
    ck_assert_str_eq(child_status_text(3 << 8, text, sizeof(text)), "exit status 3");
    ck_assert_str_eq(child_status_text(SIGKILL, text, sizeof(text)), "killed by signal 9 (Killed)");
}
END_TEST

START_TEST(test_a_program_is_run_in_its_directory_with_its_environment_and_no_input)
{
    struct captured_root place;
    struct error error = {.text = ""};
    captured_root_open(&place);
    const char *const environment[] = {"PATH=/usr/bin:/bin", "WORD=given", NULL};
    const char *const arguments[] = {"sh", "-c", "cat; pwd > place; echo $WORD $HOME > word", NULL};
    ck_assert_msg(child_run(arguments, place.path, environment, &error) == 0, "%s", error.text);
    char *expected = string_format("%s\n", place.path);
    captured_root_is(&place, "place", expected);
    captured_root_is(&place, "word", "given\n");
    free(expected);
    captured_root_close(&place);
}
END_TEST

static const struct {
    const char *arguments[4];
    const char *directory;
    const char *text;
    int exit_status;
} failures[] = {
    {{"sh", "-c", "exit 7", NULL}, NULL, "sh: exit status 7", 1},
    {{"sh", "-c", "kill -9 $$", NULL}, NULL, "sh: killed by signal 9 (Killed)", 1},
    {{"contend-no-such", NULL}, NULL, "start contend-no-such: No such file or directory", 4},
    {{"true", NULL}, "/nowhere", "start true: No such file or directory", 4},
};

START_TEST(test_a_program_that_fails_or_is_absent_is_said)
{
    struct error error = {.text = ""};
    ck_assert_int_eq(child_run(failures[_i].arguments, failures[_i].directory, NULL, &error), -1);
    ck_assert_str_eq(error.text, failures[_i].text);
    ck_assert_int_eq(error_exit_status(&error), failures[_i].exit_status);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_wait_gives_the_status_and_empties_the_object);
    tcase_add_test(tests, test_wait_gives_up_at_its_deadline);
    tcase_add_test(tests, test_a_child_that_ignores_requests_is_destroyed_all_the_same);
    tcase_add_test(tests, test_a_child_has_default_signals_whatever_its_parent_ignores);
    tcase_add_test(tests, test_a_child_dies_with_its_parent);
    tcase_add_test(tests, test_zeroed_and_absent_objects_are_no_trouble);
    tcase_add_test(tests, test_status_is_said_in_words);
    tcase_add_test(tests, test_a_program_is_run_in_its_directory_with_its_environment_and_no_input);
    tcase_add_loop_test(tests, test_a_program_that_fails_or_is_absent_is_said, 0,
                        sizeof(failures) / sizeof(failures[0]));
}

int main(void)
{
    return unit_run("child", fill);
}
