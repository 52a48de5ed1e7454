// SPDX-License-Identifier: GPL-2.0-or-later
/* The load that extracts a tar of a source tree, over and over, each time over what the last pass
 * left. */
#include "base/cleanup.h"
#include "base/files.h"
#include "workloads/tar.h"
#include "workloads/tar_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct parameter_definition parameters[] = {TAR_TREE_SIZE_PARAMETER, {0}};

/* The tree goes once its tar is there: the load needs no more of it. */
static int xtar_load_prepare(const struct workload_context *context, struct error *error)
{
    if (tar_tree_prepare(context, error) != 0 || tar_tree_make_tar(context, NULL, error) != 0)
        return -1;
    return files_remove_tree(context->directory_fd, "tree", error);
}

static int xtar_load_reset(const struct workload_context *context, struct error *error)
{
    if (files_remove_tree(context->directory_fd, "extracted", error) != 0)
        return -1;
    if (mkdirat(context->directory_fd, "extracted", 0755) != 0)
        return error_set(error, ERROR_CANNOT, errno, "make %s/extracted", context->directory);
    return 0;
}

/* Extracts the tar once. The padding behind the end of the archive, which nobody reads, is counted
 * with the rest, so that a pass is a whole unit. */
static int extract(const struct workload_context *context, int tar_fd, int target_fd,
                   struct error *error)
{
    uint64_t end = shared_page_sum(context->page) + (uint64_t)context->page->counts_per_unit;
    if (lseek(tar_fd, 0, SEEK_SET) != 0)
        return error_set(error, ERROR_FAILED, errno, "rewind %s/tree.tar", context->directory);
    int result = tar_extract(tar_fd, target_fd, context->page, error);
    if (result < 0)
        return error_context(error, "extract %s/tree.tar", context->directory);
    if (result == TAR_DONE)
        shared_page_count(context->page, 0, end - shared_page_sum(context->page));
    return 0;
}

static int xtar_load_run(const struct workload_context *context, struct error *error)
{
    auto_fd int tar_fd = openat(context->directory_fd, "tree.tar", O_RDONLY | O_CLOEXEC);
    auto_fd int target_fd =
        openat(context->directory_fd, "extracted", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat status;
    if (tar_fd < 0 || target_fd < 0 || fstat(tar_fd, &status) != 0)
        return error_set(error, ERROR_FAILED, errno, "open tree.tar and extracted in %s",
                         context->directory);
    context->page->counts_per_unit = (double)status.st_size;
    shared_page_ready(context->page);
    while (!shared_page_is_stopped(context->page))
        if (extract(context, tar_fd, target_fd, error) != 0)
            return -1;
    return 0;
}

static int xtar_load_clean(const struct workload_context *context, struct error *error)
{
    return tar_tree_clean(context, "extracted", error);
}

const struct workload xtar_load_workload = {
    .name = "xtar_load",
    .summary = "extracts a tar of a source tree, over and over",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .parameters = parameters,
    .progress_unit = "extraction of the whole tar",
    .need = tar_tree_need,
    .prepare = xtar_load_prepare,
    .reset = xtar_load_reset,
    .run = xtar_load_run,
    .clean = xtar_load_clean,
};
