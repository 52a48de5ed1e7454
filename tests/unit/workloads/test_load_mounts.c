// SPDX-License-Identifier: GPL-2.0-or-later
/* Loads on a file system of the test's own: a full one, and one inside what is listed. Each test
 * mounts in a mount namespace of its own, which goes with its process. */
#include "bench.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

extern const struct workload io_load_workload;
extern const struct workload list_load_workload;
extern const struct workload mem_load_workload;
extern const struct workload read_load_workload;

/* A tmpfs of 1 MiB over the bench's directory. */
static void mount_small_disk(struct bench *bench)
{
    ck_assert_int_eq(unshare(CLONE_NEWNS), 0);
    int result = mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
    ck_assert(result == 0 || errno == EINVAL); /* EINVAL: a changed root, private already */
    ck_assert_int_eq(mount("none", bench->directory, "tmpfs", 0, "size=1M"), 0);
    close(bench->context.directory_fd);
    bench->context.directory_fd = open(bench->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ck_assert_int_ge(bench->context.directory_fd, 0);
}

static void close_small_disk(struct bench *bench)
{
    close(bench->context.directory_fd);
    ck_assert_int_eq(umount2(bench->directory, MNT_DETACH), 0);
    bench->context.directory_fd = open(bench->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bench_close(bench);
}

static const struct {
    const struct workload *workload;
    const char *given[5];
    const char *file;
} fillers[] = {
    {&io_load_workload, {"size", "64M", NULL}, "streams/stream-0"},
    {&mem_load_workload, {"share", "64M", "backing", "file", NULL}, "memory"},
};

START_TEST(test_full_disk_ends_the_load_with_the_file_and_the_reason)
{
    struct bench bench;
    bench_open(&bench, fillers[_i].workload, fillers[_i].given);
    mount_small_disk(&bench);
    bench_start(&bench);
    int status = bench_wait(&bench);
    char *text = string_duplicate(bench.context.page->error);
    close_small_disk(&bench);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    ck_assert_msg(strstr(text, fillers[_i].file) != NULL, "%s", text);
    ck_assert_msg(strstr(text, "No space left on device") != NULL, "%s", text);
    free(text);
}
END_TEST

START_TEST(test_full_disk_fails_read_load_s_preparation)
{
    struct bench bench;
    struct error error = {0};
    const char *const given[] = {"size", "64M", NULL};
    bench_open(&bench, &read_load_workload, given);
    mount_small_disk(&bench);
    int result = read_load_workload.prepare(&bench.context, &error);
    close_small_disk(&bench);
    ck_assert_int_eq(result, -1);
    ck_assert_msg(strstr(error.text, "/data (a smaller read_load:size=") != NULL, "%s", error.text);
}
END_TEST

START_TEST(test_listing_does_not_go_into_what_is_mounted)
{
    struct bench bench;
    struct error error = {0};
    char listed[] = "/var/tmp/contend-listed-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(listed));
    char *mounted = string_format("%s/mounted", listed);
    char *inside = string_format("%s/mounted/inside", listed);
    const char *const given[] = {"path", listed, NULL};
    bench_open(&bench, &list_load_workload, given);
    mount_small_disk(&bench);
    ck_assert_int_eq(mkdir(mounted, 0700), 0);
    ck_assert_int_eq(mount("none", mounted, "tmpfs", 0, "size=1M"), 0);
    ck_assert_int_eq(mkdir(inside, 0700), 0);
    int result = list_load_workload.prepare(&bench.context, &error);
    char *entries = files_read_all(bench.context.directory_fd, "entries", 64, NULL, &error);
    ck_assert_int_eq(umount2(mounted, MNT_DETACH), 0);
    ck_assert_int_eq(rmdir(mounted), 0);
    ck_assert_int_eq(rmdir(listed), 0);
    close_small_disk(&bench);
    ck_assert_int_eq(result, 0);
    ck_assert_str_eq(entries, "1"); /* the mount point, without what is in it */
    free(entries);
    free(mounted);
    free(inside);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_full_disk_ends_the_load_with_the_file_and_the_reason, 0,
                        sizeof(fillers) / sizeof(fillers[0]));
    tcase_add_test(tests, test_full_disk_fails_read_load_s_preparation);
    tcase_add_test(tests, test_listing_does_not_go_into_what_is_mounted);
}

int main(void)
{
    if (geteuid() != 0) {
        fprintf(stderr, "load_mounts: mounting needs root\n");
        return 77;
    }
    return unit_run("load_mounts", fill);
}
