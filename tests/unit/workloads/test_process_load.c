// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"

#include <signal.h>
#include <unistd.h>

extern const struct workload process_load_workload;

static const struct {
    const char *processes, *record, *injections;
    uint64_t injected;
} rings[] = {
    {"2", "32", "1", 1},
    {"8", "8K", "2", 2},
    {"4/cpu", "8K", "7", 7},
    {"3", "200K", "2", 2}, /* larger than a pipe */
};

START_TEST(test_every_process_passes_on_the_same_number_of_records)
{
    struct bench bench;
    const char *const given[] = {"processes",  rings[_i].processes,  "record", rings[_i].record,
                                 "injections", rings[_i].injections, NULL};
    bench_open(&bench, &process_load_workload, given);
    unsigned processes = bench_needs(&bench).processes;
    bench_do(&bench, process_load_workload.check);
    int status = bench_run_load(&bench, 1000);
    uint64_t least = UINT64_MAX, most = 0;
    for (unsigned i = 0; i < processes; i++) {
        uint64_t count = atomic_load(&bench.context.page->counters[i].count);
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    char *text = string_duplicate(bench.context.page->error);
    bench_close(&bench);
    ck_assert_msg(status == 0, "%s", text);
    ck_assert_uint_gt(least, 0);
    ck_assert_uint_le(most - least, rings[_i].injected);
    free(text);
}
END_TEST

START_TEST(test_one_load_is_ten_thousand_records)
{
    struct bench bench;
    const char *const none[] = {NULL};
    bench_open(&bench, &process_load_workload, none);
    int status = bench_run_load(&bench, 1);
    double per_unit = bench.context.page->counts_per_unit;
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_double_eq(per_unit, 10000);
}
END_TEST

/* The first of run()'s children. */
static pid_t a_member(pid_t parent)
{
    char *path = string_format("/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *file = fopen(path, "r");
    int pid = 0;
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fscanf(file, "%d", &pid), 1);
    fclose(file);
    free(path);
    return pid;
}

START_TEST(test_a_killed_process_ends_the_whole_ring_with_an_error)
{
    struct bench bench;
    const char *const none[] = {NULL};
    bench_open(&bench, &process_load_workload, none);
    bench_start(&bench);
    bool is_ready =
        shared_page_wait_state(bench.context.page, PAGE_READY, deadline_after_ms(30000));
    kill(a_member(bench.child.pid), SIGKILL);
    int status = bench_wait(&bench);
    char *text = string_duplicate(bench.context.page->error);
    bench_close(&bench);
    ck_assert(is_ready);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    ck_assert_msg(strstr(text, "process_load") != NULL, "%s", text);
    free(text);
}
END_TEST

static const struct {
    const char *processes, *injections;
    int result;
} checks[] = {
    {"4/cpu", "2", 0}, {"2", "1", 0}, {"1", "1", -1}, {"8", "8", -1}, {"8", "7", 0},
};

START_TEST(test_as_many_records_as_processes_are_refused)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"processes", checks[_i].processes, "injections",
                                 checks[_i].injections, NULL};
    bench_open(&bench, &process_load_workload, given);
    int result = process_load_workload.check(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(result, checks[_i].result);
}
END_TEST

START_TEST(test_needs_are_a_counter_a_process_and_two_descriptors)
{
    struct bench bench;
    const char *const none[] = {NULL};
    bench_open(&bench, &process_load_workload, none);
    struct workload_needs needs = bench_needs(&bench);
    bench_close(&bench);
    ck_assert_uint_eq(needs.processes, 8);
    ck_assert_uint_ge(needs.descriptors, 16);
}
END_TEST

static const struct {
    const char *name, *value;
    bool is_accepted;
} values[] = {
    {"processes", "0", false}, {"processes", "16", true}, {"record", "31", false},
    {"record", "1M", true},    {"record", "2M", false},   {"injections", "0", false},
};

START_TEST(test_parameters_out_of_range_are_refused)
{
    struct error error = {0};
    int result =
        workload_parameter_check(&process_load_workload, values[_i].name, values[_i].value, &error);
    ck_assert_msg((result == 0) == values[_i].is_accepted, "%s=%s: %s", values[_i].name,
                  values[_i].value, error.text);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, test_every_process_passes_on_the_same_number_of_records, 0,
                        sizeof(rings) / sizeof(rings[0]));
    tcase_add_test(tests, test_one_load_is_ten_thousand_records);
    tcase_add_test(tests, test_a_killed_process_ends_the_whole_ring_with_an_error);
    tcase_add_loop_test(tests, test_as_many_records_as_processes_are_refused, 0,
                        sizeof(checks) / sizeof(checks[0]));
    tcase_add_test(tests, test_needs_are_a_counter_a_process_and_two_descriptors);
    tcase_add_loop_test(tests, test_parameters_out_of_range_are_refused, 0,
                        sizeof(values) / sizeof(values[0]));
}

int main(void)
{
    return unit_run("process_load", fill);
}
