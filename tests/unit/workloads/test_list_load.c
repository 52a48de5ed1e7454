// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"

#include <sys/stat.h>
#include <unistd.h>

extern const struct workload list_load_workload;

/* A tree of 9 entries below `place`: a link that leads round in a circle, one to nowhere, and a
 * folder `job` with one file in it. */
static char *make_tree(void)
{
    char *place = string_duplicate("/var/tmp/contend-listed-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(place));
    int fd = open(place, O_RDONLY | O_DIRECTORY);
    static const char *const folders[] = {"a", "a/b", "job"};
    static const char *const files[] = {"file", "a/file", "a/b/file", "job/file"};
    for (size_t i = 0; i < 3; i++)
        ck_assert_int_eq(mkdirat(fd, folders[i], 0700), 0);
    for (size_t i = 0; i < 4; i++)
        close(openat(fd, files[i], O_WRONLY | O_CREAT, 0600));
    ck_assert_int_eq(symlinkat("..", fd, "a/circle"), 0);
    ck_assert_int_eq(symlinkat("nowhere", fd, "a/b/dangling"), 0);
    close(fd);
    return place;
}

static void remove_tree(char *place)
{
    struct error error = {0};
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, place, &error), 0);
    free(place);
}

static uint64_t prepared_entries(struct bench *bench)
{
    struct error error = {0};
    bench_do(bench, list_load_workload.prepare);
    char *text = files_read_all(bench->context.directory_fd, "entries", 64, NULL, &error);
    uint64_t entries = strtoull(text, NULL, 10);
    free(text);
    return entries;
}

START_TEST(test_one_load_is_every_entry_once_without_following_links)
{
    struct bench bench;
    char *place = make_tree();
    const char *const given[] = {"path", place, NULL};
    bench_open(&bench, &list_load_workload, given);
    bench_do(&bench, list_load_workload.check);
    uint64_t entries = prepared_entries(&bench);
    int status = bench_run_load(&bench, 90);
    double per_unit = bench.context.page->counts_per_unit;
    bench_do(&bench, list_load_workload.clean);
    unsigned left = bench_count_files(&bench);
    bench_close(&bench);
    remove_tree(place);
    ck_assert_uint_eq(entries, 9);
    ck_assert_int_eq(status, 0);
    ck_assert_double_eq(per_unit, 9);
    ck_assert_uint_eq(left, 0);
}
END_TEST

START_TEST(test_the_work_directory_and_the_job_s_tree_are_left_out)
{
    struct bench bench;
    char *place = make_tree();
    char *job = string_format("%s/job", place);
    const char *const given[] = {"path", place, NULL};
    bench_open(&bench, &list_load_workload, given);
    bench.context.work_directory = job;
    uint64_t without_work = prepared_entries(&bench);
    bench.context.work_directory = bench.directory;
    bench.context.tree = job;
    uint64_t without_tree = prepared_entries(&bench);
    bench_close(&bench);
    remove_tree(place);
    free(job);
    ck_assert_uint_eq(without_work, 7);
    ck_assert_uint_eq(without_tree, 7);
}
END_TEST

START_TEST(test_entries_that_vanish_are_no_error_but_an_empty_place_is)
{
    struct bench bench;
    struct error error = {0};
    char *place = make_tree();
    const char *const given[] = {"path", place, NULL};
    bench_open(&bench, &list_load_workload, given);
    prepared_entries(&bench);
    bench_start(&bench);
    bool is_ready =
        shared_page_wait_state(bench.context.page, PAGE_READY, deadline_after_ms(30000));
    int fd = open(place, O_RDONLY | O_DIRECTORY);
    ck_assert_int_eq(files_remove_tree(fd, "a", &error), 0);
    ck_assert_int_eq(files_remove_tree(fd, "job", &error), 0);
    ck_assert_int_eq(files_remove_tree(fd, "file", &error), 0);
    close(fd);
    int status = bench_wait(&bench);
    char *text = string_duplicate(bench.context.page->error);
    int prepared = list_load_workload.prepare(&bench.context, &error);
    bench_close(&bench);
    remove_tree(place);
    ck_assert(is_ready);
    ck_assert_int_ne(status, 0);
    ck_assert_msg(strstr(text, "it has become empty") != NULL, "%s", text);
    ck_assert_int_eq(prepared, -1);
    free(text);
}
END_TEST

static const struct {
    const char *path;
    int exit_status;
} checks[] = {{"/", 0}, {"relative", 2}, {"/nowhere", 4}, {"/dev/null", 4}};

START_TEST(test_check_refuses_what_is_no_directory)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"path", checks[_i].path, NULL};
    bench_open(&bench, &list_load_workload, given);
    int result = list_load_workload.check(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(result, checks[_i].exit_status == 0 ? 0 : -1);
    if (result != 0)
        ck_assert_int_eq(error_exit_status(&error), checks[_i].exit_status);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, test_one_load_is_every_entry_once_without_following_links);
    tcase_add_test(tests, test_the_work_directory_and_the_job_s_tree_are_left_out);
    tcase_add_test(tests, test_entries_that_vanish_are_no_error_but_an_empty_place_is);
    tcase_add_loop_test(tests, test_check_refuses_what_is_no_directory, 0,
                        sizeof(checks) / sizeof(checks[0]));
}

int main(void)
{
    return unit_run("list_load", fill);
}
