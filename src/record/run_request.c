// SPDX-License-Identifier: GPL-2.0-or-later
/* The run request and its JSON. */
#include "record/run_request.h"
#include "record/json.h"

#include <stdlib.h>

static void side_finish(struct side_request *side)
{
    free(side->workload);
    free(side->directory);
    parameters_finish(&side->parameters);
}

void run_request_finish(struct run_request *request)
{
    if (request == NULL)
        return;
    free(request->uuid);
    free(request->experiment_uuid);
    free(request->work_directory);
    free(request->other_directory);
    side_finish(&request->job);
    side_finish(&request->load);
    side_finish(&request->tree_job);
    parameters_finish(&request->settings);
    *request = (struct run_request){0};
}

/* NULL where there is no workload. */
static json_t *side_to_json(const struct side_request *side)
{
    if (side->workload == NULL)
        return NULL;
    return json_pack("{s:s, s:o, s:s}", "workload", side->workload, "parameters",
                     parameters_to_json(&side->parameters), "directory", side->directory);
}

json_t *run_request_to_json(const struct run_request *request)
{
    return json_pack("{s:s, s:s, s:s, s:s?, s:o, s:o, s:o*, s:o, s:I, s:I, s:I, s:I, s:I, s:b}",
                     "uuid", request->uuid, "experiment_uuid", request->experiment_uuid,
                     "work_directory", request->work_directory, "other_directory",
                     request->other_directory, "job", side_to_json(&request->job), "load",
                     side_to_json(&request->load), "tree_job", side_to_json(&request->tree_job),
                     "settings", parameters_to_json(&request->settings), "seed",
                     (json_int_t)request->seed, "timeout_ns", (json_int_t)request->timeout_ns,
                     "seconds_ns", (json_int_t)request->seconds_ns, "lead_in_ns",
                     (json_int_t)request->lead_in_ns, "probe_interval_ns",
                     (json_int_t)request->probe_interval_ns, "is_warming", request->is_warming);
}

static int side_from_json(const json_t *json, struct side_request *out, struct error *error)
{
    if ((out->workload = json_take_string(json, "workload", error)) == NULL ||
        (out->directory = json_take_string(json, "directory", error)) == NULL)
        return -1;
    return parameters_from_json(json_object_get(json, "parameters"), &out->parameters, error);
}

static int read_fields(const json_t *json, struct run_request *request, struct error *error)
{
    if ((request->uuid = json_take_string(json, "uuid", error)) == NULL ||
        (request->experiment_uuid = json_take_string(json, "experiment_uuid", error)) == NULL ||
        (request->work_directory = json_take_string(json, "work_directory", error)) == NULL)
        return -1;
    request->other_directory = json_take_optional_string(json, "other_directory");
    if (side_from_json(json_object_get(json, "job"), &request->job, error) != 0)
        return error_context(error, "job");
    if (side_from_json(json_object_get(json, "load"), &request->load, error) != 0)
        return error_context(error, "load");
    const json_t *tree_job = json_object_get(json, "tree_job");
    if (tree_job != NULL && side_from_json(tree_job, &request->tree_job, error) != 0)
        return error_context(error, "tree_job");
    if (parameters_from_json(json_object_get(json, "settings"), &request->settings, error) != 0)
        return error_context(error, "settings");
    if (json_take_unsigned(json, "seed", &request->seed, error) != 0 ||
        json_take_unsigned(json, "timeout_ns", &request->timeout_ns, error) != 0 ||
        json_take_unsigned(json, "seconds_ns", &request->seconds_ns, error) != 0 ||
        json_take_unsigned(json, "lead_in_ns", &request->lead_in_ns, error) != 0 ||
        json_take_unsigned(json, "probe_interval_ns", &request->probe_interval_ns, error) != 0)
        return -1;
    request->is_warming = json_is_true(json_object_get(json, "is_warming"));
    return 0;
}

int run_request_from_json(const json_t *json, struct run_request *out, struct error *error)
{
    auto_run_request struct run_request request = {0};
    if (read_fields(json, &request, error) != 0)
        return error_context(error, "run request");
    *out = request;
    request = (struct run_request){0};
    return 0;
}
