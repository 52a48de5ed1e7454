// SPDX-License-Identifier: GPL-2.0-or-later
/* From options to conditions: loads of sets, complete parameters, idle counterparts, rounds. */
#include "experiment/plan.h"
#include "base/memory.h"
#include "base/text.h"
#include "experiment/plan_needs.h"
#include "statistics/reachable.h"
#include "workloads/catalog.h"

#include <string.h>

enum { ROUNDS_QUICK = 2 };

static void condition_finish(struct plan_condition *condition)
{
    condition_record_finish(&condition->record);
    free(condition->skip_reason);
    free(condition->job_directory);
    free(condition->load_directory);
}

void plan_finish(struct plan *plan)
{
    if (plan == NULL)
        return;
    for (size_t i = 0; i < plan->condition_count; i++)
        condition_finish(&plan->conditions[i]);
    free(plan->conditions);
    free(plan->runs);
    free(plan->directory);
    free(plan->other_directory);
    *plan = (struct plan){0};
}

size_t plan_row_count(const struct plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->condition_count; i++)
        count += !plan->conditions[i].is_idle && plan->conditions[i].skip_reason == NULL;
    return count;
}

/* The given parameters completed with those of --quick, then with defaults. */
static int complete(const struct workload *workload, const struct parameters *given, bool is_quick,
                    struct parameters *out, struct error *error)
{
    auto_parameters struct parameters wanted = {0};
    parameters_copy(given, &wanted);
    for (const struct parameter_definition *row = workload->parameters;
         is_quick && row != NULL && row->name != NULL; row++)
        if (row->quick_value != NULL && parameters_get(&wanted, row->name) == NULL)
            parameters_set(&wanted, row->name, row->quick_value);
    return workload_parameters_complete(workload, &wanted, out, error);
}

static bool is_same_condition(const struct plan_condition *a, const struct plan_condition *b)
{
    return a->job == b->job && a->load == b->load &&
           parameters_equal(&a->record.job_parameters, &b->record.job_parameters) &&
           parameters_equal(&a->record.load_parameters, &b->record.load_parameters);
}

/* Takes over the parameters. */
static struct plan_condition *add_condition(struct plan *plan, const struct plan_options *options,
                                            struct plan_condition condition)
{
    plan->conditions =
        memory_grow(plan->conditions, plan->condition_count, sizeof(struct plan_condition));
    struct plan_condition *added = &plan->conditions[plan->condition_count++];
    *added = condition;
    added->source = PLAN_NONE;
    added->record.position = (int)plan->condition_count;
    added->record.label = string_duplicate(options->label);
    added->record.job = string_duplicate(condition.job->name);
    added->record.load = string_duplicate(condition.load->name);
    added->record.runner = string_duplicate("local");
    parameters_copy(options->settings, &added->record.settings);
    return added;
}

static bool has_condition(const struct plan *plan, const struct plan_condition *condition)
{
    for (size_t i = 0; i < plan->condition_count; i++)
        if (is_same_condition(&plan->conditions[i], condition))
            return true;
    return false;
}

/* Workloads and complete parameters. */
static int fill_condition(const struct plan_options *options, const struct item *load,
                          struct plan_condition *out, struct error *error)
{
    auto_parameters struct parameters job_parameters = {0};
    if (workload_catalog_get(options->job->name, ROLE_JOB, &out->job, error) != 0 ||
        workload_catalog_get(load->name, ROLE_LOAD, &out->load, error) != 0 ||
        complete(out->job, &options->job->parameters, options->is_quick, &job_parameters, error) !=
            0 ||
        complete(out->load, &load->parameters, options->is_quick, &out->record.load_parameters,
                 error) != 0)
        return -1;
    out->record.job_parameters = job_parameters;
    job_parameters = (struct parameters){0};
    return 0;
}

/* One load under the job. What can't be had here is skipped with its reason, but a load that only
 * lacks a second directory is left out of a set. */
static int add_load(struct plan *plan, const struct plan_options *options, const struct item *load,
                    struct string_list *out_notes, struct error *error)
{
    struct plan_condition condition = {0};
    if (fill_condition(options, load, &condition, error) != 0)
        return -1;
    const struct parameters *parameters = &condition.record.load_parameters;
    bool is_double = has_condition(plan, &condition);
    bool is_left_out =
        load->is_of_set && plan_needs_other_directory(condition.load, parameters, &options->place);
    if (is_double || is_left_out)
        condition_finish(&condition);
    if (is_double)
        return error_set(error, ERROR_USAGE, 0, "load %s is given twice with the same parameters",
                         load->name);
    if (is_left_out) {
        string_list_take(out_notes,
                         string_format("%s is left out: it needs a second directory, best on "
                                       "another disk (--other DIR)",
                                       load->name));
        return 0;
    }
    struct plan_condition *added = add_condition(plan, options, condition);
    struct error reason;
    if (plan_needs_examine(added->load, &added->record.load_parameters, &options->place, &reason) !=
        0)
        added->skip_reason = string_duplicate(reason.text);
    return 0;
}

