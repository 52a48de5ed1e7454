// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"
#include "tree_hash.h"
#include "workloads/source_tree.h"

extern const struct workload ctar_load_workload;
extern const struct workload xtar_load_workload;

static const struct workload *const loads[] = {&ctar_load_workload, &xtar_load_workload};
static const char *const small[] = {"size", "1M", NULL};

static void open_load(struct bench *bench, const struct workload *load)
{
    struct error error = {0};
    bench_open(bench, load, small);
    ck_assert_msg(load->prepare(&bench->context, &error) == 0, "%s", error.text);
    ck_assert_msg(load->reset(&bench->context, &error) == 0, "%s", error.text);
}

/* Lets the load work until it has done `units`, then stops it; the status of run(). */
static int run_until(struct bench *bench, double units)
{
    struct shared_page *page = bench->context.page;
    bench_start(bench);
    struct time_point deadline = deadline_after_ms(30000);
    while (shared_page_state(page) < PAGE_READY ||
           (double)shared_page_sum(page) < units * page->counts_per_unit) {
        if (deadline_is_past(deadline) || bench->child.pid == 0)
            break;
        clock_pause_ms(1);
    }
    shared_page_set_state(page, PAGE_STOP);
    return bench_wait(bench);
}

START_TEST(test_tar_load_gets_through_whole_passes_and_stops_when_told)
{
    struct bench bench;
    open_load(&bench, loads[_i]);
    int status = run_until(&bench, 2.5);
    double units =
        (double)shared_page_sum(bench.context.page) / bench.context.page->counts_per_unit;
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_double_ge(units, 2.5);
    ck_assert_double_lt(units, 100);
}
END_TEST

START_TEST(test_every_run_of_a_tar_load_starts_from_the_same_clean_state)
{
    struct bench bench;
    struct error error = {0};
    unsigned files;
    open_load(&bench, loads[_i]);
    uint64_t before = tree_hash(AT_FDCWD, bench.directory, &files);
    int status = run_until(&bench, 0.5);
    ck_assert_int_eq(unlinkat(bench.context.directory_fd, "output", 0), 0);
    int reset = loads[_i]->reset(&bench.context, &error);
    uint64_t after = tree_hash(AT_FDCWD, bench.directory, &files);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_msg(reset == 0, "%s", error.text);
    ck_assert_uint_eq(before, after);
}
END_TEST

START_TEST(test_clean_leaves_nothing_of_a_tar_load)
{
    struct bench bench;
    struct error error = {0};
    open_load(&bench, loads[_i]);
    int cleaned = loads[_i]->clean(&bench.context, &error);
    int empty = rmdir(bench.directory);
    bench_close(&bench);
    ck_assert_msg(cleaned == 0, "%s", error.text);
    ck_assert_int_eq(empty, 0);
}
END_TEST

START_TEST(test_load_works_on_as_many_copies_of_the_jobs_tree_as_reach_its_size)
{
    struct bench bench;
    struct error error = {0};
    unsigned files;
    unsigned copy_files;
    bench_open(&bench, &ctar_load_workload, small);
    ck_assert_int_eq(source_tree_write(bench.context.directory_fd, "job", 20, &error), 0);
    int64_t bytes = files_tree_bytes(bench.context.directory_fd, "job", &error);
    auto_free char *tree = string_format("%s/job", bench.directory);
    bench.context.tree = tree;
    ck_assert_msg(ctar_load_workload.prepare(&bench.context, &error) == 0, "%s", error.text);
    int64_t all = files_tree_bytes(bench.context.directory_fd, "tree", &error);
    uint64_t job = tree_hash(bench.context.directory_fd, "job", &files);
    uint64_t copy = tree_hash(bench.context.directory_fd, "tree/copy_0001", &copy_files);
    bench_close(&bench);
    ck_assert_int_ge(all, 1 << 20);
    ck_assert_int_lt(all, (1 << 20) + bytes);
    ck_assert_int_eq(all % bytes, 0);
    ck_assert_uint_eq(copy, job);
}
END_TEST

START_TEST(test_tree_for_which_there_is_no_room_is_refused_before_it_is_copied)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"size", "1T", NULL};
    bench_open(&bench, loads[_i], given);
    int result = loads[_i]->prepare(&bench.context, &error);
    int64_t bytes = files_tree_bytes(AT_FDCWD, bench.directory, &error);
    bench_close(&bench);
    ck_assert_int_eq(result, -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_ptr_nonnull(strstr(error.text, "free"));
    ck_assert_int_lt(bytes, 16 << 20);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, test_tar_load_gets_through_whole_passes_and_stops_when_told, 0, 2);
    tcase_add_loop_test(tests, test_every_run_of_a_tar_load_starts_from_the_same_clean_state, 0, 2);
    tcase_add_loop_test(tests, test_clean_leaves_nothing_of_a_tar_load, 0, 2);
    tcase_add_test(tests, test_load_works_on_as_many_copies_of_the_jobs_tree_as_reach_its_size);
    tcase_add_loop_test(tests, test_tree_for_which_there_is_no_room_is_refused_before_it_is_copied,
                        0, 2);
}

int main(void)
{
    return unit_run("tar_loads", fill);
}
