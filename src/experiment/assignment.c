// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds what a KEY means and assigns to it. */
#include "experiment/assignment.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/settings.h"
#include "workloads/catalog.h"

#include <string.h>

static bool has_parameter(const char *workload_name, const char *parameter)
{
    const struct workload *workload = workload_catalog_find(workload_name);
    return workload != NULL && workload_parameter(workload, parameter) != NULL;
}

static bool is_parameter_of_load(const struct item_list *loads, const char *parameter)
{
    for (size_t i = 0; i < loads->count; i++)
        if (has_parameter(loads->items[i].name, parameter))
            return true;
    return false;
}

static int assign_setting(const struct assignment_scope *scope, const char *key, const char *value,
                          struct error *error)
{
    if (settings_value_check(scope->root, key, value, error) != 0)
        return -1;
    const char *other = parameters_get(scope->settings, key);
    if (other != NULL)
        return error_set(error, ERROR_USAGE, 0,
                         "%s is given twice, as %s and as %s: a run holds one value", key, other,
                         value);
    parameters_set(scope->settings, key, value);
    return 0;
}

static int assign_to_job(const struct assignment_scope *scope, const char *parameter,
                         const char *value, struct error *error)
{
    const struct workload *job;
    if (workload_catalog_get(scope->job->name, ROLE_JOB, &job, error) != 0 ||
        workload_parameter_check(job, parameter, value, error) != 0)
        return -1;
    parameters_set(&scope->job->parameters, parameter, value);
    return 0;
}

/* To every load that has such a parameter. */
static int assign_to_loads(const struct assignment_scope *scope, const char *parameter,
                           const char *value, struct error *error)
{
    if (!is_parameter_of_load(scope->loads, parameter))
        return error_set(error, ERROR_USAGE, 0, "load:%s: none of the loads has a parameter '%s'",
                         parameter, parameter);
    for (size_t i = 0; i < scope->loads->count; i++) {
        struct item *load = &scope->loads->items[i];
        if (!has_parameter(load->name, parameter))
            continue;
        if (workload_parameter_check(workload_catalog_find(load->name), parameter, value, error) !=
            0)
            return -1;
        parameters_set(&load->parameters, parameter, value);
    }
    return 0;
}

/* `workload` names the job, loads, or both: each of them takes the value. */
static int assign_to_workload(const struct assignment_scope *scope, const char *workload_name,
                              const char *parameter, const char *value, struct error *error)
{
    const struct workload *workload = workload_catalog_find(workload_name);
    if (workload == NULL)
        return workload_catalog_refuse("workload", workload_name, error);
    if (workload_parameter_check(workload, parameter, value, error) != 0)
        return -1;
    bool is_found = string_is(scope->job->name, workload_name);
    if (is_found)
        parameters_set(&scope->job->parameters, parameter, value);
    for (size_t i = 0; i < scope->loads->count; i++) {
        if (!string_is(scope->loads->items[i].name, workload_name))
            continue;
        parameters_set(&scope->loads->items[i].parameters, parameter, value);
        is_found = true;
    }
    if (!is_found)
        return error_set(error, ERROR_USAGE, 0,
                         "%s:%s: %s is neither the job nor one of the loads here", workload_name,
                         parameter, workload_name);
    return 0;
}

static int assign_bare(const struct assignment_scope *scope, const char *key, const char *value,
                       struct error *error)
{
    bool is_setting = settings_has_key(scope->root, key);
    bool is_of_job = has_parameter(scope->job->name, key);
    bool is_of_load = is_parameter_of_load(scope->loads, key);
    if (is_setting + is_of_job + is_of_load > 1)
        return error_set(error, ERROR_USAGE, 0, "'%s' could be%s%s%s%s%s%s: write which", key,
                         is_setting ? " a setting" : "", is_setting && is_of_job ? " or" : "",
                         is_of_job ? " job:" : "", is_of_job ? key : "",
                         is_of_load ? " or load:" : "", is_of_load ? key : "");
    if (is_setting)
        return assign_setting(scope, key, value, error);
    if (is_of_job)
        return assign_to_job(scope, key, value, error);
    if (is_of_load)
        return assign_to_loads(scope, key, value, error);
    return error_set(error, ERROR_USAGE, 0,
                     "'%s' is neither a setting nor a parameter of the job %s or of its loads", key,
                     scope->job->name);
}

int assignment_apply(const struct assignment_scope *scope, const char *text, struct error *error)
{
    size_t length = strcspn(text, "=");
    if (length == 0 || text[length] == '\0')
        return error_set(error, ERROR_USAGE, 0, "'%s' is not KEY=VALUE", text);
    auto_free char *key = string_format("%.*s", (int)length, text);
    const char *value = text + length + 1;
    char *colon = strchr(key, ':');
    if (colon == NULL)
        return assign_bare(scope, key, value, error);
    if (settings_has_key(scope->root, key))
        return assign_setting(scope, key, value, error);
    *colon = '\0';
    if (string_is(key, "job"))
        return assign_to_job(scope, colon + 1, value, error);
    if (string_is(key, "load"))
        return assign_to_loads(scope, colon + 1, value, error);
    return assign_to_workload(scope, key, colon + 1, value, error);
}
