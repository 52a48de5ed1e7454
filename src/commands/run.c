// SPDX-License-Identifier: GPL-2.0-or-later
/* `contend run`: an experiment from its options to its table. */
#include "base/cleanup.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/units.h"
#include "commands/run_options.h"
#include "experiment/experiment.h"
#include "experiment/forecast.h"
#include "experiment/label.h"
#include "experiment/plan_needs.h"
#include "record/json.h"
#include "report/report_request.h"
#include "statistics/reachable.h"
#include "store/store.h"

#include <math.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Quoted so that a shell reads it back as it was. */
static char *quote_command_line(const struct command_context *context)
{
    struct text text = {0};
    for (int i = 0; i < context->whole_count; i++) {
        const char *word = i == 0 ? "contend" : context->whole_arguments[i];
        bool is_plain =
            word[0] != '\0' && word[strcspn(word, " \t\n'\"\\$&|;<>()*?[]#~`!{}")] == '\0';
        text_append(&text, i > 0 ? " " : "");
        if (is_plain) {
            text_append(&text, word);
            continue;
        }
        text_append(&text, "'");
        for (const char *at = word; *at != '\0'; at++)
            text_append_format(&text, *at == '\'' ? "'\\''" : "%c", *at);
        text_append(&text, "'");
    }
    return text_take(&text);
}

static bool is_other_build(const char *fingerprint, const char *release, const char *version)
{
    auto_json json_t *json = json_loads(fingerprint, 0, NULL);
    return string_is(json_string_value(json_object_get(json, "kernel_release")), release) &&
           !string_is(json_string_value(json_object_get(json, "kernel_version")), version);
}

/* The kernel's release, with its build number where the store knows another build of it. */
static char *default_label(const struct command_context *context, struct store *store,
                           struct error *error)
{
    struct utsname names;
    auto_string_list struct string_list fingerprints = {0};
    auto_free char *version = sysroot_read_all(context->root, "proc/version", error);
    if (version == NULL || uname(&names) != 0)
        return NULL;
    version[strcspn(version, "\n")] = '\0';
    if (store != NULL && store_environment_list(store, &fingerprints, error) != 0)
        return NULL;
    bool has_other_build = false;
    for (size_t i = 0; i < fingerprints.count && !has_other_build; i++)
        has_other_build = is_other_build(fingerprints.items[i], names.release, version);
    return label_default(names.release, version, has_other_build);
}

static int make_plan(const struct command_context *context, const struct run_options *options,
                     struct store *store, struct plan *out, struct error *error)
{
    struct run_wish wish;
    auto_string_list struct string_list notes = {0};
    if (run_wish_make(options, context->root, &wish, error) != 0)
        return -1;
    auto_free char *label = options->label != NULL ? string_duplicate(options->label)
                                                   : default_label(context, store, error);
    struct plan_options plan_options = {
        .job = &wish.job,
        .loads = &wish.loads,
        .settings = &wish.settings,
        .label = label,
        .rounds = options->rounds,
        .seed = options->seed,
        .is_quick = options->is_quick,
        .place = {.directory = wish.directory, .other_directory = wish.other_directory},
        .timing = options->timing,
    };
    int result = label == NULL ? -1
                               : plan_machine_read(context->root, &wish.settings,
                                                   &plan_options.place.machine, error);
    if (result == 0)
        result = plan_create(&plan_options, out, &notes, error);
    for (size_t i = 0; i < notes.count && !options->common.is_quiet; i++)
        fprintf(stderr, "contend: %s\n", notes.items[i]);
    run_wish_finish(&wish);
    return result;
}

static void print_conditions(const struct plan *plan)
{
    for (size_t i = 0; i < plan->condition_count; i++) {
        const struct plan_condition *condition = &plan->conditions[i];
        size_t runs = 0;
        for (size_t j = 0; j < plan->run_count; j++)
            runs += plan->runs[j].condition == i;
        auto_free char *job = parameters_text(&condition->record.job_parameters);
        auto_free char *load = parameters_text(&condition->record.load_parameters);
        printf("  %2zu runs  %s%s%s under %s%s%s%s%s\n", runs, condition->record.job,
               job[0] != '\0' ? ":" : "", job, condition->record.load, load[0] != '\0' ? ":" : "",
               load, condition->skip_reason != NULL ? ": skipped: " : "",
               condition->skip_reason != NULL ? condition->skip_reason : "");
    }
}

