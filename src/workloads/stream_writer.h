// SPDX-License-Identifier: GPL-2.0-or-later
/* The writers of io_load and io_other: each streams a file of its own, over and over. The files lie
 * in a folder that run() makes and reset() removes, so that every run starts without them. */
#pragma once

#include "workloads/workload.h"

extern const struct parameter_definition stream_writer_parameters[];
#define STREAM_WRITER_UNIT "100 MB written"

/* Where the folder is. */
struct stream_folder {
    int parent_fd;
    const char *parent; /* path of the same, for messages */
    const char *name;
};

void stream_writer_need(const struct workload_context *context, struct workload_needs *out_needs,
                        uint64_t *out_disk_bytes);
int stream_writer_check(const struct workload_context *context, struct error *error);
int stream_writer_run(const struct workload_context *context, struct stream_folder folder,
                      struct error *error);
/* Every writer's file is there and not larger than its part. */
int stream_writer_verify(const struct workload_context *context, struct stream_folder folder,
                         struct error *error);
int stream_writer_remove(const struct workload_context *context, struct stream_folder folder,
                         struct error *error);
