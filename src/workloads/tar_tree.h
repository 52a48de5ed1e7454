// SPDX-License-Identifier: GPL-2.0-or-later
/* The tree that a tar load works on: copies of the job's source tree (a generated one where the job
 * has none), so that the load never reads the job's files. */
#pragma once

#include "workloads/workload.h"

/* The row of the parameter table that decides its size. */
#define TAR_TREE_SIZE_PARAMETER                                                                    \
    {                                                                                              \
        .name = "size", .type = PARAMETER_SIZE, .scope = SCOPE_PREPARE, .default_value = "128M",   \
        .minimum = 1, .maximum = 1LL << 40, .quick_value = "32M",                                  \
        .help = "files in the tree: whole copies of the job's tree up to it (contest: Linux "      \
                "2.4.19, about this much)",                                                        \
    }

/* Makes "tree" in the load's directory, anew. Refuses where the file system has no room for it and
 * an archive of it. */
int tar_tree_prepare(const struct workload_context *context, struct error *error);
/* Both tree and archive, with what a file system loses to the ends of small files. */
void tar_tree_need(const struct workload_context *context, struct workload_needs *out_needs);

/* Makes "tree.tar" of "tree" in the load's directory, truncating what is there, as tar does. Counts
 * and stops by `page` as tar_create(); enum tar_result or -1. */
int tar_tree_make_tar(const struct workload_context *context, struct shared_page *page,
                      struct error *error);
/* Removes tree, tree.tar and `other`. */
int tar_tree_clean(const struct workload_context *context, const char *other, struct error *error);
