// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "measure/process_tree.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void read_tree(struct sysroot *root, const char *path, struct process_tree *tree)
{
    struct error error;
    ck_assert_int_eq(sysroot_open(root, path, &error), 0);
    ck_assert_int_eq(process_tree_read(root, tree, &error), 0);
}

START_TEST(test_members_are_found_in_any_order_of_pids_and_with_any_name)
{
    struct sysroot root;
    struct process_tree tree;
    struct process_sums sums;
    struct error error;
    read_tree(&root, TEST_DATA "/proc-opening", &tree);
    ck_assert_int_eq(process_tree_sum(&tree, 500, &sums, &error), 0);
    ck_assert_uint_eq(sums.processes, 3);
    ck_assert_int_eq(process_tree_sum(&tree, 77, &sums, &error), 0);
    ck_assert_uint_eq(sums.processes, 1);
    ck_assert_int_eq(process_tree_sum(&tree, 4711, &sums, &error), -1);
    process_tree_finish(&tree);
    sysroot_close(&root);
}
END_TEST

START_TEST(test_kernel_threads_are_those_below_kthreadd_only)
{
    struct sysroot root;
    struct process_tree tree;
    struct process_sums sums;
    struct error error;
    read_tree(&root, TEST_DATA "/proc-opening", &tree);
    ck_assert_int_eq(process_tree_sum_kernel(&tree, &sums, &error), 0);
    ck_assert_double_eq_tol(sums.system_s, 1.05, 1e-9);
    process_tree_finish(&tree);
    sysroot_close(&root);
    read_tree(&root, TEST_DATA "/proc-bare", &tree); /* there pid 2 is a shell */
    ck_assert_int_eq(process_tree_sum_kernel(&tree, &sums, &error), -1);
    process_tree_finish(&tree);
    sysroot_close(&root);
}
END_TEST

START_TEST(test_switches_that_only_a_living_parent_knows_of_are_said_to_be_hidden)
{
    struct sysroot root;
    struct process_tree tree;
    struct process_switches switches;
    struct error error;
    read_tree(&root, TEST_DATA "/proc-opening", &tree);
    ck_assert_int_eq(process_tree_switches(&root, &tree, 500, &switches, &error), 0);
    ck_assert(!switches.has_hidden);
    ck_assert_int_eq(process_tree_switches(&root, &tree, 1, &switches, &error), 0);
    ck_assert(switches.has_hidden); /* 500 below 1 has reaped */
    process_tree_finish(&tree);
    sysroot_close(&root);
}
END_TEST

/* Pipes between the test and what it starts: a byte on `done` once the CPU is burnt, end of file on
 * `hold` when the test is over, however it ends. */
struct pipes {
    int done[2];
    int hold[2];
};

static void wait_for_end_of_file(const struct pipes *pipes)
{
    char byte;
    while (read(pipes->hold[0], &byte, 1) > 0)
        ;
}

static void burn_half_a_second(const struct pipes *pipes)
{
    struct rusage usage;
    do
        getrusage(RUSAGE_SELF, &usage);
    while (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec == 0 &&
           usage.ru_utime.tv_usec + usage.ru_stime.tv_usec < 500000);
    if (write(pipes->done[1], "x", 1) == 1)
        wait_for_end_of_file(pipes);
    _exit(0);
}

/* A subreaper below which a daemon, orphaned and in a session of its own, burns CPU. */
static void supervise_daemon(const struct pipes *pipes)
{
    close(pipes->hold[1]);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0)
            burn_half_a_second(pipes);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    wait_for_end_of_file(pipes);
    wait(NULL);
    _exit(0);
}

START_TEST(test_cpu_of_a_daemonised_grandchild_is_counted_within_four_percent)
{
    struct pipes pipes;
    ck_assert_int_eq(pipe(pipes.done), 0);
    ck_assert_int_eq(pipe(pipes.hold), 0);
    pid_t supervisor = fork();
    if (supervisor == 0)
        supervise_daemon(&pipes);
    char byte;
    ck_assert_int_eq(read(pipes.done[0], &byte, 1), 1);
    struct sysroot root;
    struct process_tree tree;
    struct process_sums alive;
    struct error error;
    read_tree(&root, "/", &tree);
    ck_assert_int_eq(process_tree_sum(&tree, supervisor, &alive, &error), 0);
    close(pipes.hold[1]);
    waitpid(supervisor, NULL, 0);
    ck_assert_uint_eq(alive.processes, 2);
    ck_assert_double_eq_tol(alive.user_s + alive.system_s, 0.5, 0.5 * 0.04);
    process_tree_finish(&tree);
    sysroot_close(&root);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_members_are_found_in_any_order_of_pids_and_with_any_name);
    tcase_add_test(tests, test_kernel_threads_are_those_below_kthreadd_only);
    tcase_add_test(tests, test_switches_that_only_a_living_parent_knows_of_are_said_to_be_hidden);
    tcase_add_test(tests, test_cpu_of_a_daemonised_grandchild_is_counted_within_four_percent);
}

int main(void)
{
    return unit_run("process_tree", fill);
}
