// SPDX-License-Identifier: GPL-2.0-or-later
/* The invariants J1 to J5 of machine/journal.h, on a made-up root without privilege. */
#include "../captured_root.h"
#include "../unit.h"
#include "machine/journal.h"

#include <signal.h>
#include <sys/wait.h>

static struct captured_root captured;
static struct journal journal;
static int state_fd;

#define KNOB  "proc/sys/vm/knob"
#define OTHER "proc/sys/vm/other"

static void put_boot(const char *boot)
{
    captured_root_put(&captured, "proc/sys/kernel/random/boot_id", boot);
}

static void open_journal(void)
{
    captured_root_open(&captured);
    put_boot("first-boot\n");
    captured_root_put(&captured, KNOB, "1\n");
    captured_root_put(&captured, OTHER, "10\n");
    captured_root_put(&captured, "state/none", "");
    state_fd = sysroot_open_file(&captured.root, "state", O_RDONLY | O_DIRECTORY);
    journal_init(&journal, &captured.root, state_fd);
}

static void close_journal(void)
{
    journal_finish(&journal);
    close(state_fd);
    captured_root_close(&captured);
}

static void record(const char *path, const char *old_value, const char *new_value)
{
    struct error error;
    ck_assert_int_eq(journal_record_value(&journal, path, old_value, new_value, &error), 0);
}

