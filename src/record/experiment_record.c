// SPDX-License-Identifier: GPL-2.0-or-later
/* Experiments and conditions: ownership and names. */
#include "record/experiment_record.h"
#include "base/text.h"
#include "record/json.h"

#include <limits.h>

static const char *const state_names[] = {"running", "complete", "interrupted"};

const char *experiment_state_name(enum experiment_state state)
{
    return state_names[state];
}

int experiment_state_of_name(const char *name)
{
    for (size_t i = 0; i < array_length(state_names); i++)
        if (string_is(name, state_names[i]))
            return (int)i;
    return -1;
}

static int within_int(json_int_t value)
{
    return value > 0 && value <= INT_MAX ? (int)value : 0;
}

struct plan_facts plan_facts_read(const char *plan)
{
    auto_json json_t *json = plan != NULL ? json_loads(plan, 0, NULL) : NULL;
    return (struct plan_facts){
        .rounds = within_int(json_integer_value(json_object_get(json, "rounds"))),
        .runs = within_int((json_int_t)json_array_size(json_object_get(json, "runs"))),
        .is_quick = json_is_true(json_object_get(json, "is_quick")),
    };
}

void condition_record_finish(struct condition_record *condition)
{
    if (condition == NULL)
        return;
    free(condition->label);
    free(condition->job);
    free(condition->load);
    free(condition->runner);
    parameters_finish(&condition->job_parameters);
    parameters_finish(&condition->load_parameters);
    parameters_finish(&condition->settings);
    *condition = (struct condition_record){0};
}

void experiment_record_finish(struct experiment_record *experiment)
{
    if (experiment == NULL)
        return;
    free(experiment->uuid);
    free(experiment->plan);
    free(experiment->command_line);
    free(experiment->version);
    for (size_t i = 0; i < experiment->condition_count; i++)
        condition_record_finish(&experiment->conditions[i]);
    free(experiment->conditions);
    *experiment = (struct experiment_record){0};
}

void experiment_data_finish(struct experiment_data *data)
{
    if (data == NULL)
        return;
    experiment_record_finish(&data->experiment);
    for (size_t i = 0; i < data->run_count; i++)
        run_record_finish(&data->runs[i].record);
    free(data->runs);
    for (size_t i = 0; i < data->environment_count; i++)
        free(data->environments[i]);
    free(data->environments);
    free(data->environment_ids);
    *data = (struct experiment_data){0};
}
