// SPDX-License-Identifier: GPL-2.0-or-later
/* The loop over the runs of a plan. */
#include "experiment/execution.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/uuid.h"
#include "machine/boot_id.h"

#include <time.h>

enum {
    SLICE_MS = 1000,
    PREPARE_MS = 3 * 3600 * 1000, /* beyond window and lead-in: preparing, resetting, settling */
    TRIES_MAX = 2,
    SEED_BITS = 53, /* so that JSON keeps it */
};

static const uint64_t second_ns = 1000000000ULL;
static const uint64_t told_ns_min = 5ULL * 1000000000ULL;
static const uint64_t told_ns_unknown = 20ULL * 1000000000ULL;

/* What is known of a condition from its runs so far. */
struct condition_history {
    unsigned run_count;
    unsigned bad_count; /* failed or void, from the first run on */
    uint64_t window_ns; /* the longest */
    char *reason;       /* of the last bad one */
};

struct execution {
    const struct execution_plan *plan;
    struct execution_result *result;
    struct condition_history *histories; /* by condition */
    bool *is_done;                       /* by run */
    size_t last; /* the run that the executor carried out last, SIZE_MAX: none */
};

static void note(struct execution *execution, size_t condition, const struct run_record *record)
{
    struct condition_history *history = &execution->histories[condition];
    bool is_bad = record->outcome == OUTCOME_FAILED || record->outcome == OUTCOME_VOID;
    if (record->outcome >= OUTCOME_SKIPPED)
        execution->result->bad_count++;
    if (record->outcome == OUTCOME_SKIPPED)
        return;
    execution->result->tried_count++;
    if (is_bad && history->bad_count == history->run_count) {
        history->bad_count++;
        free(history->reason);
        history->reason = string_duplicate(record->reason);
    }
    history->run_count++;
    if (!is_bad && record->window_ns > history->window_ns)
        history->window_ns = record->window_ns;
}

static bool is_given_up(const struct condition_history *history)
{
    return history->bad_count >= TRIES_MAX;
}

/* The condition that an idle one is the counterpart of. */
static size_t real_condition(const struct plan *plan, size_t idle)
{
    for (size_t i = 0; i < plan->condition_count; i++)
        if (!plan->conditions[i].is_idle &&
            string_is(plan->conditions[i].load_directory, plan->conditions[idle].load_directory) &&
            parameters_equal(&plan->conditions[i].record.load_parameters,
                             &plan->conditions[idle].record.load_parameters))
            return i;
    return idle;
}

/* How long a job that ends when told is let go on: asked for, else as long as the job itself took
 * under this load, since rates of a load fall with time. */
static uint64_t told_window_ns(const struct execution *execution, size_t condition)
{
    const struct plan *plan = execution->plan->plan;
    if (plan->timing.seconds_ns > 0)
        return plan->timing.seconds_ns;
    uint64_t seen_ns = execution->histories[real_condition(plan, condition)].window_ns;
    for (size_t i = 0; i < plan->condition_count && seen_ns == 0; i++)
        if (!plan->conditions[i].is_idle && plan->conditions[i].job->ends == ENDS_BY_ITSELF)
            seen_ns = execution->histories[i].window_ns;
    if (seen_ns == 0)
        return plan->is_quick ? told_ns_min : told_ns_unknown;
    return seen_ns > told_ns_min ? seen_ns : told_ns_min;
}

static void fill_side(struct side_request *side, const struct execution_plan *plan,
                      const char *workload, const struct parameters *parameters,
                      const char *directory)
{
    side->workload = string_duplicate(workload);
    side->directory = string_format("%s/%s", plan->work_directory, directory);
    parameters_copy(parameters, &side->parameters);
}

