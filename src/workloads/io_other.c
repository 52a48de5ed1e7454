// SPDX-License-Identifier: GPL-2.0-or-later
/* io_load in the second directory, best on another disk: what writeback does to a job whose own
 * disk is left in peace. contest's io_other. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "workloads/stream_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statvfs.h>

/* The second directory is the user's and may hold anything, the work directory included: the
 * folder in it has a name that only this experiment has. */
static char *folder_name(const struct workload_context *context)
{
    const char *slash = strrchr(context->work_directory, '/');
    return string_format("%s-streams", slash != NULL ? slash + 1 : context->work_directory);
}

/* Does `action` with the folder. */
static int with_folder(const struct workload_context *context,
                       int (*action)(const struct workload_context *, struct stream_folder,
                                     struct error *),
                       struct error *error)
{
    const char *parent = context->other_directory;
    if (parent == NULL)
        return error_set(error, ERROR_CANNOT, 0, "io_other has no second directory to write in");
    auto_free char *name = folder_name(context);
    auto_fd int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "open the second directory %s", parent);
    return action(context, (struct stream_folder){fd, parent, name}, error);
}

static void io_other_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    stream_writer_need(context, out_needs, &out_needs->other_disk_bytes);
    out_needs->needs_other_directory = true;
}

static int io_other_check(const struct workload_context *context, struct error *error)
{
    struct statvfs status;
    const char *other = context->other_directory;
    if (other != NULL && statvfs(other, &status) != 0)
        return error_set(error, ERROR_CANNOT, errno, "use the second directory %s", other);
    if (other != NULL && (status.f_flag & ST_RDONLY) != 0)
        return error_set(error, ERROR_CANNOT, EROFS, "write in the second directory %s", other);
    return stream_writer_check(context, error);
}

static int io_other_clean(const struct workload_context *context, struct error *error)
{
    return context->other_directory == NULL ? 0 : with_folder(context, stream_writer_remove, error);
}

static int io_other_run(const struct workload_context *context, struct error *error)
{
    return with_folder(context, stream_writer_run, error);
}

static int io_other_verify(const struct workload_context *context, struct error *error)
{
    return with_folder(context, stream_writer_verify, error);
}

const struct workload io_other_workload = {
    .name = "io_other",
    .summary = "streams a file the size of memory, over and over, on another disk",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .parameters = stream_writer_parameters,
    .progress_unit = STREAM_WRITER_UNIT,
    .need = io_other_need,
    .check = io_other_check,
    .reset = io_other_clean,
    .run = io_other_run,
    .verify = io_other_verify,
    .clean = io_other_clean,
};
