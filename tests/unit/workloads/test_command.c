// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"

extern const struct workload command_workload;

START_TEST(test_command_replaces_the_process_and_gets_its_arguments_verbatim)
{
    struct bench bench;
    const char *const given[] = {"command", "[\"printf\", \"<%s>\", \"a b\", \"$HOME\"]", NULL};
    bench_open(&bench, &command_workload, given);
    int status = bench_run_job(&bench);
    char *output = bench_output(&bench);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_str_eq(output, "<a b><$HOME>");
    free(output);
}
END_TEST

START_TEST(test_exit_status_of_the_command_is_that_of_run)
{
    struct bench bench;
    const char *const given[] = {"command", "[\"sh\", \"-c\", \"exit 7\"]", NULL};
    bench_open(&bench, &command_workload, given);
    int status = bench_run_job(&bench);
    bench_close(&bench);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 7);
}
END_TEST

START_TEST(test_command_does_not_start_before_the_window_opens)
{
    struct bench bench;
    const char *const given[] = {"command", "[\"echo\", \"begun\"]", NULL};
    bench_open(&bench, &command_workload, given);
    bench_start(&bench);
    bool is_ready =
        shared_page_wait_state(bench.context.page, PAGE_READY, deadline_after_ms(30000));
    char *before = bench_output(&bench);
    shared_page_set_state(bench.context.page, PAGE_OPEN);
    int status = bench_wait(&bench);
    char *after = bench_output(&bench);
    bench_close(&bench);
    ck_assert(is_ready);
    ck_assert_int_eq(status, 0);
    ck_assert_str_eq(before, "");
    ck_assert_str_eq(after, "begun\n");
    free(before);
    free(after);
}
END_TEST

START_TEST(test_before_and_command_run_in_the_given_directory)
{
    struct bench bench;
    const char *const given[] = {"command", "[\"cat\", \"made\"]", "before",
                                 "echo $((6 * 7)) >made", NULL};
    struct error error = {0};
    bench_open(&bench, &command_workload, given);
    parameters_set(&bench.parameters, "directory", bench.directory);
    int reset = command_workload.reset(&bench.context, &error);
    int status = bench_run_job(&bench);
    char *output = bench_output(&bench);
    bench_close(&bench);
    ck_assert_msg(reset == 0, "%s", error.text);
    ck_assert_int_eq(status, 0);
    ck_assert_str_eq(output, "42\n");
    free(output);
}
END_TEST

START_TEST(test_failing_before_fails_reset_and_is_named)
{
    struct bench bench;
    const char *const given[] = {"command", "[\"true\"]", "before", "exit 3", NULL};
    struct error error = {0};
    bench_open(&bench, &command_workload, given);
    int reset = command_workload.reset(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(reset, -1);
    ck_assert_ptr_nonnull(strstr(error.text, "exit 3"));
    ck_assert_ptr_nonnull(strstr(error.text, "exit status 3"));
}
END_TEST

START_TEST(test_program_that_vanished_after_check_fails_run_with_the_reason)
{
    struct bench bench;
    const char *const given[] = {"command", "[\"/nowhere/tool\"]", NULL};
    bench_open(&bench, &command_workload, given);
    int status = bench_run_job(&bench);
    char *text = string_duplicate(bench.context.page->error);
    bench_close(&bench);
    ck_assert_int_ne(status, 0);
    ck_assert_str_eq(text, "start /nowhere/tool: No such file or directory");
    free(text);
}
END_TEST

static const struct {
    const char *command;
    const char *directory;
    int exit_status; /* 0: accepted */
    const char *text;
} checks[] = {
    {"[\"true\"]", "", 0, ""},
    {"[\"./true\"]", "/bin", 0, ""},
    {"[\"no-such-tool\"]", "", 4, "start 'no-such-tool': no such program in PATH"},
    {"[\"./no-such-tool\"]", "/bin", 4, "start /bin/./no-such-tool: no such program: No"},
    {"[\"/etc\"]", "", 4, "start /etc: it is no regular file"},
    {"[\"/etc/passwd\"]", "", 4, "start /etc/passwd: it is not executable"},
    {"[\"true\"]", "/nowhere", 4, "run true in /nowhere: No such file or directory"},
    {"", "", 2, "no command line given"},
    {"true", "", 2, "not a JSON array"},
    {"[]", "", 2, "not a JSON array"},
    {"[\"true\", 1]", "", 2, "not a string"},
};

START_TEST(test_check_says_what_is_wrong_with_a_command_line)
{
    struct bench bench;
    const char *const given[] = {"command", checks[_i].command, "directory", checks[_i].directory,
                                 NULL};
    struct error error = {0};
    bench_open(&bench, &command_workload, given);
    int result = command_workload.check(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(result, checks[_i].exit_status == 0 ? 0 : -1);
    if (result == 0)
        return;
    ck_assert_int_eq(error_exit_status(&error), checks[_i].exit_status);
    ck_assert_msg(strstr(error.text, checks[_i].text) != NULL, "%s", error.text);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_command_replaces_the_process_and_gets_its_arguments_verbatim);
    tcase_add_test(tests, test_exit_status_of_the_command_is_that_of_run);
    tcase_add_test(tests, test_command_does_not_start_before_the_window_opens);
    tcase_add_test(tests, test_before_and_command_run_in_the_given_directory);
    tcase_add_test(tests, test_failing_before_fails_reset_and_is_named);
    tcase_add_test(tests, test_program_that_vanished_after_check_fails_run_with_the_reason);
    tcase_add_loop_test(tests, test_check_says_what_is_wrong_with_a_command_line, 0,
                        sizeof(checks) / sizeof(checks[0]));
}

int main(void)
{
    return unit_run("command", fill);
}
