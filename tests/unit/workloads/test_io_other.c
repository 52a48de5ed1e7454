// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"

#include <unistd.h>

extern const struct workload io_other_workload;

static const char *const small[] = {"size", "1M", NULL};

START_TEST(test_it_writes_in_the_second_directory_only_and_removes_only_its_own)
{
    struct bench bench;
    char other[] = "/var/tmp/contend-other-XXXXXX";
    bench_open(&bench, &io_other_workload, small);
    ck_assert_ptr_nonnull(mkdtemp(other));
    char *kept = string_format("%s/kept", other);
    char *streams =
        string_format("%s/%s-streams/stream-0", other, strrchr(bench.directory, '/') + 1);
    close(open(kept, O_WRONLY | O_CREAT, 0600));
    bench.context.other_directory = other;
    bench_do(&bench, io_other_workload.check);
    bench_do(&bench, io_other_workload.reset);
    int status = bench_run_load(&bench, 1);
    bool is_there = access(streams, F_OK) == 0;
    bench_do(&bench, io_other_workload.verify);
    unsigned in_own = bench_count_files(&bench);
    bench_do(&bench, io_other_workload.clean);
    bool is_removed = access(streams, F_OK) != 0;
    bool is_kept = unlink(kept) == 0;
    bool is_empty = rmdir(other) == 0;
    bench_close(&bench);
    free(kept);
    free(streams);
    ck_assert_int_eq(status, 0);
    ck_assert(is_there && is_removed && is_kept && is_empty);
    ck_assert_uint_eq(in_own, 0);
}
END_TEST

/* --other may name the parent of the work directory: its folder must not be the work directory. */
START_TEST(test_clean_spares_the_work_directory_beside_it)
{
    struct bench bench;
    bench_open(&bench, &io_other_workload, small);
    bench.context.other_directory = "/var/tmp";
    bench_do(&bench, io_other_workload.reset);
    int status = bench_run_load(&bench, 1);
    bench_do(&bench, io_other_workload.clean);
    bool is_there = access(bench.directory, F_OK) == 0;
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert(is_there);
}
END_TEST

START_TEST(test_needs_are_those_of_the_second_directory)
{
    struct bench bench;
    bench_open(&bench, &io_other_workload, small);
    struct workload_needs needs = bench_needs(&bench);
    bench_close(&bench);
    ck_assert(needs.needs_other_directory && needs.is_writer);
    ck_assert_uint_eq(needs.other_disk_bytes, 1 << 20);
    ck_assert_uint_eq(needs.disk_bytes, 0);
}
END_TEST

START_TEST(test_without_a_usable_second_directory_it_is_refused)
{
    struct bench bench;
    struct error error = {0};
    bench_open(&bench, &io_other_workload, small);
    int without = io_other_workload.run(&bench.context, &error);
    bench.context.other_directory = "/nowhere";
    int nowhere = io_other_workload.check(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(without, -1);
    ck_assert_int_eq(nowhere, -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_str_eq(error.text, "use the second directory /nowhere: No such file or directory");
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, test_it_writes_in_the_second_directory_only_and_removes_only_its_own);
    tcase_add_test(tests, test_clean_spares_the_work_directory_beside_it);
    tcase_add_test(tests, test_needs_are_those_of_the_second_directory);
    tcase_add_test(tests, test_without_a_usable_second_directory_it_is_refused);
}

int main(void)
{
    return unit_run("io_other", fill);
}
