// SPDX-License-Identifier: GPL-2.0-or-later
/* The plan as a JSON document. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "experiment/plan.h"
#include "workloads/catalog.h"

#include <limits.h>
#include <string.h>

enum { PLAN_VERSION = 1 };

static json_t *condition_to_json(const struct plan_condition *condition)
{
    const struct condition_record *record = &condition->record;
    return json_pack(
        "{s:s, s:s, s:o, s:s, s:o, s:o, s:s, s:b, s:i, s:s?, s:s, s:s}", "label", record->label,
        "job", record->job, "job_parameters", parameters_to_json(&record->job_parameters), "load",
        record->load, "load_parameters", parameters_to_json(&record->load_parameters), "settings",
        parameters_to_json(&record->settings), "runner", record->runner, "is_idle",
        condition->is_idle, "source", condition->source, "skip_reason", condition->skip_reason,
        "job_directory", condition->job_directory, "load_directory", condition->load_directory);
}

static json_t *timing_to_json(const struct plan_timing *timing)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "timeout_ns", (json_int_t)timing->timeout_ns,
                     "seconds_ns", (json_int_t)timing->seconds_ns, "lead_in_ns",
                     (json_int_t)timing->lead_in_ns, "probe_interval_ns",
                     (json_int_t)timing->probe_interval_ns);
}

json_t *plan_to_json(const struct plan *plan)
{
    json_t *conditions = json_array();
    json_t *runs = json_array();
    for (size_t i = 0; i < plan->condition_count; i++)
        json_array_append_new(conditions, condition_to_json(&plan->conditions[i]));
    for (size_t i = 0; i < plan->run_count; i++) {
        const struct plan_run *run = &plan->runs[i];
        json_array_append_new(runs, json_pack("{s:I, s:i, s:i, s:b, s:b}", "condition",
                                              (json_int_t)run->condition, "round", run->round,
                                              "block", run->block, "follows", run->follows,
                                              "is_warmed", run->is_warmed));
    }
    return json_pack("{s:i, s:I, s:I, s:b, s:s, s:s?, s:o, s:o, s:o}", "version", PLAN_VERSION,
                     "rounds", (json_int_t)plan->rounds, "seed", (json_int_t)plan->seed, "is_quick",
                     plan->is_quick, "directory", plan->directory, "other_directory",
                     plan->other_directory, "timing", timing_to_json(&plan->timing), "conditions",
                     conditions, "runs", runs);
}

static int parameters_field(const json_t *json, const char *field, struct parameters *out,
                            struct error *error)
{
    if (parameters_from_json(json_object_get(json, field), out, error) != 0)
        return error_context(error, "%s", field);
    return 0;
}

static int condition_record_from_json(const json_t *json, struct condition_record *out,
                                      struct error *error)
{
    if ((out->label = json_take_string(json, "label", error)) == NULL ||
        (out->job = json_take_string(json, "job", error)) == NULL ||
        (out->load = json_take_string(json, "load", error)) == NULL ||
        (out->runner = json_take_string(json, "runner", error)) == NULL)
        return -1;
    if (parameters_field(json, "job_parameters", &out->job_parameters, error) != 0 ||
        parameters_field(json, "load_parameters", &out->load_parameters, error) != 0)
        return -1;
    return parameters_field(json, "settings", &out->settings, error);
}

/* Parameters as this version of the program knows them: complete and in range. */
static int recheck(const struct workload *workload, struct parameters *parameters,
                   struct error *error)
{
    struct parameters complete;
    if (workload_parameters_complete(workload, parameters, &complete, error) != 0)
        return -1;
    parameters_finish(parameters);
    *parameters = complete;
    return 0;
}

/* The name of a directory below the work directory: what it names is written and removed. */
static char *take_directory_name(const json_t *json, const char *field, struct error *error)
{
    auto_free char *name = json_take_string(json, field, error);
    if (name == NULL)
        return NULL;
    if (name[0] != '\0' && name[0] != '.' && strchr(name, '/') == NULL)
        return take_pointer(name);
    error_set(error, ERROR_USAGE, 0, "field '%s' is no plain name: '%s'", field, name);
    return NULL;
}