static void print_forecast(const struct plan *plan, const struct forecast *forecast)
{
    char text[64];
    printf("Time:  about %s (%zu of %zu conditions known from earlier runs)\n",
           units_format_duration_rounded((uint64_t)(forecast->seconds * 1e9), text, sizeof(text)),
           forecast->known_count, plan->condition_count);
    printf("Power: smallest p %.2g after correction over %u rows", forecast->p_min, forecast->rows);
    if (isinf(forecast->shift_sd))
        printf(": n too small to decide anything, %u rounds would do\n",
               reachable_rounds(forecast->rows, 0.05));
    else
        printf("; sees a shift of %.1f standard deviations in 80 %% of cases\n",
               forecast->shift_sd);
}

static int print_space(const char *directory, uint64_t wanted_bytes, const char *parts,
                       struct error *error)
{
    uint64_t free_bytes;
    char wanted[32];
    char there[32];
    if (files_free_bytes(directory, &free_bytes, error) != 0)
        return -1;
    printf("Disk:  %s of %s free in %s%s%s%s\n",
           units_format_size_rounded(wanted_bytes, wanted, sizeof(wanted)),
           units_format_size_rounded(free_bytes, there, sizeof(there)), directory,
           parts[0] != '\0' ? " (" : "", parts, parts[0] != '\0' ? ")" : "");
    return 0;
}

static int print_plan(const struct command_context *context, const struct plan *plan,
                      struct store *store, struct error *error)
{
    struct forecast forecast;
    struct plan_machine machine;
    auto_plan_needs struct plan_needs needs = {0};
    const struct condition_record *first = &plan->conditions[0].record;
    if (forecast_make(plan, store, &forecast, error) != 0 ||
        plan_machine_read(context->root, &first->settings, &machine, error) != 0)
        return -1;
    plan_needs_sum(plan, &machine, &needs);
    auto_free char *settings = parameters_text(&first->settings);
    printf("Label: %s%s%s\n", first->label, settings[0] != '\0' ? ", " : "", settings);
    printf("Runs:  %zu in %u rounds, seed %llu\n", plan->run_count, plan->rounds,
           (unsigned long long)plan->seed);
    print_conditions(plan);
    print_forecast(plan, &forecast);
    if (print_space(plan->directory, needs.disk_bytes, needs.parts, error) != 0)
        return -1;
    return plan->other_directory == NULL
               ? 0
               : print_space(plan->other_directory, needs.other_disk_bytes, needs.other_parts,
                             error);
}

static void say_skipped(const struct plan *plan)
{
    for (size_t i = 0; i < plan->condition_count; i++)
        if (plan->conditions[i].skip_reason != NULL)
            fprintf(stderr, "contend: %s under %s is skipped: %s\n", plan->conditions[i].record.job,
                    plan->conditions[i].record.load, plan->conditions[i].skip_reason);
}

/* Which experiment --resume means: the one named, else the newest that is not complete. */
static int find_resumed(struct store *store, const char *name, int64_t *out_id, struct error *error)
{
    if (name[0] != '\0')
        return store_experiment_find(store, name, out_id, error);
    struct experiment_summary *summaries;
    size_t count;
    if (store_experiment_list(store, &summaries, &count, error) != 0)
        return -1;
    size_t i = 0;
    while (i < count && summaries[i].state == EXPERIMENT_COMPLETE)
        i++;
    if (i < count)
        *out_id = summaries[i].id;
    store_experiment_list_finish(summaries, count);
    return i < count ? 0
                     : error_set(error, ERROR_USAGE, 0,
                                 "nothing to resume: every experiment here is complete");
}

/* 0 with the plan; where an experiment is resumed, also what it has so far. */
static int get_plan(const struct command_context *context, const struct run_options *options,
                    struct store *store, struct plan *out_plan, struct experiment_data *out_resumed,
                    struct error *error)
{
    int64_t id;
    if (options->resumed == NULL)
        return make_plan(context, options, store, out_plan, error);
    if (find_resumed(store, options->resumed, &id, error) != 0 ||
        store_experiment_load(store, id, STORE_WITHOUT_SERIES, out_resumed, error) != 0)
        return -1;
    return experiment_resumed_plan(context->root, out_resumed, out_plan, error);
}

/* The label that Ratio refers to has to be in the table that will come of the plan. */
static int check_reference(const struct run_options *options, const struct plan *plan,
                           struct error *error)
{
    if (options->reference == NULL)
        return 0;
    for (size_t i = 0; i < plan->condition_count; i++)
        if (string_is(plan->conditions[i].record.label, options->reference))
            return 0;
    return error_set(error, ERROR_USAGE, 0,
                     "--reference %s: only '%s' is measured here; 'contend show --labels' puts "
                     "others beside it",
                     options->reference, plan->conditions[0].record.label);
}