static void make_request(const struct execution *execution, size_t index,
                         struct run_request *request)
{
    const struct execution_plan *plan = execution->plan;
    const struct plan_run *run = &plan->plan->runs[index];
    const struct plan_condition *condition = &plan->plan->conditions[run->condition];
    const struct condition_record *record = &condition->record;
    const struct plan_timing *timing = &plan->plan->timing;
    char uuid[UUID_SIZE];
    auto_free char *seed_name = string_format("round %d", run->round);
    *request = (struct run_request){
        .uuid = string_duplicate(uuid_fresh(uuid)),
        .experiment_uuid = string_duplicate(plan->experiment->uuid),
        .work_directory = string_duplicate(plan->work_directory),
        .other_directory = string_duplicate(plan->other_directory),
        .seed = random_derive(plan->plan->seed, seed_name) & ((1ULL << SEED_BITS) - 1),
        .timeout_ns = timing->timeout_ns,
        .seconds_ns = told_window_ns(execution, run->condition),
        .lead_in_ns = timing->lead_in_ns,
        .probe_interval_ns = timing->probe_interval_ns,
    };
    fill_side(&request->job, plan, record->job, &record->job_parameters, condition->job_directory);
    fill_side(&request->load, plan, record->load, &record->load_parameters,
              condition->load_directory);
    const struct plan_condition *real =
        &plan->plan->conditions[real_condition(plan->plan, run->condition)];
    if (condition->is_idle && real->job->tree != NULL)
        fill_side(&request->tree_job, plan, real->record.job, &real->record.job_parameters,
                  real->job_directory);
    parameters_copy(&record->settings, &request->settings);
}

static void blank_record(const struct execution *execution, const char *uuid,
                         struct run_record *out)
{
    char boot_id[BOOT_ID_BYTES];
    boot_id_read(execution->plan->root, boot_id);
    *out = (struct run_record){
        .uuid = string_duplicate(uuid),
        .reason = string_duplicate(""),
        .boot_id = string_duplicate(boot_id),
        .started = (double)time(NULL),
        .coldness = string_duplicate("{}"),
        .output_tail = string_duplicate(""),
    };
}

/* 1 with a record, whatever became of the run; 0: a signal came in. */
static int exchange(const struct execution *execution, const struct run_request *request,
                    struct run_record *out)
{
    struct runner *runner = execution->plan->runner;
    const struct runner_operations *operations = runner->operations;
    struct error error;
    int64_t span_ms = (int64_t)((request->timeout_ns + request->lead_in_ns + request->seconds_ns) /
                                (second_ns / 1000)) +
                      PREPARE_MS;
    struct time_point deadline = deadline_after_ms(span_ms);
    int got = operations->start(runner, &error);
    if (got == 0)
        got = operations->send(runner, request, &error);
    while (got == 0 && interrupt_signal() == 0 && !deadline_is_past(deadline)) {
        got = operations->receive(runner, deadline_after_ms(SLICE_MS), out, &error);
        progress_tick(execution->plan->progress);
    }
    if (got == 1)
        return 1;
    if (interrupt_signal() != 0)
        return 0;
    if (got == 0) {
        struct error ignored;
        error_set(&error, ERROR_FAILED, 0, "the executor gave no answer in time");
        operations->stop(runner, &ignored);
    }
    blank_record(execution, request->uuid, out);
    run_record_set_outcome(out, OUTCOME_FAILED, "%s", error.text);
    return 1;
}

/* Is the cache as the run before in the plan left it? */
static bool is_warm(const struct execution *execution, size_t index)
{
    return execution->plan->plan->runs[index].follows && index > 0 && execution->last == index - 1;
}

/* 1 with a record, 0: a signal came in. A warming run is the same run, unstored. */
static int perform(struct execution *execution, size_t index, struct run_record *out)
{
    auto_run_request struct run_request request = {0};
    const struct plan_run *run = &execution->plan->plan->runs[index];
    make_request(execution, index, &request);
    if ((run->follows || run->is_warmed) && !is_warm(execution, index)) {
        auto_run_record struct run_record unstored = {0};
        char uuid[UUID_SIZE];
        request.is_warming = true;
        if (exchange(execution, &request, &unstored) == 0)
            return 0;
        request.is_warming = false;
        free(request.uuid);
        request.uuid = string_duplicate(uuid_fresh(uuid));
    }
    return exchange(execution, &request, out);
}

