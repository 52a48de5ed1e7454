// SPDX-License-Identifier: GPL-2.0-or-later
/* The job of contest: make builds a Linux kernel, or a part of it, outside of a source tree that is
 * unpacked and configured once. */
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/text.h"
#include "workloads/clean_make.h"
#include "workloads/objects.h"
#include "workloads/tar.h"
#include "workloads/workload.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_TARBALLS "/usr/src/linux-source-*.tar.xz"

static const struct parameter_definition parameters[] = {
    {
        .name = "tree",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_PREPARE,
        .default_value = "",
        .help = "directory of a Linux source tree, absolute; it is copied",
    },
    {
        .name = "tarball",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_PREPARE,
        .default_value = "",
        .help = "tar of a Linux source tree, absolute, plain or .gz, .bz2, .xz, .zst (without it "
                "or tree: the newest " DEFAULT_TARBALLS ")",
    },
    {
        .name = "config",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_PREPARE,
        .default_value = "tinyconfig",
        .help = "tinyconfig, defconfig, or a configuration file, absolute",
    },
    {
        .name = "target",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_RUN,
        .default_value = "vmlinux",
        .help = "what to build: a file (vmlinux, bzImage), or a directory with its slash (kernel/)",
    },
    CLEAN_MAKE_JOBS_PARAMETER,
    {0},
};

static bool is_given(const struct workload_context *context, const char *name)
{
    return workload_text(context, name)[0] != '\0';
}

static bool is_named_config(const char *config)
{
    return strcmp(config, "tinyconfig") == 0 || strcmp(config, "defconfig") == 0;
}

static void kernel_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    static const char *const programs[] = {"make", "gcc", "ld", "flex", "bison", "bc"};
    bool is_tiny = strcmp(workload_text(context, "config"), "tinyconfig") == 0;
    /* Linux 6.1: 1.4 GiB of sources on disk, 31 MiB of objects of tinyconfig; the room for those of
     * another configuration is an allowance, not a measurement. */
    out_needs->disk_bytes = is_tiny ? 2ULL << 30 : 4ULL << 30;
    out_needs->processes = 1;
    for (size_t i = 0; i < array_length(programs); i++)
        out_needs->programs[i] = programs[i];
    out_needs->package_hint = "apt-get install gcc make flex bison bc libelf-dev libssl-dev";
}

