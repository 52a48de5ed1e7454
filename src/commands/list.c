// SPDX-License-Identifier: GPL-2.0-or-later
/* contend list: the experiments of the results file. */
#include "base/cleanup.h"
#include "commands/common.h"
#include "report/report_request.h"
#include "store/store.h"

#include <unistd.h>

static const struct option_row rows[] = {COMMON_OPTION_ROWS, DATABASE_OPTION_ROW,
                                         FORMAT_OPTION_ROW};

/* Before the first experiment there is no results file; that is an empty list and no error, unless
 * a file was named. */
static bool has_no_results_yet(const struct common_options *common)
{
    struct error ignored;
    if (common->database != NULL)
        return false;
    auto_free char *path = store_default_path(&ignored);
    return path != NULL && access(path, F_OK) != 0;
}

static int list_experiments(const struct common_options *common, struct error *error)
{
    if (has_no_results_yet(common))
        return report_format_write_list(common_format(common), NULL, 0, stdout, error);
    auto_store struct store *store = NULL;
    struct experiment_summary *summaries;
    size_t count;
    if (store_open(common->database, STORE_READ, &store, error) != 0 ||
        store_experiment_list(store, &summaries, &count, error) != 0)
        return -1;
    int result = report_format_write_list(common_format(common), summaries, count, stdout, error);
    store_experiment_list_finish(summaries, count);
    return result;
}

static int refuse_operand(void *options, const struct option_match *match, struct error *error)
{
    (void)options;
    return error_set(error, ERROR_USAGE, 0, "list takes no '%s': 'contend show %s' shows one",
                     match->argument, match->argument);
}

static int list(const struct command_context *context)
{
    struct common_options common = {0};
    struct error error;
    if (common_read(context, &common, refuse_operand, NULL, &error) != 0)
        return command_fail(&error);
    if (common.wants_help)
        return command_print_help(context->command, stdout);
    return list_experiments(&common, &error) == 0 ? 0 : command_fail(&error);
}

const struct command list_command = {
    .name = "list",
    .summary = "experiments in the results file",
    .synopsis = "list [--db FILE] [--format table|csv|json]",
    .description =
        "One line for each experiment, the newest first: its number, by which 'contend show'\n"
        "finds it, when it began, how many of its planned runs are stored, its job, loads and\n"
        "labels, and the command line that made it. Works while an experiment is running.",
    .options = rows,
    .option_count = array_length(rows),
    .run = list,
};