static int report(const struct run_options *options, struct store *store,
                  const struct experiment_result *result, struct error *error)
{
    auto_experiment_data struct experiment_data data = {0};
    if (!options->common.is_quiet && result->signal != 0)
        fprintf(stderr,
                "contend: interrupted; finished runs are kept, 'contend run --resume=%lld' goes on "
                "with the rest\n",
                (long long)result->id);
    if (store_experiment_load(store, result->id, STORE_WITH_SERIES, &data, error) != 0)
        return -1;
    if (data.run_count == 0)
        return 0;
    const struct experiment_data *experiments[] = {&data};
    const struct report_request request = {
        .experiments = experiments,
        .experiment_count = 1,
        .reference = options->reference,
    };
    return report_request_write(common_format(&options->common), &request, stdout, error);
}

static int exit_status(const struct experiment_result *result)
{
    if (result->signal != 0)
        return 128 + result->signal;
    if (result->bad_count > 0 && result->tried_count == 0)
        return 4; /* all was skipped: nothing could be measured here */
    return result->bad_count > 0 ? 1 : 0;
}

static int measure(const struct command_context *context, const struct run_options *options,
                   struct store *store)
{
    struct error error;
    struct experiment_result result;
    auto_plan struct plan plan = {0};
    auto_experiment_data struct experiment_data resumed = {0};
    if (get_plan(context, options, store, &plan, &resumed, &error) != 0 ||
        check_reference(options, &plan, &error) != 0) {
        if (error.class == ERROR_FAILED)
            error.class = ERROR_CANNOT; /* no run has failed: none was begun */
        return command_fail(&error);
    }
    if (options->is_dry_run)
        return print_plan(context, &plan, store, &error) == 0 ? 0 : command_fail(&error);
    auto_free char *command_line = quote_command_line(context);
    const struct experiment_options experiment = {
        .root = context->root,
        .program = context->program,
        .command_line = command_line,
        .store = store,
        .plan = &plan,
        .resumed = options->resumed != NULL ? &resumed : NULL,
        .is_quiet = options->common.is_quiet,
        .is_verbose = options->common.is_verbose,
    };
    if (!options->common.is_quiet)
        say_skipped(&plan);
    interrupt_install();
    int status = 0;
    if (experiment_run(&experiment, &result, &error) != 0)
        status = command_fail(&error);
    if (result.id != 0 && report(options, store, &result, &error) != 0) {
        int unreported = command_fail(&error);
        status = status != 0 ? status : unreported;
    }
    return status != 0 ? status : exit_status(&result);
}

/* A plan that is only looked at makes no results file; *out stays NULL where there is none. */
static int open_store(const struct run_options *options, struct store **out, struct error *error)
{
    const char *database = options->common.database;
    if (!options->is_dry_run || options->resumed != NULL)
        return store_open(database, STORE_WRITE, out, error);
    auto_free char *path =
        database != NULL ? string_duplicate(database) : store_default_path(error);
    if (path == NULL)
        return -1;
    return access(path, F_OK) == 0 ? store_open(path, STORE_READ, out, error) : 0;
}

static int run(const struct command_context *context)
{
    struct run_options options;
    struct error error;
    auto_store struct store *store = NULL;
    if (run_options_read(&options, context, &error) != 0)
        return command_fail(&error);
    int status = 0;
    if (options.common.wants_help)
        command_print_help(context->command, stdout);
    else if (open_store(&options, &store, &error) != 0)
        status = command_fail(&error);
    else
        status = measure(context, &options, store);
    run_options_finish(&options);
    return status;
}

const struct command run_command = {
    .name = "run",
    .summary = "time a job under loads; the contest set unless told otherwise",
    .synopsis = "run [-j JOB] [-l LOAD[,LOAD...]] [OPTION...] [-- COMMAND [ARGUMENT...]]",
    .description =
        "Times a job alone and under each load, in rounds whose order is drawn anew, from a\n"
        "settled machine, and prints one table. Without options: the job build under the ten\n"
        "loads of contest. ITEM is NAME[:KEY=VALUE[,KEY=VALUE...]]; 'contend workloads' lists\n"
        "names and 'contend workloads NAME' their keys. KEY of --set is a setting, job:KEY,\n"
        "load:KEY or WORKLOAD:KEY. Finished runs are kept when it is interrupted; --resume goes\n"
        "on with the rest.\n\n"
        "Exit status: 0 all done; 1 a run failed, was void, skipped or timed out; 2 usage;\n"
        "4 cannot here, nothing measured; 5 the machine could not be put back; 128 + signal.",
    .options = run_option_rows,
    .option_count = RUN_OPTION_ROW_COUNT,
    .takes_command_line = true,
    .run = run,
};