/* A condition without settling goes on where a settled run of nothing beside the job left off. */
static void find_sources(struct plan *plan)
{
    for (size_t i = 0; i < plan->condition_count; i++) {
        struct plan_condition *warm = &plan->conditions[i];
        if (warm->load->settle != SETTLE_NONE)
            continue;
        for (size_t j = 0; j < plan->condition_count; j++) {
            const struct plan_condition *cold = &plan->conditions[j];
            if (cold->load->is_idle && cold->load->settle == SETTLE_COLD && cold->job == warm->job)
                warm->source = (int)j;
        }
    }
}

/* The job `idle` under each load that counts its work. */
static int add_idle_counterparts(struct plan *plan, const struct plan_options *options,
                                 struct error *error)
{
    const struct workload *idle;
    if (workload_catalog_get("idle", ROLE_JOB, &idle, error) != 0)
        return -1;
    size_t count = plan->condition_count;
    for (size_t i = 0; i < count; i++) {
        const struct plan_condition *real = &plan->conditions[i];
        if (real->job->is_idle || real->load->progress_unit == NULL || real->skip_reason != NULL)
            continue;
        struct plan_condition counterpart = {.job = idle, .load = real->load, .is_idle = true};
        parameters_copy(&real->record.load_parameters, &counterpart.record.load_parameters);
        add_condition(plan, options, counterpart);
    }
    return 0;
}

/* What distinguishes prepared data: role, workload and PREPARE parameters. */
static char *data_key(const char *role, const struct workload *workload,
                      const struct parameters *parameters)
{
    struct text key = {0};
    text_append_format(&key, "%s-%s", role, workload->name);
    for (const struct parameter_definition *row = workload->parameters;
         row != NULL && row->name != NULL; row++)
        if (row->scope == SCOPE_PREPARE)
            text_append_format(&key, "\n%s=%s", row->name, parameters_get(parameters, row->name));
    return text_take(&key);
}

/* "load-io_load-2": the second set of preparing parameters of io_load as a load. */
static char *directory_name(struct string_list *keys, char *key)
{
    auto_free char *owned = key;
    size_t stem = strcspn(key, "\n");
    size_t number = 0;
    size_t i = 0;
    for (; i < keys->count; i++) {
        const char *other = keys->items[i];
        number += strcspn(other, "\n") == stem && strncmp(other, key, stem) == 0;
        if (strcmp(other, key) == 0)
            break;
    }
    if (i == keys->count) {
        string_list_add(keys, key);
        number++;
    }
    return string_format("%.*s-%zu", (int)stem, key, number);
}

static void name_directories(struct plan *plan)
{
    auto_string_list struct string_list keys = {0};
    for (size_t i = 0; i < plan->condition_count; i++) {
        struct plan_condition *condition = &plan->conditions[i];
        const struct condition_record *record = &condition->record;
        condition->job_directory =
            directory_name(&keys, data_key("job", condition->job, &record->job_parameters));
        condition->load_directory =
            directory_name(&keys, data_key("load", condition->load, &record->load_parameters));
    }
}

static int set_rounds(struct plan *plan, const struct plan_options *options,
                      struct string_list *out_notes, struct error *error)
{
    if (options->rounds > PLAN_ROUNDS_MAX)
        return error_set(error, ERROR_USAGE, 0, "%u rounds: at most %d are taken", options->rounds,
                         PLAN_ROUNDS_MAX);
    plan->rounds = options->rounds;
    if (plan->rounds == 0)
        plan->rounds = options->is_quick ? ROUNDS_QUICK
                                         : reachable_rounds((unsigned)plan_row_count(plan), 0.05);
    if (plan->rounds % 2 == 1) {
        plan->rounds++;
        string_list_take(out_notes, string_format("%u rounds are rounded up to %u: two rounds make "
                                                  "a block, and blocks are whole",
                                                  options->rounds, plan->rounds));
    }
    return 0;
}

static int fill(struct plan *plan, const struct plan_options *options,
                struct string_list *out_notes, struct error *error)
{
    for (size_t i = 0; i < options->loads->count; i++)
        if (add_load(plan, options, &options->loads->items[i], out_notes, error) != 0)
            return -1;
    if (plan->condition_count == 0)
        return error_set(error, ERROR_CANNOT, 0, "no load is left to run");
    const struct plan_condition *first = &plan->conditions[0];
    if (plan_needs_examine(first->job, &first->record.job_parameters, &options->place, error) != 0)
        return -1;
    if (plan_row_count(plan) == 0)
        return error_set(error, ERROR_CANNOT, 0, "nothing is left to run: %s", first->skip_reason);
    find_sources(plan);
    if (add_idle_counterparts(plan, options, error) != 0)
        return -1;
    name_directories(plan);
    if (set_rounds(plan, options, out_notes, error) != 0)
        return -1;
    plan_order(plan);
    return 0;
}

int plan_create(const struct plan_options *options, struct plan *out, struct string_list *out_notes,
                struct error *error)
{
    auto_plan struct plan plan = {
        .seed = options->seed,
        .is_quick = options->is_quick,
        .directory = string_duplicate(options->place.directory),
        .other_directory = string_duplicate(options->place.other_directory),
        .timing = options->timing,
    };
    if (fill(&plan, options, out_notes, error) != 0)
        return -1;
    *out = plan;
    plan = (struct plan){0};
    return 0;
}
