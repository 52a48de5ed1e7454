// SPDX-License-Identifier: GPL-2.0-or-later
/* contend show: tables and runs of experiments that are stored. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"
#include "commands/common.h"
#include "report/report_request.h"
#include "store/store.h"

#include <string.h>

enum { OPTION_LABELS = OPTION_FIRST_OWN, OPTION_REFERENCE, OPTION_RUNS, OPTION_SERIES };

static const struct option_row rows[] = {
    COMMON_OPTION_ROWS,
    DATABASE_OPTION_ROW,
    FORMAT_OPTION_ROW,
    CLASSIC_OPTION_ROW,
    {OPTION_LABELS, 'L', "labels", "A,B",
     "rows of these labels, of the newest experiment that has each"},
    {OPTION_REFERENCE, 'R', "reference", "LABEL",
     "divide by this label's no_load for Ratio (default: the first of --labels)"},
    {OPTION_RUNS, 0, "runs", NULL, "every run with all that is known of it"},
    {OPTION_SERIES, 0, "series", NULL, "with --format json: the series of the runs as well"},
};

struct show_options {
    struct common_options common;
    const char *name; /* of an experiment or a run; NULL: the latest */
    struct string_list labels;
    const char *reference;
    bool with_runs;
    bool with_series;
};

/* The experiments that are shown, and which run of them. */
struct selection {
    struct experiment_data *experiments;
    size_t count;
    int run_position; /* 0: all */
};

static void selection_finish(struct selection *selection)
{
    for (size_t i = 0; i < selection->count; i++)
        experiment_data_finish(&selection->experiments[i]);
    free(selection->experiments);
}

static int selection_add(struct selection *selection, struct store *store, int64_t id,
                         struct error *error)
{
    for (size_t i = 0; i < selection->count; i++)
        if (selection->experiments[i].experiment.id == id)
            return 0;
    struct experiment_data data = {0};
    if (store_experiment_load(store, id, STORE_WITH_SERIES, &data, error) != 0)
        return -1;
    selection->experiments =
        memory_grow(selection->experiments, selection->count, sizeof(struct experiment_data));
    selection->experiments[selection->count++] = data;
    return 0;
}

static int select_named(struct selection *selection, struct store *store, const char *name,
                        struct error *error)
{
    int64_t id;
    struct error no_run;
    if (store_experiment_find(store, name, &id, error) == 0)
        return selection_add(selection, store, id, error);
    if (store_run_find(store, name, &id, &selection->run_position, &no_run) == 0)
        return selection_add(selection, store, id, error);
    if (strchr(name, '.') != NULL)
        *error = no_run;
    return -1;
}

static int select_experiments(struct selection *selection, struct store *store,
                              const struct show_options *options, struct error *error)
{
    int64_t id;
    if (options->name != NULL)
        return select_named(selection, store, options->name, error);
    for (size_t i = 0; i < options->labels.count; i++)
        if (store_experiment_latest_of_label(store, options->labels.items[i], &id, error) != 0 ||
            selection_add(selection, store, id, error) != 0)
            return -1;
    if (options->labels.count > 0)
        return 0;
    if (store_experiment_latest(store, &id, error) != 0)
        return -1;
    return selection_add(selection, store, id, error);
}

static bool selection_has_label(const struct selection *selection, const char *label)
{
    for (size_t i = 0; i < selection->count; i++) {
        const struct experiment_record *experiment = &selection->experiments[i].experiment;
        for (size_t n = 0; n < experiment->condition_count; n++)
            if (strcmp(experiment->conditions[n].label, label) == 0)
                return true;
    }
    return false;
}

static int check_labels(const struct selection *selection, const struct show_options *options,
                        struct error *error)
{
    for (size_t i = 0; i < options->labels.count; i++)
        if (!selection_has_label(selection, options->labels.items[i]))
            return error_set(error, ERROR_USAGE, 0, "experiment %s has no label '%s'",
                             options->name, options->labels.items[i]);
    if (options->reference == NULL)
        return 0;
    if (!selection_has_label(selection, options->reference) ||
        (options->labels.count > 0 && !string_list_has(&options->labels, options->reference)))
        return error_set(error, ERROR_USAGE, 0,
                         "the reference '%s' is not among the labels that are shown: add it to "
                         "--labels",
                         options->reference);
    return 0;
}

static int write_selection(const struct selection *selection, const struct show_options *options,
                           struct error *error)
{
    auto_free const struct experiment_data **experiments =
        memory_allocate(selection->count * sizeof(*experiments));
    for (size_t i = 0; i < selection->count; i++)
        experiments[i] = &selection->experiments[i];
    const struct report_request request = {
        .experiments = experiments,
        .experiment_count = selection->count,
        .labels = options->labels.count > 0 ? &options->labels : NULL,
        .reference = options->reference,
        .with_runs = options->with_runs || selection->run_position != 0,
        .run_position = selection->run_position,
        .with_series = options->with_series,
    };
    return report_request_write(common_format(&options->common), &request, stdout, error);
}

static int show_selection(const struct show_options *options, struct error *error)
{
    auto_store struct store *store = NULL;
    struct selection selection = {0};
    if (store_open(options->common.database, STORE_READ, &store, error) != 0)
        return -1;
    int result = select_experiments(&selection, store, options, error);
    if (result == 0)
        result = check_labels(&selection, options, error);
    if (result == 0)
        result = write_selection(&selection, options, error);
    selection_finish(&selection);
    return result;
}

static int take_name(struct show_options *options, const char *name, struct error *error)
{
    if (options->name != NULL)
        return error_set(error, ERROR_USAGE, 0,
                         "show takes one experiment or run, here are '%s' and '%s'; --labels puts "
                         "several beside each other",
                         options->name, name);
    options->name = name;
    return 0;
}

static int take(void *object, const struct option_match *match, struct error *error)
{
    struct show_options *options = object;
    switch (match->id) {
    case OPTION_LABELS:
        string_list_split(&options->labels, match->argument, ',');
        break;
    case OPTION_REFERENCE:
        options->reference = match->argument;
        break;
    case OPTION_RUNS:
        options->with_runs = true;
        break;
    case OPTION_SERIES:
        options->with_series = true;
        break;
    default:
        return take_name(options, match->argument, error);
    }
    return 0;
}

static int show(const struct command_context *context)
{
    struct show_options options = {0};
    struct error error;
    int result = common_read(context, &options.common, take, &options, &error);
    if (result == 0 && options.common.wants_help)
        command_print_help(context->command, stdout);
    else if (result == 0)
        result = show_selection(&options, &error);
    string_list_finish(&options.labels);
    return result == 0 ? 0 : command_fail(&error);
}

const struct command show_command = {
    .name = "show",
    .summary = "tables again, every run, why a run is flagged",
    .synopsis = "show [EXPERIMENT|RUN] [--labels A,B] [--runs] [--format FORMAT|--classic]",
    .description =
        "Prints the table of an experiment, by default of the latest. EXPERIMENT is its number in\n"
        "'contend list' or the beginning of its UUID; RUN is EXPERIMENT.POSITION or the beginning\n"
        "of the run's UUID, and shows that run alone. Time, CPU%, Loads, LCPU% and Kept% are "
        "means\n"
        "over the measured runs, counted in brackets; p99 is the median of theirs. Runs that were\n"
        "void, failed, skipped or timed out are counted and explained below the table, never\n"
        "averaged; a time that was cut off is shown as '> 600.0'.",
    .options = rows,
    .option_count = array_length(rows),
    .run = show,
};
