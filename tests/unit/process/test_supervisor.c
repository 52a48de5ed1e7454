// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/cleanup.h"
#include "process/child.h"
#include "process/supervisor.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FAIL = 1, RUN, PRINT, LEAVE_BEHIND, DAEMON, SPIN };

static void burn_ms(long ms)
{
    struct timespec now;
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < ms);
}

/* Forks twice into a session of its own, as daemons do. */
static void daemonise(void (*work)(long), long argument)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            close(STDOUT_FILENO);
            close(STDERR_FILENO);
            work(argument);
        }
        _exit(0);
    }
    wait(NULL);
}

static void sleep_long(long s)
{
    sleep((unsigned)s);
}

static int phase(void *context, int number, struct error *error)
{
    struct shared_page *page = context;
    switch (number) {
    case FAIL:
        return error_set(error, ERROR_FAILED, 0, "no such luck");
    case RUN:
        shared_page_ready(page);
        while (!shared_page_is_stopped(page))
            shared_page_count(page, 0, 1);
        return 0;
    case PRINT:
        printf("first\n\xff last\n");
        fflush(stdout);
        return 0;
    case LEAVE_BEHIND:
        daemonise(sleep_long, 1000);
        return 0;
    case DAEMON:
        daemonise(burn_ms, 200);
        return 0;
    default:
        while (true)
            pause();
    }
}

static struct supervisor_plan plan = {
    .name = "job", .phase = phase, .run_phase = RUN, .linger_ms = 1000};
static struct supervisor supervisor;

static void start(void)
{
    struct error error;
    plan.page = shared_page_create(1, &error);
    plan.context = plan.page;
    ck_assert_msg(supervisor_start(&supervisor, &plan, &error) == 0, "%s", error.text);
}

static void stop(void)
{
    supervisor_stop(&supervisor);
    shared_page_destroy(plan.page);
}

static struct supervisor_report carry_out(int number)
{
    struct error error;
    struct supervisor_report report = {0};
    ck_assert_int_eq(supervisor_begin(&supervisor, number, &error), 0);
    ck_assert_int_eq(supervisor_wait(&supervisor, deadline_after_ms(10000), &report, &error), 1);
    return report;
}

START_TEST(test_error_of_a_phase_comes_back_in_words)
{
    struct supervisor_report report = carry_out(FAIL);
    ck_assert_int_eq(report.phase, FAIL);
    ck_assert(report.status != 0);
    ck_assert_str_eq(report.error.text, "no such luck");
}
END_TEST

START_TEST(test_tail_is_kept_and_is_valid_text)
{
    ck_assert_int_eq(carry_out(PRINT).status, 0);
    auto_free char *tail = supervisor_tail(&supervisor);
    ck_assert_str_eq(tail, "first\n\xef\xbf\xbd last\n");
}
END_TEST

START_TEST(test_run_counts_until_told_to_stop)
{
    struct error error;
    struct supervisor_report report;
    ck_assert_int_eq(supervisor_begin(&supervisor, RUN, &error), 0);
    ck_assert(shared_page_wait_state(plan.page, PAGE_READY, deadline_after_ms(5000)));
    while (shared_page_sum(plan.page) < 1000)
        ;
    shared_page_set_state(plan.page, PAGE_STOP);
    ck_assert_int_eq(supervisor_wait(&supervisor, deadline_after_ms(5000), &report, &error), 1);
    ck_assert_int_eq(report.status, 0);
    ck_assert_int_eq(shared_page_state(plan.page), PAGE_ENDED);
}
END_TEST

START_TEST(test_what_a_phase_leaves_behind_is_killed_and_counted)
{
    struct supervisor_report report = carry_out(LEAVE_BEHIND);
    ck_assert_int_eq(report.status, 0);
    ck_assert_uint_eq(report.left_behind, 1);
    ck_assert(report.tree_ended_ns - report.main_ended_ns >= 900000000);
}
END_TEST

START_TEST(test_end_of_the_main_process_of_a_run_is_told_while_others_go_on)
{
    struct error error;
    struct rusage usage;
    struct rusage own;
    struct supervisor_report report = {0};
    stop();
    plan.run_phase = LEAVE_BEHIND;
    start();
    ck_assert_int_eq(supervisor_begin(&supervisor, LEAVE_BEHIND, &error), 0);
    ck_assert_int_eq(supervisor_wait(&supervisor, deadline_after_ms(10000), &report, &error), 0);
    ck_assert(supervisor_is_lingering(&supervisor));
    ck_assert_int_eq(supervisor_usage(&supervisor, &usage, &own, &error), 0);
    ck_assert_int_eq(supervisor_wait(&supervisor, deadline_after_ms(10000), &report, &error), 1);
    ck_assert_uint_eq(report.left_behind, 1);
    carry_out(PRINT);
    ck_assert(!supervisor_is_lingering(&supervisor));
}
END_TEST

START_TEST(test_cpu_of_a_daemonised_grandchild_is_accounted)
{
    struct error error;
    struct rusage usage;
    struct rusage own;
    struct supervisor_report report = carry_out(DAEMON);
    ck_assert_uint_eq(report.left_behind, 0);
    ck_assert_int_eq(supervisor_usage(&supervisor, &usage, &own, &error), 0);
    double s = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6 +
               (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec / 1e6;
    ck_assert_double_ge(s, 0.198);
    ck_assert_double_le(s, 0.25);
}
END_TEST

START_TEST(test_usage_is_answered_while_a_phase_is_busy)
{
    struct error error;
    struct rusage usage;
    struct rusage own;
    struct supervisor_report report;
    ck_assert_int_eq(supervisor_begin(&supervisor, SPIN, &error), 0);
    ck_assert_int_eq(supervisor_usage(&supervisor, &usage, &own, &error), 0);
    ck_assert_int_eq(supervisor_wait(&supervisor, deadline_after_ms(50), &report, &error), 0);
    ck_assert_int_eq(supervisor_kill(&supervisor, &error), 0);
    ck_assert_int_eq(supervisor_wait(&supervisor, deadline_after_ms(5000), &report, &error), 1);
    ck_assert(report.was_killed);
    ck_assert(WIFSIGNALED(report.status));
}
END_TEST

START_TEST(test_killed_supervisor_takes_its_tree_along)
{
    struct error error;
    struct supervisor_report report;
    ck_assert_int_eq(supervisor_begin(&supervisor, SPIN, &error), 0);
    kill(supervisor.pid, SIGKILL);
    ck_assert_int_eq(supervisor_wait(&supervisor, deadline_after_ms(5000), &report, &error), -1);
    ck_assert_str_eq(error.text, "the supervisor of the job was killed");
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, start, stop);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, test_error_of_a_phase_comes_back_in_words);
    tcase_add_test(tests, test_tail_is_kept_and_is_valid_text);
    tcase_add_test(tests, test_run_counts_until_told_to_stop);
    tcase_add_test(tests, test_what_a_phase_leaves_behind_is_killed_and_counted);
    tcase_add_test(tests, test_end_of_the_main_process_of_a_run_is_told_while_others_go_on);
    tcase_add_test(tests, test_cpu_of_a_daemonised_grandchild_is_accounted);
    tcase_add_test(tests, test_usage_is_answered_while_a_phase_is_busy);
    tcase_add_test(tests, test_killed_supervisor_takes_its_tree_along);
}

int main(void)
{
    return unit_run("supervisor", fill);
}
