// SPDX-License-Identifier: GPL-2.0-or-later
/* `contend workloads`: what can be a job, a load or a set, and the parameters of one. All of it
 * comes from the structs of the catalogues. */
#include "commands/common.h"
#include "experiment/plan_machine.h"
#include "experiment/set_catalog.h"
#include "machine/settings_catalog.h"
#include "record/json.h"
#include "report/report_format.h"
#include "workloads/catalog.h"
#include "workloads/workload.h"

#include <string.h>

static const struct option_row options[] = {COMMON_OPTION_ROWS, FORMAT_OPTION_ROW};

static const char *roles_text(const struct workload *workload)
{
    bool is_job = (workload->roles & ROLE_JOB) != 0;
    bool is_load = (workload->roles & ROLE_LOAD) != 0;
    return is_job && is_load ? "job, load" : is_job ? "job" : "load";
}

static void print_settings(void)
{
    size_t count;
    const struct setting *const *settings = setting_catalog(&count);
    printf("\n%-14s %s\n", "SETTING", "WHAT --set HOLDS DURING A RUN");
    for (size_t i = 0; i < count; i++)
        printf("%-14s %s\n%-14s takes %s, such as %s\n", settings[i]->name, settings[i]->summary,
               "", settings[i]->value_form, settings[i]->example);
}

static void print_list(void)
{
    size_t count;
    const struct workload *const *workloads = workload_catalog(&count);
    printf("%-14s %-10s %s\n", "NAME", "ROLES", "WHAT IT DOES");
    for (size_t i = 0; i < count; i++)
        printf("%-14s %-10s %s\n", workloads[i]->name, roles_text(workloads[i]),
               workloads[i]->summary);
    const struct set *sets = set_catalog(&count);
    for (size_t i = 0; i < count; i++)
        printf("%-14s %-10s %s\n", sets[i].name, "set", sets[i].summary);
    print_settings();
    printf("\n'contend workloads NAME' tells more of a workload or a set.\n");
}

/* What it needs with its defaults on this machine. */
static struct workload_needs default_needs(const struct workload *workload,
                                           const struct sysroot *root)
{
    struct workload_needs needs = {0};
    struct plan_machine machine = {.memory_bytes = 1ULL << 30, .cpus = 1};
    struct error ignored;
    auto_parameters struct parameters parameters = {0};
    static const struct parameters none;
    plan_machine_read(root, &none, &machine, &ignored);
    if (workload->need == NULL ||
        workload_parameters_complete(workload, &none, &parameters, &ignored) != 0)
        return needs;
    const struct workload_context context = {
        .workload = workload,
        .parameters = &parameters,
        .directory_fd = -1,
        .memory_bytes = machine.memory_bytes,
        .cpus = machine.cpus,
        .records_fd = -1,
    };
    workload->need(&context, &needs);
    return needs;
}

static void print_needs(const struct workload_needs *needs)
{
    for (size_t i = 0; i < array_length(needs->programs) && needs->programs[i] != NULL; i++)
        printf("%s%s", i == 0 ? "Needs:     " : ", ", needs->programs[i]);
    if (needs->programs[0] != NULL)
        printf(needs->package_hint != NULL ? " (%s)\n" : "\n", needs->package_hint);
    if (needs->needs_other_directory)
        printf("Needs:     a second directory (--other DIR)\n");
    if (needs->needs_privilege)
        printf("Needs:     root\n");
}

static void print_parameters(const struct workload *workload)
{
    if (workload->parameters == NULL || workload->parameters->name == NULL)
        return;
    printf("\nParameters (%s:KEY=VALUE[,KEY=VALUE...]):\n", workload->name);
    for (const struct parameter_definition *row = workload->parameters; row->name != NULL; row++) {
        auto_free char *range = workload_parameter_range(row);
        printf("  %s=%s\n      %s\n      takes %s", row->name, row->default_value, row->help,
               range);
        if (row->quick_value != NULL)
            printf("; %s with --quick", row->quick_value);
        printf("\n");
    }
}

static void print_measures(const struct workload *workload)
{
    if (workload->measures == NULL || workload->measures->name == NULL)
        return;
    printf("\nMeasures of its own:\n");
    for (const struct measure_definition *row = workload->measures; row->name != NULL; row++)
        printf("  %-20s %-8s %s\n", row->name, row->unit, row->help);
}

static void print_workload(const struct workload *workload, const struct sysroot *root)
{
    struct workload_needs needs = default_needs(workload, root);
    printf("%s: %s\n\n", workload->name, workload->summary);
    printf("Roles:     %s\n", roles_text(workload));
    printf("Ends:      %s\n", workload->ends == ENDS_BY_ITSELF ? "by itself" : "when told");
    if (workload->progress_unit != NULL)
        printf("One Load:  %s\n", workload->progress_unit);
    print_needs(&needs);
    print_parameters(workload);
    print_measures(workload);
}

static void print_set(const struct set *set)
{
    printf("%s: %s\n\nRoles:     set (-l %s)\nJob:       %s, unless another is given\nLoads:    ",
           set->name, set->summary, set->name, set->job);
    for (const char *const *load = set->loads; *load != NULL; load++)
        printf(" %s", *load);
    printf("\n");
}

