// SPDX-License-Identifier: GPL-2.0-or-later
/* Streams a file the size of memory, over and over, on the disk that the job works on. contest's
 * io_load. */
#include "workloads/stream_writer.h"

static struct stream_folder folder_of(const struct workload_context *context)
{
    return (struct stream_folder){context->directory_fd, context->directory, "streams"};
}

static void io_load_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    stream_writer_need(context, out_needs, &out_needs->disk_bytes);
}

static int io_load_clean(const struct workload_context *context, struct error *error)
{
    return stream_writer_remove(context, folder_of(context), error);
}

static int io_load_run(const struct workload_context *context, struct error *error)
{
    return stream_writer_run(context, folder_of(context), error);
}

static int io_load_verify(const struct workload_context *context, struct error *error)
{
    return stream_writer_verify(context, folder_of(context), error);
}

const struct workload io_load_workload = {
    .name = "io_load",
    .summary = "streams a file the size of memory, over and over, on the job's disk",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .parameters = stream_writer_parameters,
    .progress_unit = STREAM_WRITER_UNIT,
    .need = io_load_need,
    .check = stream_writer_check,
    .reset = io_load_clean,
    .run = io_load_run,
    .verify = io_load_verify,
    .clean = io_load_clean,
};
