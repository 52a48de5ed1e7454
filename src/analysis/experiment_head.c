// SPDX-License-Identifier: GPL-2.0-or-later
/* Puts the facts of an experiment into words. */
#include "analysis/experiment_head.h"
#include "analysis/kept_share.h"
#include "base/memory.h"
#include "base/units.h"
#include "record/json.h"
#include "workloads/catalog.h"

#include <string.h>
#include <time.h>

static void append_experiment(const struct experiment_record *experiment,
                              struct string_list *out_lines)
{
    char when[32] = "";
    time_t started = (time_t)experiment->started;
    struct tm parts;
    if (localtime_r(&started, &parts) != NULL)
        strftime(when, sizeof(when), "%Y-%m-%d %H:%M", &parts);
    string_list_take(out_lines,
                     string_format("Experiment %lld (%.8s), %s, %s: %s", (long long)experiment->id,
                                   experiment->uuid, when, experiment_state_name(experiment->state),
                                   experiment->command_line));
}

/* The job with the parameters that are not as the workload has them by default. */
static char *job_text(const struct condition_record *condition)
{
    auto_text struct text text = {0};
    const struct workload *workload = workload_catalog_find(condition->job);
    text_append(&text, condition->job);
    for (size_t i = 0; i < condition->job_parameters.count; i++) {
        const struct parameter *parameter = &condition->job_parameters.items[i];
        const struct parameter_definition *definition =
            workload != NULL ? workload_parameter(workload, parameter->key) : NULL;
        if (definition == NULL || !string_is(definition->default_value, parameter->value))
            text_append_format(&text, " %s=%s", parameter->key, parameter->value);
    }
    return text_take(&text);
}

static void append_jobs(const struct experiment_record *experiment, struct string_list *out_lines)
{
    auto_string_list struct string_list jobs = {0};
    for (size_t i = 0; i < experiment->condition_count; i++) {
        if (kept_share_is_counterpart(&experiment->conditions[i]))
            continue;
        auto_free char *job = job_text(&experiment->conditions[i]);
        if (!string_list_has(&jobs, job))
            string_list_add(&jobs, job);
    }
    for (size_t i = 0; i < jobs.count; i++)
        string_list_take(out_lines, string_format("Job: %s", jobs.items[i]));
}

/* Of the fingerprint; NULL where it is absent, null or empty. The caller's. */
static char *fact(const json_t *fingerprint, const char *key)
{
    const json_t *value = json_object_get(fingerprint, key);
    const char *text = json_string_value(value);
    if (text != NULL && text[0] != '\0')
        return string_duplicate(text);
    if (json_is_integer(value))
        return string_format("%lld", (long long)json_integer_value(value));
    return NULL;
}

/* One run's, from the measure whose part says how the memory was limited. */
static const struct measure *memory_of(const struct run_record *record)
{
    for (size_t i = 0; i < record->measure_count; i++)
        if (strcmp(record->measures[i].name, "memory_bytes") == 0 &&
            record->measures[i].state == MEASURE_OK)
            return &record->measures[i];
    return NULL;
}

char *experiment_head_memory(const struct planned_run *const *runs, size_t count)
{
    auto_string_list struct string_list kinds = {0};
    for (size_t i = 0; i < count; i++) {
        const struct measure *memory = memory_of(&runs[i]->record);
        if (memory == NULL)
            continue;
        char size[32];
        units_format_size_rounded((uint64_t)memory->value, size, sizeof(size));
        auto_free char *kind = string_format("%s (%s)", size, memory->part);
        if (!string_list_has(&kinds, kind))
            string_list_add(&kinds, kind);
    }
    return string_list_join(&kinds, ", ");
}

static char *memory_text(const struct experiment_data *data, const json_t *fingerprint)
{
    const struct planned_run **runs = memory_allocate(data->run_count * sizeof(*runs));
    for (size_t i = 0; i < data->run_count; i++)
        runs[i] = &data->runs[i];
    char *text = experiment_head_memory(runs, data->run_count);
    free(runs);
    const json_t *whole = json_object_get(fingerprint, "memory_bytes");
    if (text[0] != '\0' || !json_is_integer(whole))
        return text;
    char size[32];
    units_format_size_rounded((uint64_t)json_integer_value(whole), size, sizeof(size));
    free(text);
    return string_duplicate(size);
}

static void append_fact(struct text *line, const char *word, const char *value)
{
    if (value != NULL && value[0] != '\0')
        text_append_format(line, "%s%s%s", line->length > 0 ? ", " : "", word, value);
}

static void append_machine(const struct experiment_data *data, size_t environment,
                           struct string_list *out_lines)
{
    auto_json json_t *fingerprint = json_loads(data->environments[environment], 0, NULL);
    auto_free char *kernel = fact(fingerprint, "kernel_release");
    auto_free char *cpus = fact(fingerprint, "cpus_online");
    auto_free char *model = fact(fingerprint, "cpu_model");
    auto_free char *disk = fact(fingerprint, "disk");
    auto_free char *scheduler = fact(fingerprint, "disk_scheduler");
    auto_free char *filesystem = fact(fingerprint, "filesystem");
    auto_free char *memory = memory_text(data, fingerprint);
    auto_text struct text line = {0};
    append_fact(&line, "kernel ", kernel);
    append_fact(&line, "CPUs ", cpus);
    append_fact(&line, "", model);
    append_fact(&line, "memory ", memory);
    append_fact(&line, "disk ", disk);
    append_fact(&line, "scheduler ", scheduler);
    append_fact(&line, "", filesystem);
    auto_free char *text = string_format("Machine: %s", line.text != NULL ? line.text : "unknown");
    if (!string_list_has(out_lines, text))
        string_list_add(out_lines, text);
}

void experiment_head_append(const struct experiment_data *data, struct string_list *out_lines)
{
    struct plan_facts plan = plan_facts_read(data->experiment.plan);
    append_experiment(&data->experiment, out_lines);
    append_jobs(&data->experiment, out_lines);
    for (size_t i = 0; i < data->environment_count; i++)
        append_machine(data, i, out_lines);
    if (plan.runs > 0)
        string_list_take(out_lines,
                         string_format("Rounds: %d; %zu of %d runs are stored; seed %llu",
                                       plan.rounds, data->run_count, plan.runs,
                                       (unsigned long long)data->experiment.seed));
    if (plan.is_quick)
        string_list_add(
            out_lines, "A first look (--quick): too little was run for any verdict; none is given");
}
