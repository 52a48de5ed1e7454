// SPDX-License-Identifier: GPL-2.0-or-later
/* From options to conditions: loads of sets, complete parameters, idle counterparts, rounds. */
#include "experiment/plan.h"
#include "base/memory.h"
#include "base/text.h"
#include "experiment/set_catalog.h"
#include "statistics/reachable.h"
#include "workloads/catalog.h"

#include <string.h>

enum { ROUNDS_QUICK = 2, ROUNDS_MAXIMUM = 1000 };

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

static bool needs_other_directory(const struct plan_options *options,
                                  const struct workload *workload,
                                  const struct parameters *parameters)
{
    const struct workload_context context = {
        .workload = workload,
        .parameters = parameters,
        .directory = options->directory,
        .directory_fd = -1,
        .other_directory = options->other_directory,
        .memory_bytes = options->machine.memory_bytes,
        .cpus = options->machine.cpus,
        .records_fd = -1,
    };
    struct workload_needs needs = {0};
    if (workload->need != NULL)
        workload->need(&context, &needs);
    return needs.needs_other_directory && options->other_directory == NULL;
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

/* One load under the job. A load of a set is left out where it needs a second directory that was
 * not given; one that was asked for by name is kept, skipped. */
static int add_load(struct plan *plan, const struct plan_options *options, const struct item *load,
                    const struct set *set, struct string_list *out_notes, struct error *error)
{
    struct plan_condition condition = {0};
    if (workload_catalog_get(options->job->name, ROLE_JOB, &condition.job, error) != 0 ||
        workload_catalog_get(load->name, ROLE_LOAD, &condition.load, error) != 0)
        return -1;
    auto_parameters struct parameters job_parameters = {0};
    auto_parameters struct parameters load_parameters = {0};
    if (complete(condition.job, &options->job->parameters, options->is_quick, &job_parameters,
                 error) != 0 ||
        complete(condition.load, &load->parameters, options->is_quick, &load_parameters, error) !=
            0)
        return -1;
    condition.record.job_parameters = job_parameters;
    condition.record.load_parameters = load_parameters;
    for (size_t i = 0; i < plan->condition_count; i++)
        if (is_same_condition(&plan->conditions[i], &condition))
            return error_set(error, ERROR_USAGE, 0,
                             "load %s is given twice with the same "
                             "parameters",
                             load->name);
    bool lacks_directory = needs_other_directory(options, condition.load, &load_parameters);
    if (lacks_directory && set != NULL) {
        string_list_take(out_notes, string_format("%s is left out of the set %s: it needs a second "
                                                  "directory (--other DIR, best on another disk)",
                                                  load->name, set->name));
        return 0;
    }
    job_parameters = (struct parameters){0};
    load_parameters = (struct parameters){0};
    struct plan_condition *added = add_condition(plan, options, condition);
    if (lacks_directory)
        added->skip_reason =
            string_format("%s needs a second directory: give one with --other DIR", load->name);
    return 0;
}

static int add_set(struct plan *plan, const struct plan_options *options, const struct item *item,
                   struct string_list *out_notes, struct error *error)
{
    const struct set *set = set_catalog_find(item->name);
    if (item->parameters.count > 0)
        return error_set(error, ERROR_USAGE, 0,
                         "%s is a set and takes no parameters: give them with --set LOAD:%s=VALUE",
                         item->name, item->parameters.items[0].key);
    for (const char *const *name = set->loads; *name != NULL; name++) {
        auto_free char *copy = string_duplicate(*name);
        const struct item load = {.name = copy};
        if (add_load(plan, options, &load, set, out_notes, error) != 0)
            return -1;
    }
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
    if (options->rounds > ROUNDS_MAXIMUM)
        return error_set(error, ERROR_USAGE, 0, "%u rounds: at most %d are taken", options->rounds,
                         ROUNDS_MAXIMUM);
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
    for (size_t i = 0; i < options->loads->count; i++) {
        const struct item *item = &options->loads->items[i];
        int result = set_catalog_find(item->name) != NULL
                         ? add_set(plan, options, item, out_notes, error)
                         : add_load(plan, options, item, NULL, out_notes, error);
        if (result != 0)
            return -1;
    }
    if (plan_row_count(plan) == 0)
        return error_set(error, ERROR_CANNOT, 0, "nothing is left to run: %s",
                         plan->condition_count > 0 ? plan->conditions[0].skip_reason : "no load");
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
        .directory = string_duplicate(options->directory),
        .other_directory = string_duplicate(options->other_directory),
        .timing = options->timing,
    };
    if (fill(&plan, options, out_notes, error) != 0)
        return -1;
    *out = plan;
    plan = (struct plan){0};
    return 0;
}
