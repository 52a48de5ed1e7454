// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/search_path.h"
#include "bench.h"
#include "tree_hash.h"

#include <archive.h>
#include <archive_entry.h>

extern const struct workload kernel_workload;

/* What the job uses of a kernel's Makefile. */
static const char makefile[] =
    "tinyconfig defconfig:\n"
    "\tmkdir -p $(O)/scripts && echo $@ >$(O)/.config && echo old >$(O)/scripts/conf.o\n"
    "olddefconfig:\n"
    "\techo $@ >>$(O)/.config\n"
    "mrproper:\n"
    "\trm -f built.o\n"
    "vmlinux:\n"
    "\tcp $(O)/.config $(O)/vmlinux\n"
    "bzImage:\n"
    "\tmkdir -p $(O)/arch/x86/boot && cp $(O)/.config $(O)/arch/x86/boot/bzImage\n"
    "kernel/:\n"
    "\tmkdir -p $(O)/kernel/sub && for i in fork sub/exit; do echo x >$(O)/kernel/$$i.o; done\n"
    "\techo >$(O)/kernel/.fork.o.cmd && echo >$(O)/kernel/sub/.exit.o.cmd\n"
    "empty:\n"
    "\t:\n"
    ".PHONY: vmlinux kernel/ empty\n";

static char place[] = "/var/tmp/contend-kernel-XXXXXX";

static void write_text(const char *name, const char *text)
{
    auto_free char *path = string_format("%s/%s", place, name);
    auto_fd int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(files_write_fully(fd, text, strlen(text)), 0);
}

/* A source tree "linux-9.9" that was built in and has a history, and a configuration. */
static void make_place(void)
{
    struct error error = {0};
    ck_assert_ptr_nonnull(mkdtemp(place));
    auto_free char *history = string_format("%s/linux-9.9/.git", place);
    ck_assert_int_eq(files_make_directories(history, 0755, &error), 0);
    write_text("linux-9.9/Makefile", makefile);
    write_text("linux-9.9/Kconfig", "");
    write_text("linux-9.9/built.o", "x");
    write_text("linux-9.9/.git/HEAD", "x");
    write_text("my.config", "mine\n");
}

static void add_text(struct archive *archive, const char *name, const char *text)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)strlen(text));
    ck_assert_int_eq(archive_write_header(archive, entry), ARCHIVE_OK);
    ck_assert_int_eq(archive_write_data(archive, text, strlen(text)), (la_ssize_t)strlen(text));
    archive_entry_free(entry);
}

