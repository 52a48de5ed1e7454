// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"

#include <sys/stat.h>
#include <unistd.h>

extern const struct workload read_load_workload;

static const struct {
    const char *size, *block, *readers;
    uint64_t size_bytes, block_bytes;
} readings[] = {
    {"4M", "64K", "1", 4 << 20, 65536},
    {"3000001", "1000", "1", 3000001, 1000}, /* a last block that is not whole */
    {"4M", "1M", "3", 4 << 20, 1 << 20},
};

/* Bytes that `reads` reads give, starting at block `first` and going round. */
static bool is_sum_of_reads(uint64_t counted, uint64_t size, uint64_t block, uint64_t first)
{
    uint64_t sum = 0;
    uint64_t at = first * block;
    while (sum < counted) {
        uint64_t got = size - at < block ? size - at : block;
        sum += got;
        at = at + got == size ? 0 : at + got;
    }
    return sum == counted;
}

START_TEST(test_count_is_the_bytes_of_whole_reads_round_the_file)
{
    struct bench bench;
    const char *const given[] = {"size",    readings[_i].size,    "block", readings[_i].block,
                                 "readers", readings[_i].readers, NULL};
    uint64_t size = readings[_i].size_bytes;
    uint64_t block = readings[_i].block_bytes;
    bench_open(&bench, &read_load_workload, given);
    bench_do(&bench, read_load_workload.prepare);
    bench_do(&bench, read_load_workload.reset);
    int status = bench_run_load(&bench, 20 << 20);
    unsigned readers = bench_needs(&bench).processes;
    double per_unit = bench.context.page->counts_per_unit;
    bool is_whole = true;
    for (unsigned i = 0; i < readers; i++)
        is_whole = is_whole && is_sum_of_reads(atomic_load(&bench.context.page->counters[i].count),
                                               size, block, size / block * i / readers);
    bench_do(&bench, read_load_workload.verify);
    bench_do(&bench, read_load_workload.clean);
    unsigned left = bench_count_files(&bench);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert(is_whole);
    ck_assert_double_eq(per_unit, (double)size);
    ck_assert_uint_eq(left, 0);
}
END_TEST

START_TEST(test_prepare_writes_the_same_bytes_for_the_same_experiment)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"size", "2M", NULL};
    size_t length;
    bench_open(&bench, &read_load_workload, given);
    bench_do(&bench, read_load_workload.prepare);
    char *first = files_read_all(bench.context.directory_fd, "data", 4 << 20, &length, &error);
    bench_do(&bench, read_load_workload.prepare);
    char *second = files_read_all(bench.context.directory_fd, "data", 4 << 20, NULL, &error);
    bench_close(&bench);
    ck_assert_uint_eq(length, 2 << 20);
    ck_assert_mem_eq(first, second, length);
    free(first);
    free(second);
}
END_TEST

static void overwrite(int fd)
{
    static const char zeros[1 << 20];
    ck_assert_int_eq(pwrite(fd, zeros, sizeof(zeros), 0), sizeof(zeros));
}

static void cut_short(int fd)
{
    ck_assert_int_eq(ftruncate(fd, 1000), 0);
}

static void (*const damages[])(int fd) = {overwrite, cut_short};

START_TEST(test_verify_finds_a_file_that_is_not_what_was_written)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"size", "1M", NULL};
    bench_open(&bench, &read_load_workload, given);
    bench_do(&bench, read_load_workload.prepare);
    int fd = openat(bench.context.directory_fd, "data", O_WRONLY);
    damages[_i](fd);
    close(fd);
    int result = read_load_workload.verify(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(result, -1);
}
END_TEST

START_TEST(test_an_empty_file_ends_the_load_instead_of_spinning)
{
    struct bench bench;
    const char *const given[] = {"size", "1M", NULL};
    bench_open(&bench, &read_load_workload, given);
    bench_do(&bench, read_load_workload.prepare);
    int fd = openat(bench.context.directory_fd, "data", O_WRONLY);
    int cut = ftruncate(fd, 0);
    close(fd);
    bench_start(&bench);
    int status = bench_wait(&bench);
    char *text = string_duplicate(bench.context.page->error);
    bench_close(&bench);
    ck_assert_int_eq(cut, 0);
    ck_assert_int_ne(status, 0);
    ck_assert_msg(strstr(text, "/data: No data available") != NULL, "%s", text);
    free(text);
}
END_TEST

static const struct {
    const char *name, *value;
    bool is_accepted;
} values[] = {
    {"size", "100%", true}, {"size", "0%", false},   {"block", "1M", true},
    {"block", "2M", false}, {"readers", "0", false}, {"readers", "4", true},
};

START_TEST(test_parameters_out_of_range_are_refused)
{
    struct error error = {0};
    int result =
        workload_parameter_check(&read_load_workload, values[_i].name, values[_i].value, &error);
    ck_assert_msg((result == 0) == values[_i].is_accepted, "%s=%s: %s", values[_i].name,
                  values[_i].value, error.text);
}
END_TEST

START_TEST(test_needs_follow_memory_and_check_refuses_less_than_a_block)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"readers", "3", NULL};
    bench_open(&bench, &read_load_workload, given);
    struct workload_needs needs = bench_needs(&bench);
    int whole = read_load_workload.check(&bench.context, &error);
    parameters_set(&bench.parameters, "size", "1000");
    int small = read_load_workload.check(&bench.context, &error);
    bench_close(&bench);
    ck_assert_uint_eq(needs.disk_bytes, 64 << 20);
    ck_assert_uint_eq(needs.processes, 3);
    ck_assert_int_eq(whole, 0);
    ck_assert_int_eq(small, -1);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, test_count_is_the_bytes_of_whole_reads_round_the_file, 0,
                        sizeof(readings) / sizeof(readings[0]));
    tcase_add_test(tests, test_prepare_writes_the_same_bytes_for_the_same_experiment);
    tcase_add_loop_test(tests, test_verify_finds_a_file_that_is_not_what_was_written, 0,
                        sizeof(damages) / sizeof(damages[0]));
    tcase_add_test(tests, test_an_empty_file_ends_the_load_instead_of_spinning);
    tcase_add_loop_test(tests, test_parameters_out_of_range_are_refused, 0,
                        sizeof(values) / sizeof(values[0]));
    tcase_add_test(tests, test_needs_follow_memory_and_check_refuses_less_than_a_block);
}

int main(void)
{
    return unit_run("read_load", fill);
}