/* The tarball to unpack, the caller's to free; NULL with error. */
static char *find_tarball(const struct workload_context *context, struct error *error)
{
    if (is_given(context, "tarball"))
        return string_duplicate(workload_text(context, "tarball"));
    glob_t found = {0};
    char *newest = NULL;
    if (glob(DEFAULT_TARBALLS, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            if (newest == NULL || strverscmp(found.gl_pathv[i], newest) > 0)
                newest = found.gl_pathv[i];
    newest = string_duplicate(newest);
    globfree(&found);
    if (newest == NULL)
        error_set(error, ERROR_CANNOT, 0,
                  "build a kernel: there is no " DEFAULT_TARBALLS
                  "; apt-get install linux-source-6.1, or give tree= or tarball=");
    return newest;
}

static int check_readable(const char *what, const char *path, struct error *error)
{
    if (path[0] != '/')
        return error_set(error, ERROR_USAGE, 0, "kernel:%s=%s is not an absolute path", what, path);
    if (access(path, R_OK) != 0)
        return error_set(error, ERROR_CANNOT, errno, "read kernel:%s=%s", what, path);
    return 0;
}

static int check_tree(const char *tree, struct error *error)
{
    if (check_readable("tree", tree, error) != 0)
        return -1;
    auto_free char *file = string_format("%s/Kconfig", tree);
    if (access(file, R_OK) != 0)
        return error_set(error, ERROR_CANNOT, errno, "%s is no Linux source tree: read %s", tree,
                         file);
    return 0;
}

static int check_target(const char *target, struct error *error)
{
    if (target[0] == '\0' || target[0] == '-' || target[0] == '/' ||
        strpbrk(target, " \t=") != NULL || strstr(target, "..") != NULL)
        return error_set(error, ERROR_USAGE, 0,
                         "kernel:target=%s is neither a file nor a directory of the tree", target);
    return 0;
}

static int kernel_check(const struct workload_context *context, struct error *error)
{
    const char *config = workload_text(context, "config");
    if (check_target(workload_text(context, "target"), error) != 0)
        return -1;
    if (!is_named_config(config) && check_readable("config", config, error) != 0)
        return -1;
    if (is_given(context, "tree") && is_given(context, "tarball"))
        return error_set(error, ERROR_USAGE, 0, "kernel:tree and kernel:tarball: give one of them");
    if (is_given(context, "tree"))
        return check_tree(workload_text(context, "tree"), error);
    auto_free char *tarball = find_tarball(context, error);
    return tarball == NULL ? -1 : check_readable("tarball", tarball, error);
}

static int kernel_clean(const struct workload_context *context, struct error *error)
{
    static const char *const names[] = {"objects", "config", "unpacked", "linux"};
    for (size_t i = 0; i < array_length(names); i++)
        if (files_remove_tree(context->directory_fd, names[i], error) != 0)
            return -1;
    return 0;
}

/* Makes a directory and returns a descriptor of it. */
static int make_directory(const struct workload_context *context, const char *name,
                          struct error *error)
{
    int fd = mkdirat(context->directory_fd, name, 0755) == 0
                 ? openat(context->directory_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                 : -1;
    if (fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "make %s/%s", context->directory, name);
    return fd;
}

/* Moves what the tarball held, one directory, from "unpacked" to "linux". */
static int move_unpacked(const struct workload_context *context, int unpacked_fd,
                         const char *tarball, struct error *error)
{
    struct dirent **entries = NULL;
    int count = scandirat(unpacked_fd, ".", &entries, NULL, alphasort);
    auto_free char *only = count == 3 ? string_duplicate(entries[2]->d_name) : NULL;
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    if (only == NULL) /* ".", ".." and one more */
        return error_set(error, ERROR_CANNOT, 0, "%s does not hold one directory, but %d names",
                         tarball, count - 2);
    if (renameat(unpacked_fd, only, context->directory_fd, "linux") != 0)
        return error_set(error, ERROR_CANNOT, errno, "rename %s of %s", only, tarball);
    auto_free char *tree = string_format("%s/linux", context->directory);
    if (check_tree(tree, error) != 0)
        return error_context(error, "%s", tarball);
    return files_remove_tree(context->directory_fd, "unpacked", error);
}

static int unpack(const struct workload_context *context, struct error *error)
{
    auto_free char *tarball = find_tarball(context, error);
    if (tarball == NULL)
        return -1;
    auto_fd int tarball_fd = open(tarball, O_RDONLY | O_CLOEXEC);
    if (tarball_fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "open %s", tarball);
    auto_fd int unpacked_fd = make_directory(context, "unpacked", error);
    if (unpacked_fd < 0)
        return -1;
    if (tar_extract(tarball_fd, unpacked_fd, NULL, error) != TAR_DONE)
        return error_context(error, "unpack %s into %s", tarball, context->directory);
    return move_unpacked(context, unpacked_fd, tarball, error);
}

static bool is_copied(const struct dirent *entry)
{
    return !files_is_dot(entry->d_name) && strcmp(entry->d_name, ".git") != 0;
}

/* The bytes of what is copied; -1 with error. */
static int64_t copied_bytes(DIR *source, struct error *error)
{
    int64_t total = 0;
    struct dirent *entry;
    rewinddir(source);
    while ((entry = readdir(source)) != NULL) {
        int64_t bytes =
            is_copied(entry) ? files_tree_bytes(dirfd(source), entry->d_name, error) : 0;
        if (bytes < 0)
            return -1;
        total += bytes;
    }
    rewinddir(source);
    return total;
}

static int copy_entries(const struct workload_context *context, DIR *source, struct error *error)
{
    int64_t bytes = copied_bytes(source, error);
    if (bytes < 0 || files_check_room(context->directory, (uint64_t)bytes * 5 / 4,
                                      "copy a source tree", error) != 0)
        return -1;
    auto_fd int target_fd = make_directory(context, "linux", error);
    if (target_fd < 0)
        return -1;
    struct dirent *entry;
    while ((entry = readdir(source)) != NULL)
        if (is_copied(entry) &&
            files_copy_tree(dirfd(source), entry->d_name, target_fd, entry->d_name, error) < 0)
            return -1;
    return 0;
}

/* Copies the tree without its history, and without what was built in it. */
static int copy_tree(const struct workload_context *context, struct error *error)
{
    const char *tree = workload_text(context, "tree");
    auto_directory DIR *source = opendir(tree);
    if (source == NULL)
        return error_set(error, ERROR_CANNOT, errno, "open %s", tree);
    if (copy_entries(context, source, error) != 0)
        return error_context(error, "copy %s into %s", tree, context->directory);
    auto_free char *target = string_format("%s/linux", context->directory);
    auto_string_list struct string_list arguments = {0};
    string_list_add(&arguments, "-s");
    string_list_add(&arguments, "mrproper");
    return clean_make_run(&arguments, target, error);
}

/* Configures into "config", a directory to build in that has nothing but its configuration. */
static int configure(const struct workload_context *context, struct error *error)
{
    const char *config = workload_text(context, "config");
    auto_fd int config_fd = make_directory(context, "config", error);
    if (config_fd < 0)
        return -1;
    if (!is_named_config(config) &&
        files_copy_tree(AT_FDCWD, config, config_fd, ".config", error) < 0)
        return error_context(error, "copy the configuration");
    auto_free char *tree = string_format("%s/linux", context->directory);
    auto_string_list struct string_list arguments = {0};
    string_list_add(&arguments, "-s");
    string_list_take(&arguments, string_format("O=%s/config", context->directory));
    string_list_add(&arguments, is_named_config(config) ? config : "olddefconfig");
    if (clean_make_run(&arguments, tree, error) != 0)
        return error_context(error, "configure the kernel with %s", config);
    return 0;
}

static int kernel_prepare(const struct workload_context *context, struct error *error)
{
    if (kernel_clean(context, error) != 0)
        return -1;
    bool is_tree = is_given(context, "tree");
    if ((is_tree ? copy_tree(context, error) : unpack(context, error)) != 0)
        return -1;
    return configure(context, error);
}

/* A copy of the configured directory, under the name that every run builds in: with the times of
 * its files, since make goes by them. */
static int kernel_reset(const struct workload_context *context, struct error *error)
{
    if (files_remove_tree(context->directory_fd, "objects", error) != 0)
        return -1;
    if (files_copy_tree(context->directory_fd, "config", context->directory_fd, "objects", error) <
        0)
        return -1;
    return 0;
}

static int kernel_run(const struct workload_context *context, struct error *error)
{
    auto_free char *tree = string_format("%s/linux", context->directory);
    auto_string_list struct string_list arguments = {0};
    string_list_add(&arguments, "-s");
    string_list_take(&arguments, string_format("-j%u", workload_count(context, "jobs")));
    string_list_take(&arguments, string_format("O=%s/objects", context->directory));
    string_list_add(&arguments, workload_text(context, "target"));
    shared_page_ready(context->page);
    if (!shared_page_wait_open(context->page))
        return 0;
    return clean_make_execute(&arguments, tree, error);
}

/* The file TARGET, or arch/ARCH/boot/TARGET of an image. */
static int verify_file(const struct workload_context *context, const char *target,
                       struct error *error)
{
    auto_free char *pattern =
        string_format("%s/objects/arch/*/boot/%s", context->directory, target);
    auto_free char *path = string_format("objects/%s", target);
    struct stat status;
    if (fstatat(context->directory_fd, path, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        status.st_size > 0)
        return 0;
    glob_t found = {0};
    bool is_image = glob(pattern, 0, NULL, &found) == 0;
    globfree(&found);
    if (is_image)
        return 0;
    return error_set(error, ERROR_FAILED, 0,
                     "the build ended without an error, but did not make %s", target);
}

static int verify_directory(const struct workload_context *context, const char *target,
                            struct error *error)
{
    struct stat configured;
    if (fstatat(context->directory_fd, "objects/.config", &configured, AT_SYMLINK_NOFOLLOW) != 0)
        return error_set(error, ERROR_FAILED, errno, "read %s/objects/.config", context->directory);
    auto_free char *path = string_format("objects/%s", target);
    struct objects objects = {0};
    if (objects_count(context->directory_fd, path, configured.st_mtim, &objects, error) != 0)
        return -1;
    if (objects.made == 0 || objects.missing > 0)
        return error_set(error, ERROR_FAILED, 0,
                         "the build ended without an error, but in %s %u objects were made and %u "
                         "are missing",
                         target, objects.made, objects.missing);
    return 0;
}

static int kernel_verify(const struct workload_context *context, struct error *error)
{
    const char *target = workload_text(context, "target");
    if (string_ends_with(target, "/"))
        return verify_directory(context, target, error);
    return verify_file(context, target, error);
}

const struct workload kernel_workload = {
    .name = "kernel",
    .summary = "make builds a Linux kernel, or a part of it (contest's job)",
    .roles = ROLE_JOB,
    .parameters = parameters,
    .tree = "linux",
    .need = kernel_need,
    .check = kernel_check,
    .prepare = kernel_prepare,
    .reset = kernel_reset,
    .run = kernel_run,
    .verify = kernel_verify,
    .clean = kernel_clean,
};
