// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"

#include <signal.h>

extern const struct workload io_load_workload;

static uint64_t bytes_below(const struct bench *bench)
{
    struct error error = {0};
    int64_t bytes = files_tree_bytes(bench->context.directory_fd, "streams", &error);
    ck_assert_msg(bytes >= 0, "%s", error.text);
    return (uint64_t)bytes;
}

static const struct {
    const char *size, *block, *writers, *fill;
} first_passes[] = {
    {"64M", "64K", "1", "random"},
    {"64M", "1000", "1", "zero"},
    {"96M", "1M", "3", "random"},
};

START_TEST(test_count_is_the_bytes_in_the_files_of_a_first_pass)
{
    struct bench bench;
    const char *const given[] = {
        "size",    first_passes[_i].size,    "block", first_passes[_i].block,
        "writers", first_passes[_i].writers, "fill",  first_passes[_i].fill,
        NULL};
    bench_open(&bench, &io_load_workload, given);
    bench_do(&bench, io_load_workload.reset);
    int status = bench_run_load(&bench, 100000);
    uint64_t counted = shared_page_sum(bench.context.page);
    uint64_t written = bytes_below(&bench);
    bench_do(&bench, io_load_workload.verify);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(counted, written);
}
END_TEST

START_TEST(test_file_is_written_over_and_over_and_never_grows_past_its_size)
{
    struct bench bench;
    const char *const given[] = {"size", "1M", "block", "64K", NULL};
    bench_open(&bench, &io_load_workload, given);
    bench_do(&bench, io_load_workload.reset);
    int status = bench_run_load(&bench, 20 << 20);
    uint64_t counted = shared_page_sum(bench.context.page);
    uint64_t there = bytes_below(&bench);
    double per_unit = bench.context.page->counts_per_unit;
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_ge(counted, 20 << 20);
    ck_assert_uint_le(there, 1 << 20);
    ck_assert_double_eq(per_unit, 1e8);
}
END_TEST

START_TEST(test_reset_and_clean_leave_nothing_even_of_more_writers)
{
    struct bench bench;
    const char *const given[] = {"size", "1M", "writers", "3", NULL};
    bench_open(&bench, &io_load_workload, given);
    bench_do(&bench, io_load_workload.reset);
    bench_run_load(&bench, 1);
    unsigned before = bench_count_files(&bench);
    parameters_set(&bench.parameters, "writers", "1");
    bench_do(&bench, io_load_workload.reset);
    unsigned after = bench_count_files(&bench);
    int status = bench_run_load(&bench, 1);
    bench_do(&bench, io_load_workload.clean);
    unsigned at_end = bench_count_files(&bench);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(before, 4);
    ck_assert_uint_eq(after, 0);
    ck_assert_uint_eq(at_end, 0);
}
END_TEST

START_TEST(test_it_ends_by_sigterm_and_takes_its_writers_along)
{
    struct bench bench;
    const char *const given[] = {"size", "64M", "writers", "2", NULL};
    bench_open(&bench, &io_load_workload, given);
    bench_do(&bench, io_load_workload.reset);
    bench_start(&bench);
    bool is_ready =
        shared_page_wait_state(bench.context.page, PAGE_READY, deadline_after_ms(30000));
    child_signal(&bench.child, SIGTERM);
    int status = bench_wait(&bench);
    bench_close(&bench);
    ck_assert(is_ready);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}
END_TEST

START_TEST(test_verify_refuses_a_file_that_is_missing_or_too_large)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"size", "1M", NULL};
    bench_open(&bench, &io_load_workload, given);
    int missing = io_load_workload.verify(&bench.context, &error);
    bench_run_load(&bench, 1);
    int fd = openat(bench.context.directory_fd, "streams/stream-0", O_WRONLY);
    int grown = ftruncate(fd, (1 << 20) + 1);
    close(fd);
    int too_large = io_load_workload.verify(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(missing, -1);
    ck_assert_int_eq(grown, 0);
    ck_assert_int_eq(too_large, -1);
    ck_assert_msg(strstr(error.text, "1048577") != NULL, "%s", error.text);
}
END_TEST

static const struct {
    const char *name, *value;
    bool is_accepted;
} values[] = {
    {"size", "100%", true},   {"size", "2G", true},    {"size", "0%", false},
    {"size", "1001%", false}, {"block", "512", true},  {"block", "511", false},
    {"block", "2M", false},   {"writers", "0", false}, {"writers", "1025", false},
    {"fill", "zero", true},   {"fill", "ones", false}, {"fsync", "yes", false},
};

START_TEST(test_parameters_out_of_range_are_refused)
{
    struct error error = {0};
    int result =
        workload_parameter_check(&io_load_workload, values[_i].name, values[_i].value, &error);
    ck_assert_msg((result == 0) == values[_i].is_accepted, "%s=%s: %s", values[_i].name,
                  values[_i].value, error.text);
}
END_TEST

START_TEST(test_needs_follow_memory_and_writers)
{
    struct bench bench;
    const char *const given[] = {"size", "50%", "writers", "5", NULL};
    bench_open(&bench, &io_load_workload, given);
    struct workload_needs needs = bench_needs(&bench);
    bench_close(&bench);
    ck_assert_uint_eq(needs.disk_bytes, 32 << 20);
    ck_assert_uint_eq(needs.other_disk_bytes, 0);
    ck_assert_uint_eq(needs.processes, 5);
    ck_assert(needs.is_writer);
}
END_TEST

START_TEST(test_check_refuses_less_than_one_block_for_each_writer)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"size", "1M", "block", "512K", "writers", "3", NULL};
    bench_open(&bench, &io_load_workload, given);
    int refused = io_load_workload.check(&bench.context, &error);
    parameters_set(&bench.parameters, "writers", "2");
    int accepted = io_load_workload.check(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(refused, -1);
    ck_assert_int_eq(accepted, 0);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, test_count_is_the_bytes_in_the_files_of_a_first_pass, 0,
                        sizeof(first_passes) / sizeof(first_passes[0]));
    tcase_add_test(tests, test_file_is_written_over_and_over_and_never_grows_past_its_size);
    tcase_add_test(tests, test_reset_and_clean_leave_nothing_even_of_more_writers);
    tcase_add_test(tests, test_it_ends_by_sigterm_and_takes_its_writers_along);
    tcase_add_test(tests, test_verify_refuses_a_file_that_is_missing_or_too_large);
    tcase_add_loop_test(tests, test_parameters_out_of_range_are_refused, 0,
                        sizeof(values) / sizeof(values[0]));
    tcase_add_test(tests, test_needs_follow_memory_and_writers);
    tcase_add_test(tests, test_check_refuses_less_than_one_block_for_each_writer);
}

int main(void)
{
    return unit_run("io_load", fill);
}
