// SPDX-License-Identifier: GPL-2.0-or-later
/* The load that makes a tar of a source tree, over and over. */
#include "base/cleanup.h"
#include "base/files.h"
#include "base/units.h"
#include "workloads/tar_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

static const struct parameter_definition parameters[] = {TAR_TREE_SIZE_PARAMETER, {0}};

/* The size of a whole tar is kept in a file, since runs leave tars cut off where they stopped. */
static int ctar_load_prepare(const struct workload_context *context, struct error *error)
{
    if (tar_tree_prepare(context, error) != 0 || tar_tree_make_tar(context, NULL, error) != 0)
        return -1;
    struct stat status;
    if (fstatat(context->directory_fd, "tree.tar", &status, AT_SYMLINK_NOFOLLOW) != 0)
        return error_set(error, ERROR_FAILED, errno, "read %s/tree.tar", context->directory);
    char text[32];
    int length = snprintf(text, sizeof(text), "%lld", (long long)status.st_size);
    return files_write_atomically(context->directory_fd, "tar_bytes", text, (size_t)length, error);
}

static int ctar_load_reset(const struct workload_context *context, struct error *error)
{
    return files_remove_tree(context->directory_fd, "tree.tar", error);
}

static int ctar_load_run(const struct workload_context *context, struct error *error)
{
    auto_free char *text = files_read_all(context->directory_fd, "tar_bytes", 32, NULL, error);
    int64_t bytes;
    if (text == NULL || units_parse_integer(text, &bytes, error) != 0)
        return -1;
    context->page->counts_per_unit = (double)bytes;
    shared_page_ready(context->page);
    while (!shared_page_is_stopped(context->page))
        if (tar_tree_make_tar(context, context->page, error) < 0)
            return -1;
    return 0;
}

static int ctar_load_clean(const struct workload_context *context, struct error *error)
{
    return tar_tree_clean(context, "tar_bytes", error);
}

const struct workload ctar_load_workload = {
    .name = "ctar_load",
    .summary = "makes a tar of a source tree, over and over",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .parameters = parameters,
    .progress_unit = "tar of the whole tree made",
    .need = tar_tree_need,
    .prepare = ctar_load_prepare,
    .reset = ctar_load_reset,
    .run = ctar_load_run,
    .clean = ctar_load_clean,
};
