// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"

#include <sys/stat.h>
#include <unistd.h>

extern const struct workload mem_load_workload;

#define MIB (1ULL << 20)

static const struct {
    const char *share;
    uint64_t counts;
} regions[] = {
    {"4M", 100},   /* stopped while it is filled, or soon after */
    {"4M", 20000}, /* several passes */
    {"12K", 1000}, /* an odd number of pages */
};

/* Each page tells how often it was touched: once by filling, then `visits` times. */
static uint64_t touches_in_file(const struct bench *bench)
{
    struct error error = {0};
    size_t length;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint64_t touches = 0;
    char *bytes = files_read_all(bench->context.directory_fd, "memory", 64 * MIB, &length, &error);
    ck_assert_msg(bytes != NULL, "%s", error.text);
    static const char zeros[64];
    for (size_t at = 0; at < length; at += page) {
        uint64_t stamp[2];
        memcpy(stamp, bytes + at, sizeof(stamp));
        if (memcmp(bytes + at + sizeof(stamp), zeros, sizeof(zeros)) == 0)
            continue; /* not reached yet: never filled */
        ck_assert_uint_eq(stamp[0], at / page);
        touches += stamp[1] + 1;
    }
    free(bytes);
    return touches;
}

START_TEST(test_count_is_the_touches_that_the_pages_remember)
{
    struct bench bench;
    const char *const given[] = {"share", regions[_i].share, "backing", "file", NULL};
    bench_open(&bench, &mem_load_workload, given);
    bench_do(&bench, mem_load_workload.check);
    bench_do(&bench, mem_load_workload.reset);
    int status = bench_run_load(&bench, regions[_i].counts);
    uint64_t counted = shared_page_sum(bench.context.page);
    double per_unit = bench.context.page->counts_per_unit;
    char *text = string_duplicate(bench.context.page->error);
    uint64_t touches = touches_in_file(&bench);
    bench_do(&bench, mem_load_workload.clean);
    unsigned left = bench_count_files(&bench);
    bench_close(&bench);
    ck_assert_msg(status == 0, "%s", text);
    ck_assert_uint_eq(counted, touches);
    ck_assert_double_eq(per_unit, 1000);
    ck_assert_uint_eq(left, 0);
    free(text);
}
END_TEST

START_TEST(test_anonymous_memory_is_used_where_there_is_swap_and_a_file_where_not)
{
    struct bench bench;
    const char *const given[] = {"share", "1M", NULL};
    bench_open(&bench, &mem_load_workload, given);
    bench.context.has_swap = _i == 1;
    int status = bench_run_load(&bench, 1000);
    unsigned files = bench_count_files(&bench);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(files, _i == 1 ? 0 : 1);
}
END_TEST

START_TEST(test_a_page_that_comes_back_with_other_bytes_ends_the_load)
{
    struct bench bench;
    const char *const given[] = {"share", "1M", "backing", "file", NULL};
    static const char zeros[4096];
    bench_open(&bench, &mem_load_workload, given);
    bench_start(&bench);
    bool is_ready =
        shared_page_wait_state(bench.context.page, PAGE_READY, deadline_after_ms(30000));
    int fd = openat(bench.context.directory_fd, "memory", O_WRONLY);
    ssize_t written = pwrite(fd, zeros, sizeof(zeros), 40960);
    close(fd);
    int status = bench_wait(&bench);
    char *text = string_duplicate(bench.context.page->error);
    bench_close(&bench);
    ck_assert(is_ready);
    ck_assert_int_eq(written, sizeof(zeros));
    ck_assert_int_ne(status, 0);
    ck_assert_msg(strstr(text, "lost what was written") != NULL, "%s", text);
    free(text);
}
END_TEST

