// SPDX-License-Identifier: GPL-2.0-or-later
/* An experiment and its conditions as the store keeps them. */
#pragma once

#include "record/parameters.h"
#include "record/run_record.h"

#include <stdint.h>

enum experiment_state { EXPERIMENT_RUNNING, EXPERIMENT_COMPLETE, EXPERIMENT_INTERRUPTED };

struct condition_record {
    int64_t id;   /* of the store; 0 before it is stored */
    int position; /* row order in tables */
    char *label;
    char *job;
    struct parameters job_parameters;
    char *load;
    struct parameters load_parameters;
    struct parameters settings;
    char *runner; /* "local" */
};

struct experiment_record {
    int64_t id;
    char *uuid;
    enum experiment_state state;
    double started; /* seconds since 1970 */
    /* JSON text of an object: all that --resume needs, see experiment/plan.h, which owns it. Others
     * read only "rounds" (a number), "runs" (an array) and "is_quick", by plan_facts_read(). */
    char *plan;
    uint64_t seed;
    char *command_line; /* as typed, shell-quoted */
    char *version;
    struct condition_record *conditions;
    size_t condition_count;
};

/* A run with its place in the plan. */
struct planned_run {
    int64_t condition_id;
    int round;    /* from 1 */
    int block;    /* from 1 */
    int position; /* in the experiment, from 1 */
    int64_t environment_id;
    struct run_record record;
};

/* Everything that tables and comparisons are made of. */
struct experiment_data {
    struct experiment_record experiment;
    struct planned_run *runs; /* in order of position */
    size_t run_count;
    char **environments; /* fingerprints (JSON text) by index */
    int64_t *environment_ids;
    size_t environment_count;
};

/* What others than experiment/ read of a plan. */
struct plan_facts {
    int rounds;    /* planned runs of each condition; 0: not said */
    int runs;      /* planned runs in all; 0: not said */
    bool is_quick; /* a first look: no verdict */
};

/* All zero where the text is no JSON object. */
struct plan_facts plan_facts_read(const char *plan);

void condition_record_finish(struct condition_record *condition);
void experiment_record_finish(struct experiment_record *experiment);
void experiment_data_finish(struct experiment_data *data);
const char *experiment_state_name(enum experiment_state state);
int experiment_state_of_name(const char *name);

CLEANUP_DEFINE(experiment_record, struct experiment_record, experiment_record_finish)
#define auto_experiment_record __attribute__((cleanup(cleanup_experiment_record)))
CLEANUP_DEFINE(experiment_data, struct experiment_data, experiment_data_finish)
#define auto_experiment_data __attribute__((cleanup(cleanup_experiment_data)))