static json_t *parameters_json(const struct workload *workload)
{
    json_t *array = json_array();
    for (const struct parameter_definition *row = workload->parameters;
         row != NULL && row->name != NULL; row++) {
        auto_free char *range = workload_parameter_range(row);
        json_array_append_new(
            array, json_pack("{s:s, s:s, s:s?, s:s, s:s, s:s}", "name", row->name, "default",
                             row->default_value, "quick", row->quick_value, "range", range, "scope",
                             row->scope == SCOPE_PREPARE ? "prepare" : "run", "help", row->help));
    }
    return array;
}

static json_t *measures_json(const struct workload *workload)
{
    json_t *array = json_array();
    for (const struct measure_definition *row = workload->measures;
         row != NULL && row->name != NULL; row++)
        json_array_append_new(
            array, json_pack("{s:s, s:s, s:s, s:s, s:b, s:s}", "name", row->name, "unit", row->unit,
                             "direction", direction_name(row->direction), "scale",
                             scale_name(row->scale), "headline", row->headline, "help", row->help));
    return array;
}

static json_t *workload_json(const struct workload *workload, const struct sysroot *root)
{
    struct workload_needs needs = default_needs(workload, root);
    json_t *roles = json_array();
    json_t *programs = json_array();
    if ((workload->roles & ROLE_JOB) != 0)
        json_array_append_new(roles, json_string("job"));
    if ((workload->roles & ROLE_LOAD) != 0)
        json_array_append_new(roles, json_string("load"));
    for (size_t i = 0; i < array_length(needs.programs) && needs.programs[i] != NULL; i++)
        json_array_append_new(programs, json_string(needs.programs[i]));
    return json_pack("{s:s, s:s, s:o, s:s, s:s?, s:o, s:o, s:o}", "name", workload->name, "summary",
                     workload->summary, "roles", roles, "ends",
                     workload->ends == ENDS_BY_ITSELF ? "by_itself" : "when_told", "progress_unit",
                     workload->progress_unit, "programs", programs, "parameters",
                     parameters_json(workload), "measures", measures_json(workload));
}

static json_t *set_json(const struct set *set)
{
    json_t *loads = json_array();
    for (const char *const *load = set->loads; *load != NULL; load++)
        json_array_append_new(loads, json_string(*load));
    return json_pack("{s:s, s:s, s:s, s:o}", "name", set->name, "summary", set->summary, "job",
                     set->job, "loads", loads);
}

static json_t *settings_json(void)
{
    json_t *array = json_array();
    size_t count;
    const struct setting *const *settings = setting_catalog(&count);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:s, s:s}", "name", settings[i]->name,
                                        "summary", settings[i]->summary, "value",
                                        settings[i]->value_form, "example", settings[i]->example));
    return array;
}

/* `name` NULL: all. */
static void print_json(const char *name, const struct sysroot *root)
{
    json_t *workload_array = json_array();
    json_t *set_array = json_array();
    size_t count;
    const struct workload *const *workloads = workload_catalog(&count);
    for (size_t i = 0; i < count; i++)
        if (name == NULL || strcmp(name, workloads[i]->name) == 0)
            json_array_append_new(workload_array, workload_json(workloads[i], root));
    const struct set *sets = set_catalog(&count);
    for (size_t i = 0; i < count; i++)
        if (name == NULL || strcmp(name, sets[i].name) == 0)
            json_array_append_new(set_array, set_json(&sets[i]));
    auto_json json_t *document =
        json_pack("{s:o, s:o, s:o*}", "workloads", workload_array, "sets", set_array, "settings",
                  name == NULL ? settings_json() : NULL);
    json_dumpf(document, stdout, JSON_INDENT(2));
    printf("\n");
}

/* `name` is a workload or a set; else the error names the nearest. */
static int show(const struct command_context *context, const struct common_options *common,
                const char *name, struct error *error)
{
    const char *format = common->format != NULL ? common->format->name : "table";
    const struct set *set = name != NULL ? set_catalog_find(name) : NULL;
    if (name != NULL && set == NULL && workload_catalog_find(name) == NULL)
        return workload_catalog_refuse("workload", name, error);
    if (strcmp(format, "json") == 0)
        print_json(name, context->root);
    else if (strcmp(format, "table") != 0)
        return error_set(error, ERROR_USAGE, 0, "workloads are listed as table or json, not as %s",
                         format);
    else if (set != NULL)
        print_set(set);
    else if (name != NULL)
        print_workload(workload_catalog_find(name), context->root);
    else
        print_list();
    return 0;
}

static int take_name(void *object, const struct option_match *match, struct error *error)
{
    const char **name = object;
    if (*name != NULL)
        return error_set(error, ERROR_USAGE, 0, "'%s' is one name too many", match->argument);
    *name = match->argument;
    return 0;
}

static int run(const struct command_context *context)
{
    struct common_options common = {0};
    struct error error;
    const char *name = NULL;
    if (common_read(context, &common, take_name, &name, &error) != 0)
        return command_fail(&error);
    if (common.wants_help)
        return command_print_help(context->command, stdout);
    return show(context, &common, name, &error) == 0 ? 0 : command_fail(&error);
}

const struct command workloads_command = {
    .name = "workloads",
    .summary = "what can be a job, a load or a set, and its parameters",
    .synopsis = "workloads [NAME]",
    .description =
        "Lists workloads, sets and settings, or tells more of one: what one Load is, its\n"
        "parameters with their defaults and ranges, what it measures and needs.",
    .options = options,
    .option_count = array_length(options),
    .run = run,
};