static int condition_from_json(const json_t *json, struct plan *plan, struct error *error)
{
    plan->conditions =
        memory_grow(plan->conditions, plan->condition_count, sizeof(struct plan_condition));
    struct plan_condition *condition = &plan->conditions[plan->condition_count++];
    *condition = (struct plan_condition){.source = PLAN_NONE};
    struct condition_record *record = &condition->record;
    if (condition_record_from_json(json, record, error) != 0)
        return -1;
    record->position = (int)plan->condition_count;
    if (workload_catalog_get(record->job, ROLE_JOB, &condition->job, error) != 0 ||
        workload_catalog_get(record->load, ROLE_LOAD, &condition->load, error) != 0 ||
        recheck(condition->job, &record->job_parameters, error) != 0 ||
        recheck(condition->load, &record->load_parameters, error) != 0)
        return -1;
    if ((condition->job_directory = take_directory_name(json, "job_directory", error)) == NULL ||
        (condition->load_directory = take_directory_name(json, "load_directory", error)) == NULL)
        return -1;
    condition->skip_reason = json_take_optional_string(json, "skip_reason");
    condition->is_idle = json_is_true(json_object_get(json, "is_idle"));
    const json_t *source = json_object_get(json, "source");
    json_int_t number = json_is_integer(source) ? json_integer_value(source) : PLAN_NONE;
    if (number < PLAN_NONE || number > INT_MAX)
        return error_set(error, ERROR_USAGE, 0, "field 'source' is no number of a condition");
    condition->source = (int)number;
    return 0;
}

static int run_from_json(const json_t *json, struct plan *plan, struct error *error)
{
    uint64_t condition;
    uint64_t round;
    uint64_t block;
    if (json_take_unsigned(json, "condition", &condition, error) != 0 ||
        json_take_unsigned(json, "round", &round, error) != 0 ||
        json_take_unsigned(json, "block", &block, error) != 0)
        return -1;
    if (condition >= plan->condition_count || round > plan->rounds || block > plan->rounds)
        return error_set(error, ERROR_USAGE, 0, "a run is outside of the plan");
    plan->runs = memory_grow(plan->runs, plan->run_count, sizeof(struct plan_run));
    plan->runs[plan->run_count++] = (struct plan_run){
        .condition = (size_t)condition,
        .round = (int)round,
        .block = (int)block,
        .follows = json_is_true(json_object_get(json, "follows")),
        .is_warmed = json_is_true(json_object_get(json, "is_warmed")),
    };
    return 0;
}

static int take_time(const json_t *json, const char *field, uint64_t *out, struct error *error)
{
    uint64_t ns;
    if (json_take_unsigned(json, field, &ns, error) != 0)
        return -1;
    if (ns > PLAN_TIME_NS_MAX)
        return error_set(error, ERROR_USAGE, 0, "field '%s' is longer than ten years", field);
    *out = ns;
    return 0;
}

static int timing_from_json(const json_t *json, struct plan_timing *out, struct error *error)
{
    if (take_time(json, "timeout_ns", &out->timeout_ns, error) != 0 ||
        take_time(json, "seconds_ns", &out->seconds_ns, error) != 0 ||
        take_time(json, "lead_in_ns", &out->lead_in_ns, error) != 0)
        return -1;
    return take_time(json, "probe_interval_ns", &out->probe_interval_ns, error);
}

static int read_fields(const json_t *json, struct plan *plan, struct error *error)
{
    uint64_t version;
    uint64_t rounds;
    if (json_take_unsigned(json, "version", &version, error) != 0)
        return -1;
    if (version != PLAN_VERSION)
        return error_set(error, ERROR_USAGE, 0, "form %llu of the plan is not known here",
                         (unsigned long long)version);
    if (json_take_unsigned(json, "rounds", &rounds, error) != 0 ||
        json_take_unsigned(json, "seed", &plan->seed, error) != 0 ||
        (plan->directory = json_take_string(json, "directory", error)) == NULL ||
        timing_from_json(json_object_get(json, "timing"), &plan->timing, error) != 0)
        return -1;
    if (rounds < 1 || rounds > PLAN_ROUNDS_MAX)
        return error_set(error, ERROR_USAGE, 0, "field 'rounds' is out of range: %llu",
                         (unsigned long long)rounds);
    if (plan->directory[0] != '/')
        return error_set(error, ERROR_USAGE, 0, "field 'directory' is no absolute path: '%s'",
                         plan->directory);
    plan->rounds = (unsigned)rounds;
    plan->is_quick = json_is_true(json_object_get(json, "is_quick"));
    plan->other_directory = json_take_optional_string(json, "other_directory");
    size_t i;
    json_t *entry;
    json_array_foreach (json_object_get(json, "conditions"), i, entry)
        if (condition_from_json(entry, plan, error) != 0)
            return error_context(error, "condition %zu", i + 1);
    for (i = 0; i < plan->condition_count; i++)
        if (plan->conditions[i].source < PLAN_NONE ||
            plan->conditions[i].source >= (int)plan->condition_count)
            return error_set(error, ERROR_USAGE, 0, "condition %zu follows none of the plan",
                             i + 1);
    json_array_foreach (json_object_get(json, "runs"), i, entry)
        if (run_from_json(entry, plan, error) != 0)
            return error_context(error, "run %zu", i + 1);
    return 0;
}

int plan_from_json(const json_t *json, struct plan *out, struct error *error)
{
    auto_plan struct plan plan = {0};
    if (read_fields(json, &plan, error) != 0)
        return error_context(error, "read the plan of the experiment");
    *out = plan;
    plan = (struct plan){0};
    return 0;
}