static void make_tarball(int (*add_filter)(struct archive *archive))
{
    auto_free char *path = string_format("%s/tarball", place);
    struct archive *archive = archive_write_new();
    ck_assert_int_eq(add_filter(archive), ARCHIVE_OK);
    archive_write_set_format_ustar(archive);
    ck_assert_int_eq(archive_write_open_filename(archive, path), ARCHIVE_OK);
    add_text(archive, "linux-9.9/Makefile", makefile);
    add_text(archive, "linux-9.9/Kconfig", "");
    ck_assert_int_eq(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
}

static void remove_place(void)
{
    struct error error = {0};
    ck_assert_msg(files_remove_tree(AT_FDCWD, place, &error) == 0, "%s", error.text);
}

/* The job on the tree of the place. */
static void open_job(struct bench *bench, const char *config, const char *target)
{
    auto_free char *tree = string_format("%s/linux-9.9", place);
    const char *const given[] = {"tree", tree, "config", config, "target", target, NULL};
    bench_open(bench, &kernel_workload, given);
}

/* Everything from check to verify; NULL where it went well, else the error's text. */
static const char *take_through(struct bench *bench, struct error *error)
{
    const struct workload *kernel = &kernel_workload;
    struct workload_context *context = &bench->context;
    if (kernel->check(context, error) != 0 || kernel->prepare(context, error) != 0 ||
        kernel->reset(context, error) != 0)
        return error->text;
    if (bench_run_job(bench) != 0)
        return "run() failed";
    return kernel->verify(context, error) == 0 ? NULL : error->text;
}

static const char *const targets[] = {"vmlinux", "bzImage", "kernel/"};

START_TEST(test_each_kind_of_target_is_built_from_a_tree_and_verified)
{
    struct bench bench;
    struct error error = {0};
    make_place();
    open_job(&bench, "tinyconfig", targets[_i]);
    const char *wrong = take_through(&bench, &error);
    auto_free char *config =
        files_read_all(bench.context.directory_fd, "objects/.config", 100, NULL, &error);
    bool has_history = faccessat(bench.context.directory_fd, "linux/.git", F_OK, 0) == 0;
    bool has_built = faccessat(bench.context.directory_fd, "linux/built.o", F_OK, 0) == 0;
    bench_close(&bench);
    remove_place();
    ck_assert_msg(wrong == NULL, "%s", wrong);
    ck_assert_str_eq(config, "tinyconfig\n");
    ck_assert(!has_history);
    ck_assert(!has_built);
}
END_TEST

static int (*const filters[])(struct archive *archive) = {
    archive_write_add_filter_none, archive_write_add_filter_gzip, archive_write_add_filter_bzip2,
    archive_write_add_filter_xz,   archive_write_add_filter_zstd,
};

START_TEST(test_tarball_is_unpacked_whatever_it_is_compressed_with)
{
    struct bench bench;
    struct error error = {0};
    make_place();
    make_tarball(filters[_i]);
    auto_free char *tarball = string_format("%s/tarball", place);
    const char *const given[] = {"tarball", tarball, NULL};
    bench_open(&bench, &kernel_workload, given);
    const char *wrong = take_through(&bench, &error);
    bench_close(&bench);
    remove_place();
    ck_assert_msg(wrong == NULL, "%s", wrong);
}
END_TEST

START_TEST(test_configuration_file_is_completed_by_the_trees_own_defaults)
{
    struct bench bench;
    struct error error = {0};
    make_place();
    auto_free char *file = string_format("%s/my.config", place);
    open_job(&bench, file, "vmlinux");
    const char *wrong = take_through(&bench, &error);
    auto_free char *config =
        files_read_all(bench.context.directory_fd, "objects/.config", 100, NULL, &error);
    bench_close(&bench);
    remove_place();
    ck_assert_msg(wrong == NULL, "%s", wrong);
    ck_assert_str_eq(config, "mine\nolddefconfig\n");
}
END_TEST

START_TEST(test_reset_gives_back_the_configured_state_with_its_times)
{
    struct bench bench;
    struct error error = {0};
    unsigned files;
    struct stat before;
    struct stat after;
    make_place();
    open_job(&bench, "tinyconfig", "kernel/");
    const char *wrong = take_through(&bench, &error);
    int reset = kernel_workload.reset(&bench.context, &error);
    int fd = bench.context.directory_fd;
    uint64_t configured = tree_hash(fd, "config", &files);
    uint64_t objects = tree_hash(fd, "objects", &files);
    ck_assert_int_eq(fstatat(fd, "config/.config", &before, 0), 0);
    ck_assert_int_eq(fstatat(fd, "objects/.config", &after, 0), 0);
    bench_close(&bench);
    remove_place();
    ck_assert_msg(wrong == NULL && reset == 0, "%s", wrong);
    ck_assert_uint_eq(objects, configured);
    ck_assert_int_eq(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
    ck_assert_int_eq(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
}
END_TEST

static const struct {
    const char *target;
    const char *removed; /* below objects/, NULL: nothing */
    const char *text;
} unbuilt[] = {
    {"empty", NULL, "did not make empty"},
    {"vmlinux", "vmlinux", "did not make vmlinux"},
    {"kernel/", "kernel/sub/exit.o", "in kernel/ 1 objects were made and 1 are missing"},
};

START_TEST(test_verify_fails_where_the_target_was_not_made)
{
    struct bench bench;
    struct error error = {0};
    make_place();
    open_job(&bench, "defconfig", unbuilt[_i].target);
    const char *wrong = take_through(&bench, &error);
    if (unbuilt[_i].removed != NULL) {
        auto_free char *path = string_format("%s/objects/%s", bench.directory, unbuilt[_i].removed);
        ck_assert_ptr_null(wrong);
        ck_assert_int_eq(unlink(path), 0);
        ck_assert_int_eq(kernel_workload.verify(&bench.context, &error), -1);
    }
    bench_close(&bench);
    remove_place();
    ck_assert_msg(strstr(error.text, unbuilt[_i].text) != NULL, "%s", error.text);
}
END_TEST

static const struct {
    const char *given[7];
    int exit_status;
    const char *text;
} refused[] = {
    {{"tree", "/a", "tarball", "/b", NULL}, 2, "give one of them"},
    {{"tree", "linux", NULL}, 2, "is not an absolute path"},
    {{"tree", "/nowhere", NULL}, 4, "read kernel:tree=/nowhere: No such file"},
    {{"tree", "/tmp", NULL}, 4, "/tmp is no Linux source tree"},
    {{"tarball", "/nowhere.tar", NULL}, 4, "read kernel:tarball=/nowhere.tar: No such file"},
    {{"config", "/nowhere.config", NULL}, 4, "read kernel:config=/nowhere.config: No such file"},
    {{"config", "tinyconfik", NULL}, 2, "is not an absolute path"},
    {{"target", "--eval=x", NULL}, 2, "neither a file nor a directory"},
    {{"target", "../x", NULL}, 2, "neither a file nor a directory"},
    {{"target", "a b", NULL}, 2, "neither a file nor a directory"},
};

START_TEST(test_check_refuses_what_can_not_be_built_with_the_reason)
{
    struct bench bench;
    struct error error = {0};
    bench_open(&bench, &kernel_workload, refused[_i].given);
    int result = kernel_workload.check(&bench.context, &error);
    bench_close(&bench);
    ck_assert_int_eq(result, -1);
    ck_assert_int_eq(error_exit_status(&error), refused[_i].exit_status);
    ck_assert_msg(strstr(error.text, refused[_i].text) != NULL, "%s", error.text);
}
END_TEST

START_TEST(test_tarball_that_is_no_kernel_is_refused_and_cleaned_up)
{
    struct bench bench;
    struct error error = {0};
    make_place();
    auto_free char *tarball = string_format("%s/my.config", place);
    const char *const given[] = {"tarball", tarball, NULL};
    bench_open(&bench, &kernel_workload, given);
    int result = kernel_workload.prepare(&bench.context, &error);
    struct error ignored;
    int cleaned = kernel_workload.clean(&bench.context, &ignored);
    int empty = rmdir(bench.directory);
    bench_close(&bench);
    remove_place();
    ck_assert_int_eq(result, -1);
    ck_assert_ptr_nonnull(strstr(error.text, "my.config"));
    ck_assert_int_eq(cleaned, 0);
    ck_assert_int_eq(empty, 0);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, test_each_kind_of_target_is_built_from_a_tree_and_verified, 0,
                        sizeof(targets) / sizeof(targets[0]));
    tcase_add_loop_test(tests, test_tarball_is_unpacked_whatever_it_is_compressed_with, 0,
                        sizeof(filters) / sizeof(filters[0]));
    tcase_add_test(tests, test_configuration_file_is_completed_by_the_trees_own_defaults);
    tcase_add_test(tests, test_reset_gives_back_the_configured_state_with_its_times);
    tcase_add_loop_test(tests, test_verify_fails_where_the_target_was_not_made, 0,
                        sizeof(unbuilt) / sizeof(unbuilt[0]));
    tcase_add_loop_test(tests, test_check_refuses_what_can_not_be_built_with_the_reason, 0,
                        sizeof(refused) / sizeof(refused[0]));
    tcase_add_test(tests, test_tarball_that_is_no_kernel_is_refused_and_cleaned_up);
}

int main(void)
{
    if (!search_path_has("make", NULL)) {
        printf("skipped: no make in PATH (apt-get install make)\n");
        return 77;
    }
    return unit_run("kernel", fill);
}
