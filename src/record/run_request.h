// SPDX-License-Identifier: GPL-2.0-or-later
/* What one run is to do: the document that `contend --execute` takes. All paths are absolute, all
 * parameters complete and validated by the sender. */
#pragma once

#include "record/parameters.h"

#include <stdbool.h>
#include <stdint.h>

struct side_request {
    char *workload;
    struct parameters parameters;
    char *directory; /* its own, below the work directory; made by prepare */
};

struct run_request {
    char *uuid;            /* of the run */
    char *experiment_uuid; /* names groups and files of this experiment */
    char *work_directory;
    char *other_directory; /* a second place, or NULL */
    struct side_request job;
    struct side_request load;
    struct side_request tree_job; /* prepared beside `job`, for the source tree that a load copies;
                                     workload NULL: the tree of `job` itself */
    struct parameters settings;   /* applied in this order; "memory" among them */
    uint64_t seed;
    uint64_t timeout_ns;        /* of the window */
    uint64_t seconds_ns;        /* length of the window of a job that ends when told */
    uint64_t lead_in_ns;        /* longest wait for a steady load */
    uint64_t probe_interval_ns; /* 0: no probe */
    bool is_warming; /* a run whose record is not stored; it prepares the cache for the next */
};

void run_request_finish(struct run_request *request);
json_t *run_request_to_json(const struct run_request *request);
int run_request_from_json(const json_t *json, struct run_request *out, struct error *error);

CLEANUP_DEFINE(run_request, struct run_request, run_request_finish)
#define auto_run_request __attribute__((cleanup(cleanup_run_request)))