START_TEST(test_it_offers_itself_to_the_oom_killer_and_run_stays_behind)
{
    struct bench bench;
    const char *const given[] = {"share", "1M", "backing", "file", NULL};
    bench_open(&bench, &mem_load_workload, given);
    bench_start(&bench);
    bool is_ready =
        shared_page_wait_state(bench.context.page, PAGE_READY, deadline_after_ms(30000));
    char *path =
        string_format("/proc/%d/task/%d/children", (int)bench.child.pid, (int)bench.child.pid);
    FILE *file = fopen(path, "r");
    int pid = 0, score = 0;
    bool is_read = file != NULL && fscanf(file, "%d", &pid) == 1;
    fclose(file);
    free(path);
    path = string_format("/proc/%d/oom_score_adj", pid);
    file = fopen(path, "r");
    is_read = is_read && file != NULL && fscanf(file, "%d", &score) == 1;
    fclose(file);
    free(path);
    kill(pid, SIGKILL); /* as the OOM killer would */
    int status = bench_wait(&bench);
    char *text = string_duplicate(bench.context.page->error);
    bench_close(&bench);
    ck_assert(is_ready && is_read);
    ck_assert_int_eq(score, 1000);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    ck_assert_msg(strstr(text, "OOM killer") != NULL, "%s", text);
    free(text);
}
END_TEST

static const struct {
    const char *share, *backing;
    bool has_swap;
    uint64_t memory, swap, disk;
    bool is_writer;
} needs_cases[] = {
    {"110%", "anonymous", true, 4000 * MIB, 2400 * MIB, 2000 * MIB, false},
    {"110%", "anonymous", false, 4000 * MIB, 2400 * MIB, 2000 * MIB, true},
    {"90%", "anonymous", true, 1000 * MIB, 1024 * MIB, 0, false},
    {"50%", "anonymous", true, 1000 * MIB, 0, 0, false},
    {"110%", "file", true, 1000 * MIB, 0, 1100 * MIB, true},
};

static void assert_near(uint64_t value, uint64_t wanted)
{
    ck_assert_uint_le(value, wanted + 1); /* percents of memory are rounded */
    ck_assert_uint_ge(value + 1, wanted);
}

START_TEST(test_swap_is_needed_for_what_is_over_memory_and_for_the_rest)
{
    struct bench bench;
    const char *const given[] = {"share", needs_cases[_i].share, "backing", needs_cases[_i].backing,
                                 NULL};
    bench_open(&bench, &mem_load_workload, given);
    bench.context.memory_bytes = needs_cases[_i].memory;
    bench.context.has_swap = needs_cases[_i].has_swap;
    struct workload_needs needs = bench_needs(&bench);
    bench_close(&bench);
    assert_near(needs.swap_bytes, needs_cases[_i].swap);
    assert_near(needs.disk_bytes, needs_cases[_i].disk);
    ck_assert_int_eq(needs.is_writer, needs_cases[_i].is_writer);
    ck_assert_uint_eq(needs.processes, 1);
}
END_TEST

START_TEST(test_parameters_out_of_range_are_refused)
{
    struct bench bench;
    struct error error = {0};
    const struct workload *workload = &mem_load_workload;
    const char *const given[] = {"share", "5000", NULL};
    ck_assert_int_eq(workload_parameter_check(workload, "share", "0%", &error), -1);
    ck_assert_int_eq(workload_parameter_check(workload, "share", "1001%", &error), -1);
    ck_assert_int_eq(workload_parameter_check(workload, "backing", "tape", &error), -1);
    ck_assert_int_eq(workload_parameter_check(workload, "share", "2G", &error), 0);
    bench_open(&bench, workload, given);
    int less_than_two_pages = workload->check(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(less_than_two_pages, -1);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, test_count_is_the_touches_that_the_pages_remember, 0,
                        sizeof(regions) / sizeof(regions[0]));
    tcase_add_loop_test(
        tests, test_anonymous_memory_is_used_where_there_is_swap_and_a_file_where_not, 0, 2);
    tcase_add_test(tests, test_a_page_that_comes_back_with_other_bytes_ends_the_load);
    tcase_add_test(tests, test_it_offers_itself_to_the_oom_killer_and_run_stays_behind);
    tcase_add_loop_test(tests, test_swap_is_needed_for_what_is_over_memory_and_for_the_rest, 0,
                        sizeof(needs_cases) / sizeof(needs_cases[0]));
    tcase_add_test(tests, test_parameters_out_of_range_are_refused);
}

int main(void)
{
    return unit_run("mem_load", fill);
}