static void restore_says(const char *const *lines, size_t count)
{
    struct error error = {.text = ""};
    struct string_list said = {0};
    int result = journal_restore(&journal, &said, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_uint_eq(said.count, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(strstr(said.items[i], lines[i]) != NULL, "'%s' has no '%s'", said.items[i],
                      lines[i]);
    string_list_finish(&said);
    ck_assert(!journal_is_open(state_fd));
}

START_TEST(test_j1_record_is_in_the_file_when_the_call_returns)
{
    ck_assert(!journal_is_open(state_fd));
    record(KNOB, "1", "a b");
    captured_root_is(&captured, "state/journal",
                     "boot first-boot\nvalue proc/sys/vm/knob 1 a\\040b\n");
}
END_TEST

START_TEST(test_j2_undo_of_a_change_that_was_never_made_does_nothing)
{
    record(KNOB, "1", "2");
    restore_says(NULL, 0);
    captured_root_is(&captured, KNOB, "1\n");
}
END_TEST

START_TEST(test_j2_a_record_may_be_undone_twice)
{
    static const char *const lines[] = {"put /proc/sys/vm/knob back to 1"};
    record(KNOB, "1", "2");
    record(KNOB, "1", "2");
    captured_root_put(&captured, KNOB, "2");
    restore_says(lines, 1);
    captured_root_is(&captured, KNOB, "1");
}
END_TEST

START_TEST(test_j2_change_is_undone_after_kill_between_change_and_restore)
{
    static const char *const lines[] = {"put /proc/sys/vm/knob back to 1"};
    pid_t pid = fork();
    if (pid == 0) {
        record(KNOB, "1", "7");
        captured_root_put(&captured, KNOB, "7\n");
        raise(SIGKILL);
    }
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFSIGNALED(status));
    ck_assert(journal_is_open(state_fd));
    restore_says(lines, 1);
    captured_root_is(&captured, KNOB, "1");
}
END_TEST

START_TEST(test_j3_records_are_undone_in_reverse_order)
{
    static const char *const lines[] = {"knob back to 2", "other back to 10", "knob back to 1"};
    record(KNOB, "1", "2");
    record(OTHER, "10", "20");
    record(KNOB, "2", "3");
    captured_root_put(&captured, KNOB, "3\n");
    captured_root_put(&captured, OTHER, "20\n");
    restore_says(lines, 3);
    captured_root_is(&captured, KNOB, "1");
}
END_TEST

START_TEST(test_j4_a_record_that_can_not_be_undone_stays_and_the_others_are_undone)
{
    struct error error;
    struct string_list said = {0};
    record(KNOB, "1", "2");
    captured_root_put(&captured, KNOB, "2\n");
    captured_root_put(&captured, "proc/sys/vm/dir/x", "");
    record("proc/sys/vm/dir", "1", "2"); /* a directory can't be read as a value */
    ck_assert_int_eq(journal_restore(&journal, &said, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 5);
    ck_assert_ptr_nonnull(strstr(error.text, "/proc/sys/vm/dir"));
    captured_root_is(&captured, KNOB, "1");
    captured_root_is(&captured, "state/journal", "boot first-boot\nvalue proc/sys/vm/dir 1 2\n");
    string_list_finish(&said);
}
END_TEST

START_TEST(test_j5_values_of_an_earlier_boot_are_left_alone)
{
    record(KNOB, "1", "2");
    captured_root_put(&captured, KNOB, "2\n");
    put_boot("second-boot\n");
    restore_says(NULL, 0);
    captured_root_is(&captured, KNOB, "2\n");
}
END_TEST

/* The boot as it was told when the record was made, and when it is undone; "": it could not be. */
static const char *const untold[][2] = {{"", "second-boot\n"}, {"first-boot\n", ""}, {"", ""}};

START_TEST(test_j5_a_boot_that_can_not_be_told_counts_as_this_one)
{
    struct error error;
    for (int when = 0; when < 2; when++) {
        if (untold[_i][when][0] != '\0')
            put_boot(untold[_i][when]);
        else
            ck_assert_int_eq(files_remove_tree(captured.root.fd, "proc/sys/kernel", &error), 0);
        if (when == 0)
            record(KNOB, "1", "2");
    }
    captured_root_put(&captured, KNOB, "2\n");
    static const char *const says[] = {KNOB};
    restore_says(says, 1);
    captured_root_is(&captured, KNOB, "1");
}
END_TEST

START_TEST(test_swap_files_of_an_earlier_boot_are_removed)
{
    static const char *const lines[] = {"removed swap file"};
    struct error error;
    captured_root_put(&captured, "swapfile", "x");
    char *path = string_format("%s/swapfile", captured.path);
    ck_assert_int_eq(journal_record(&journal, "swap", path, &error), 0);
    put_boot("second-boot\n");
    restore_says(lines, 1);
    ck_assert(!sysroot_has(&captured.root, "swapfile"));
    free(path);
}
END_TEST

static const char *const torn_tails[] = {"v", "value proc/sys/vm/knob",
                                         "value proc/sys/vm/knob 1 9"};

START_TEST(test_a_torn_last_line_is_dropped)
{
    char *text = string_format("boot first-boot\nvalue " OTHER " 10 20\n%s", torn_tails[_i]);
    captured_root_put(&captured, "state/journal", text);
    captured_root_put(&captured, OTHER, "20\n");
    static const char *const lines[] = {"other back to 10"};
    restore_says(lines, 1);
    captured_root_is(&captured, KNOB, "1\n");
    free(text);
}
END_TEST

START_TEST(test_a_record_behind_a_torn_line_begins_a_line_of_its_own)
{
    captured_root_put(&captured, "state/journal", "boot first-boot\nvalue " OTHER " 1");
    record(KNOB, "1", "2");
    captured_root_is(&captured, "state/journal", "boot first-boot\nvalue proc/sys/vm/knob 1 2\n");
}
END_TEST

START_TEST(test_a_journal_torn_in_its_first_line_is_removed)
{
    captured_root_put(&captured, "state/journal", "boot fir");
    restore_says(NULL, 0);
}
END_TEST

START_TEST(test_a_line_that_can_not_be_read_stays_and_is_named)
{
    struct error error;
    captured_root_put(&captured, "state/journal", "boot first-boot\nfrobnicate x\n");
    ck_assert_int_eq(journal_restore(&journal, NULL, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "frobnicate x"));
    ck_assert(journal_is_open(state_fd));
}
END_TEST

START_TEST(test_a_value_changed_by_somebody_else_is_put_back_and_that_is_said)
{
    static const char *const lines[] = {"somebody else had changed it to 5"};
    record(KNOB, "1", "2");
    captured_root_put(&captured, KNOB, "5\n");
    restore_says(lines, 1);
    captured_root_is(&captured, KNOB, "1");
}
END_TEST

START_TEST(test_a_vanished_file_counts_as_undone_with_a_note)
{
    static const char *const lines[] = {"is gone; its value none went with it"};
    record("sys/block/loop9/queue/scheduler", "none", "bfq");
    restore_says(lines, 1);
}
END_TEST

static const char *const odd_values[] = {
    "", " ", "a b", "two\nlines", "back\\slash", "tab\there", "\\040", "caf\xc3\xa9"};

START_TEST(test_any_value_comes_back_from_the_journal_as_it_was)
{
    struct error error;
    captured_root_put(&captured, KNOB, "something else");
    record(KNOB, odd_values[_i], "new");
    ck_assert_int_eq(journal_restore(&journal, NULL, &error), 0);
    captured_root_is(&captured, KNOB, odd_values[_i]);
}
END_TEST

START_TEST(test_undo_takes_the_latest_record_of_a_target_out)
{
    struct error error;
    record(KNOB, "1", "2");
    record(KNOB, "2", "3");
    captured_root_put(&captured, KNOB, "3");
    ck_assert_int_eq(journal_undo(&journal, "value", KNOB, &error), 0);
    captured_root_is(&captured, KNOB, "2");
    ck_assert_int_eq(journal_undo(&journal, "value", KNOB, &error), 0);
    captured_root_is(&captured, KNOB, "1");
    ck_assert(!journal_is_open(state_fd));
    ck_assert_int_eq(journal_undo(&journal, "value", KNOB, &error), 0);
}
END_TEST

START_TEST(test_forget_takes_out_without_undoing)
{
    struct error error;
    record(KNOB, "1", "2");
    captured_root_put(&captured, KNOB, "2");
    ck_assert_int_eq(journal_forget(&journal, "value", KNOB, &error), 0);
    captured_root_is(&captured, KNOB, "2");
    ck_assert(!journal_is_open(state_fd));
}
END_TEST

START_TEST(test_marked_processes_are_killed_and_no_others)
{
    struct error error;
    struct sysroot real;
    ck_assert_int_eq(sysroot_open(&real, "/", &error), 0);
    journal_init(&journal, &real, state_fd);
    pid_t pids[2];
    for (int i = 0; i < 2; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            setenv("CONTEND_EXPERIMENT", i == 0 ? "unit-test-a" : "unit-test-ab", 1);
            execlp("sleep", "sleep", "60", (char *)NULL);
            _exit(127);
        }
    }
    /* Only after its exec a process shows the new environment. */
    for (int i = 0; i < 2; i++) {
        char path[64];
        snprintf(path, sizeof(path), "proc/%d/cmdline", (int)pids[i]);
        char text[64] = "";
        while (strcmp(text, "sleep") != 0)
            ck_assert_int_ge(sysroot_read(&real, path, text, sizeof(text), &error), 0);
    }
    ck_assert_int_eq(journal_record(&journal, "marked", "unit-test-a", &error), 0);
    ck_assert_int_eq(journal_restore(&journal, NULL, &error), 0);
    int status;
    ck_assert_int_eq(waitpid(pids[0], &status, 0), pids[0]);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    ck_assert_int_eq(waitpid(pids[1], &status, WNOHANG), 0);
    ck_assert_int_eq(kill(pids[1], SIGTERM), 0);
    ck_assert_int_eq(waitpid(pids[1], &status, 0), pids[1]);
    sysroot_close(&real);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_journal, close_journal);
    tcase_add_test(tests, test_j1_record_is_in_the_file_when_the_call_returns);
    tcase_add_test(tests, test_j2_undo_of_a_change_that_was_never_made_does_nothing);
    tcase_add_test(tests, test_j2_a_record_may_be_undone_twice);
    tcase_add_test(tests, test_j2_change_is_undone_after_kill_between_change_and_restore);
    tcase_add_test(tests, test_j3_records_are_undone_in_reverse_order);
    tcase_add_test(tests, test_j4_a_record_that_can_not_be_undone_stays_and_the_others_are_undone);
    tcase_add_test(tests, test_j5_values_of_an_earlier_boot_are_left_alone);
    tcase_add_loop_test(tests, test_j5_a_boot_that_can_not_be_told_counts_as_this_one, 0,
                        sizeof(untold) / sizeof(untold[0]));
    tcase_add_test(tests, test_swap_files_of_an_earlier_boot_are_removed);
    tcase_add_loop_test(tests, test_a_torn_last_line_is_dropped, 0,
                        sizeof(torn_tails) / sizeof(torn_tails[0]));
    tcase_add_test(tests, test_a_record_behind_a_torn_line_begins_a_line_of_its_own);
    tcase_add_test(tests, test_a_journal_torn_in_its_first_line_is_removed);
    tcase_add_test(tests, test_a_line_that_can_not_be_read_stays_and_is_named);
    tcase_add_test(tests, test_a_value_changed_by_somebody_else_is_put_back_and_that_is_said);
    tcase_add_test(tests, test_a_vanished_file_counts_as_undone_with_a_note);
    tcase_add_loop_test(tests, test_any_value_comes_back_from_the_journal_as_it_was, 0,
                        sizeof(odd_values) / sizeof(odd_values[0]));
    tcase_add_test(tests, test_undo_takes_the_latest_record_of_a_target_out);
    tcase_add_test(tests, test_forget_takes_out_without_undoing);
    tcase_add_test(tests, test_marked_processes_are_killed_and_no_others);
}

int main(void)
{
    return unit_run("journal", fill);
}
