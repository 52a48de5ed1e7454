// SPDX-License-Identifier: GPL-2.0-or-later
/* The tree that a tar load works on. */
#include "workloads/tar_tree.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "workloads/source_tree.h"
#include "workloads/tar.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#define GENERATED_FILES 160 /* C files of the tree where the job has none */

void tar_tree_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    uint64_t size = workload_size(context, "size");
    uint64_t generated = source_tree_bytes_max(GENERATED_FILES);
    /* Half a block lost in each file of 8 KiB is a quarter; a whole copy may lie beyond the size.
     */
    out_needs->disk_bytes = (size + generated) * 5 / 2;
    out_needs->transient_bytes = out_needs->disk_bytes / 2; /* the tar, or what is extracted */
    out_needs->processes = 1;
    out_needs->is_writer = true;
}

/* A first tree to make copies of: the job's, else a generated one that becomes the first copy. */
static int find_source(const struct workload_context *context, int tree_fd, int *out_parent_fd,
                       const char **out_name, struct error *error)
{
    if (context->tree != NULL) {
        *out_parent_fd = AT_FDCWD;
        *out_name = context->tree;
        return 0;
    }
    if (source_tree_write(tree_fd, "copy_0000", GENERATED_FILES, error) != 0)
        return -1;
    *out_parent_fd = tree_fd;
    *out_name = "copy_0000";
    return 0;
}

int tar_tree_prepare(const struct workload_context *context, struct error *error)
{
    uint64_t size = workload_size(context, "size");
    if (files_remove_tree(context->directory_fd, "tree", error) != 0)
        return -1;
    if (mkdirat(context->directory_fd, "tree", 0755) != 0)
        return error_set(error, ERROR_CANNOT, errno, "make %s/tree", context->directory);
    auto_fd int tree_fd = openat(context->directory_fd, "tree", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (tree_fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "open %s/tree", context->directory);
    int source_fd;
    const char *source_name;
    if (find_source(context, tree_fd, &source_fd, &source_name, error) != 0)
        return -1;
    int64_t bytes = files_tree_bytes(source_fd, source_name, error);
    if (bytes < 0)
        return -1;
    uint64_t copy_bytes = bytes > 0 ? (uint64_t)bytes : size;
    uint64_t copies = (size + copy_bytes - 1) / copy_bytes;
    if (files_check_room(context->directory, copies * copy_bytes * 5 / 2,
                         "make a tree and a tar of it", error) != 0)
        return -1;
    for (uint64_t i = context->tree == NULL ? 1 : 0; i < copies; i++) {
        auto_free char *name = string_format("copy_%04u", (unsigned)i);
        if (files_copy_tree(source_fd, source_name, tree_fd, name, error) < 0)
            return error_context(error, "copy the tree that the load works on");
    }
    return 0;
}

int tar_tree_make_tar(const struct workload_context *context, struct shared_page *page,
                      struct error *error)
{
    auto_fd int tree_fd = openat(context->directory_fd, "tree", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (tree_fd < 0)
        return error_set(error, ERROR_FAILED, errno, "open %s/tree", context->directory);
    auto_fd int fd = openat(context->directory_fd, "tree.tar",
                            O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set(error, ERROR_FAILED, errno, "create %s/tree.tar", context->directory);
    int result = tar_create(tree_fd, fd, page, error);
    return result < 0 ? error_context(error, "make %s/tree.tar", context->directory) : result;
}

int tar_tree_clean(const struct workload_context *context, const char *other, struct error *error)
{
    const char *const names[] = {"tree", "tree.tar", other};
    for (size_t i = 0; i < array_length(names); i++)
        if (files_remove_tree(context->directory_fd, names[i], error) != 0)
            return -1;
    return 0;
}
