// SPDX-License-Identifier: GPL-2.0-or-later
/* Groups of this machine: made, entered by a child, killed, removed; and what a crash leaves. */
#include "root_frame.h"

#include "machine/control_group.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

static struct control_group_layout layout;

static void read_layout(void)
{
    control_group_layout_read(&frame.root, &layout);
}

static void finish_layout(void)
{
    control_group_layout_finish(&layout);
}

static void make(bool is_memory, struct control_group *out)
{
    struct error error = {.text = ""};
    char name[64];
    snprintf(name, sizeof(name), "contend-test-%d", (int)getpid());
    int result = is_memory ? control_group_create_memory(&frame.journal, &layout, name,
                                                         64 * 1024 * 1024, out, &error)
                           : control_group_create(&frame.journal, &layout, name, out, &error);
    ck_assert_msg(result == 0, "%s", error.text);
}

static bool is_place(bool is_memory)
{
    return (is_memory ? layout.memory_parent : layout.tracking_parent) != NULL;
}

/* A child in the group, with a child of its own in a session of its own; both wait for ever. */
static pid_t start_in(const struct control_group *group)
{
    int ready[2];
    char byte;
    ck_assert_int_eq(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        if (control_group_join(group) != 0)
            _exit(1);
        if (fork() == 0)
            setsid();
        if (write(ready[1], "x", 1) != 1)
            _exit(1);
        while (true)
            pause();
    }
    close(ready[1]);
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return pid;
}

static void is_killed(pid_t pid)
{
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

START_TEST(test_all_that_is_in_a_group_is_killed_and_the_group_removed)
{
    struct error error = {.text = ""};
    struct control_group group = {0};
    if (!is_place(_i == 1))
        return;
    make(_i == 1, &group);
    char *path = string_duplicate(group.path);
    pid_t pid = start_in(&group);
    ck_assert_msg(control_group_destroy(&frame.journal, &group, &error) == 0, "%s", error.text);
    is_killed(pid);
    ck_assert(!sysroot_has(&frame.root, path));
    ck_assert(!journal_is_open(frame.state_fd));
    free(path);
}
END_TEST

START_TEST(test_the_journal_ends_and_removes_a_group_that_a_crash_left)
{
    struct error error = {.text = ""};
    struct control_group group = {0};
    if (!is_place(_i == 1))
        return;
    make(_i == 1, &group);
    pid_t pid = start_in(&group);
    ck_assert_msg(journal_restore(&frame.journal, NULL, &error) == 0, "%s", error.text);
    is_killed(pid);
    ck_assert(!sysroot_has(&frame.root, group.path));
    close(group.directory_fd);
    free(group.path);
}
END_TEST

START_TEST(test_a_group_that_holds_the_caller_is_not_killed)
{
    struct error error = {.text = ""};
    struct control_group group = {0};
    if (!is_place(false))
        return;
    make(false, &group);
    pid_t pid = fork();
    if (pid == 0) {
        int result = control_group_join(&group) == 0
                         ? control_group_destroy(&frame.journal, &group, &error)
                         : 0;
        _exit(result == -1 ? 0 : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ck_assert_msg(control_group_destroy(&frame.journal, &group, &error) == 0, "%s", error.text);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, read_layout, finish_layout);
    tcase_add_loop_test(tests, test_all_that_is_in_a_group_is_killed_and_the_group_removed, 0, 2);
    tcase_add_loop_test(tests, test_the_journal_ends_and_removes_a_group_that_a_crash_left, 0, 2);
    tcase_add_test(tests, test_a_group_that_holds_the_caller_is_not_killed);
}

int main(void)
{
    struct sysroot root;
    struct error error;
    if (sysroot_open(&root, "/", &error) != 0)
        root_frame_skip(error.text);
    control_group_layout_read(&root, &layout);
    bool has_any = layout.tracking_parent != NULL || layout.memory_parent != NULL;
    control_group_layout_finish(&layout);
    sysroot_close(&root);
    if (!has_any)
        root_frame_skip("no control group can be made here");
    return root_frame_run("control_group_root", fill);
}
