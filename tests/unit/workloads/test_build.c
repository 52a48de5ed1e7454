// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/search_path.h"
#include "bench.h"
#include "tree_hash.h"

extern const struct workload build_workload;

static const char *const small[] = {"files", "6", "flags", "-O0", NULL};

/* A build of six files, prepared, reset and run; the status of run(). */
static int open_and_build(struct bench *bench)
{
    struct error error = {0};
    bench_open(bench, &build_workload, small);
    ck_assert_msg(build_workload.prepare(&bench->context, &error) == 0, "%s", error.text);
    ck_assert_msg(build_workload.reset(&bench->context, &error) == 0, "%s", error.text);
    return bench_run_job(bench);
}

START_TEST(test_build_passes_its_own_verification_and_prints_nothing)
{
    struct bench bench;
    struct error error = {0};
    int status = open_and_build(&bench);
    auto_free char *output = bench_output(&bench);
    int verified = build_workload.verify(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_str_eq(output, "");
    ck_assert_msg(verified == 0, "%s", error.text);
}
END_TEST

START_TEST(test_every_run_starts_from_the_same_clean_state)
{
    struct bench bench;
    struct error error = {0};
    unsigned files[4];
    int status = open_and_build(&bench);
    uint64_t tree = tree_hash(bench.context.directory_fd, "tree", &files[0]);
    ck_assert_int_eq(build_workload.reset(&bench.context, &error), 0);
    uint64_t first = tree_hash(bench.context.directory_fd, "objects", &files[1]);
    int again = bench_run_job(&bench);
    ck_assert_int_eq(build_workload.reset(&bench.context, &error), 0);
    uint64_t second = tree_hash(bench.context.directory_fd, "objects", &files[2]);
    uint64_t tree_after = tree_hash(bench.context.directory_fd, "tree", &files[3]);
    bench_close(&bench);
    ck_assert(status == 0 && again == 0);
    ck_assert_uint_eq(files[1], 0);
    ck_assert_uint_eq(first, second);
    ck_assert_uint_eq(tree, tree_after);
}
END_TEST

static const struct {
    const char *spoiled; /* below objects/ */
    bool is_replaced;    /* by a program that prints something else */
    const char *text;
} spoilers[] = {
    {"part_00/unit_0003.o", false, "5 objects of 6"},
    {"main.o", false, "5 objects of 6"},
    {"program", false, "what was built does not work"},
    {"program", true, "in place of"},
};

START_TEST(test_verify_fails_where_something_built_is_missing_or_wrong)
{
    struct bench bench;
    struct error error = {0};
    int status = open_and_build(&bench);
    auto_free char *path = string_format("%s/objects/%s", bench.directory, spoilers[_i].spoiled);
    ck_assert_int_eq(unlink(path), 0);
    if (spoilers[_i].is_replaced) {
        auto_fd int fd = open(path, O_WRONLY | O_CREAT, 0755);
        static const char script[] = "#!/bin/sh\necho 00000000\n";
        ck_assert_int_eq(files_write_fully(fd, script, sizeof(script) - 1), 0);
    }
    int verified = build_workload.verify(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(verified, -1);
    ck_assert_msg(strstr(error.text, spoilers[_i].text) != NULL, "%s", error.text);
}
END_TEST

START_TEST(test_environment_of_the_caller_does_not_reach_the_build)
{
    struct bench bench;
    struct error error = {0};
    setenv("MAKEFLAGS", "n", 1); /* would only print what is to be done */
    setenv("CC", "false", 1);
    setenv("CFLAGS", "-Dmain=other", 1);
    setenv("CPATH", "/nowhere", 1);
    int status = open_and_build(&bench);
    int verified = build_workload.verify(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_msg(verified == 0, "%s", error.text);
}
END_TEST

START_TEST(test_compiler_that_fails_fails_the_run)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"files", "3", "compiler", "false", NULL};
    bench_open(&bench, &build_workload, given);
    ck_assert_int_eq(build_workload.prepare(&bench.context, &error), 0);
    ck_assert_int_eq(build_workload.reset(&bench.context, &error), 0);
    int status = bench_run_job(&bench);
    bench_close(&bench);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 2);
}
END_TEST

START_TEST(test_missing_compiler_is_refused_before_anything_is_written)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"compiler", "no-such-cc -m32", NULL};
    bench_open(&bench, &build_workload, given);
    int result = build_workload.check(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(result, -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_ptr_nonnull(strstr(error.text, "'no-such-cc'"));
}
END_TEST

START_TEST(test_clean_leaves_nothing_of_the_build)
{
    struct bench bench;
    struct error error = {0};
    unsigned files;
    int status = open_and_build(&bench);
    ck_assert_int_eq(unlinkat(bench.context.directory_fd, "output", 0), 0);
    int cleaned = build_workload.clean(&bench.context, &error);
    tree_hash(AT_FDCWD, bench.directory, &files);
    int empty = rmdir(bench.directory);
    bench_close(&bench);
    ck_assert(status == 0 && cleaned == 0);
    ck_assert_uint_eq(files, 0);
    ck_assert_int_eq(empty, 0);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, test_build_passes_its_own_verification_and_prints_nothing);
    tcase_add_test(tests, test_every_run_starts_from_the_same_clean_state);
    tcase_add_loop_test(tests, test_verify_fails_where_something_built_is_missing_or_wrong, 0,
                        sizeof(spoilers) / sizeof(spoilers[0]));
    tcase_add_test(tests, test_environment_of_the_caller_does_not_reach_the_build);
    tcase_add_test(tests, test_compiler_that_fails_fails_the_run);
    tcase_add_test(tests, test_missing_compiler_is_refused_before_anything_is_written);
    tcase_add_test(tests, test_clean_leaves_nothing_of_the_build);
}

int main(void)
{
    if (!search_path_has("cc", NULL) || !search_path_has("make", NULL)) {
        printf("skipped: no cc or make in PATH (apt-get install gcc make libc6-dev)\n");
        return 77;
    }
    return unit_run("build", fill);
}