static int store(struct execution *execution, size_t index, struct run_record *record,
                 struct error *error)
{
    const struct plan_run *run = &execution->plan->plan->runs[index];
    const struct planned_run planned = {
        .condition_id = execution->plan->experiment->conditions[run->condition].id,
        .round = run->round,
        .block = run->block,
        .position = (int)index + 1,
        .environment_id = execution->plan->environment_id,
        .record = *record,
    };
    note(execution, run->condition, record);
    return store_run_add(execution->plan->store, &planned, error);
}

static void skip(struct execution *execution, size_t index, struct run_record *out)
{
    char uuid[UUID_SIZE];
    const struct plan_run *run = &execution->plan->plan->runs[index];
    blank_record(execution, uuid_fresh(uuid), out);
    run_record_set_outcome(out, OUTCOME_SKIPPED, "not tried again after its first %d runs: %s",
                           TRIES_MAX, execution->histories[run->condition].reason);
}

/* 1: done; 0: a signal came in; -1 with error. */
static int do_run(struct execution *execution, size_t index, struct error *error)
{
    struct progress *progress = execution->plan->progress;
    auto_run_record struct run_record record = {0};
    size_t condition = execution->plan->plan->runs[index].condition;
    progress_run_begin(progress, index);
    if (is_given_up(&execution->histories[condition]))
        skip(execution, index, &record);
    else if (perform(execution, index, &record) == 0) {
        progress_run_end(progress, NULL);
        return 0;
    }
    execution->last = record.outcome <= OUTCOME_FLAGGED ? index : SIZE_MAX;
    int result = store(execution, index, &record, error);
    progress_run_end(progress, &record);
    return result == 0 ? 1 : -1;
}

static size_t condition_of_id(const struct experiment_record *experiment, int64_t id)
{
    size_t i = 0;
    while (i < experiment->condition_count && experiment->conditions[i].id != id)
        i++;
    return i;
}

static void note_past(struct execution *execution)
{
    const struct experiment_data *past = execution->plan->past;
    for (size_t i = 0; past != NULL && i < past->run_count; i++) {
        const struct planned_run *run = &past->runs[i];
        size_t condition = condition_of_id(execution->plan->experiment, run->condition_id);
        if (condition < execution->plan->plan->condition_count)
            note(execution, condition, &run->record);
        if (run->position >= 1 && (size_t)run->position <= execution->plan->plan->run_count)
            execution->is_done[run->position - 1] = true;
    }
}

static int run_all(struct execution *execution, struct error *error)
{
    const struct plan *plan = execution->plan->plan;
    for (size_t i = 0; i < plan->run_count; i++) {
        int result = execution->is_done[i]     ? 1
                     : interrupt_signal() != 0 ? 0
                                               : do_run(execution, i, error);
        if (result <= 0) {
            execution->result->signal = result == 0 ? interrupt_signal() : 0;
            return result;
        }
    }
    return 0;
}

int execution_run(const struct execution_plan *plan, struct execution_result *out_result,
                  struct error *error)
{
    struct execution_result result = {0};
    struct execution execution = {
        .plan = plan,
        .result = &result,
        .histories =
            memory_allocate((plan->plan->condition_count + 1) * sizeof(struct condition_history)),
        .is_done = memory_allocate((plan->plan->run_count + 1) * sizeof(bool)),
        .last = SIZE_MAX,
    };
    note_past(&execution);
    int status = run_all(&execution, error);
    for (size_t i = 0; i < plan->plan->condition_count; i++) {
        free(execution.histories[i].reason);
        if (plan->plan->conditions[i].skip_reason != NULL)
            result.bad_count++;
    }
    free(execution.histories);
    free(execution.is_done);
    *out_result = result;
    return status;
}
