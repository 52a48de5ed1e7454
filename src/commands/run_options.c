// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads the options of `contend run`. */
#include "commands/run_options.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/units.h"
#include "experiment/assignment.h"
#include "experiment/label.h"
#include "experiment/set_catalog.h"
#include "machine/settings.h"
#include "record/json.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#define SET_DEFAULT "contest"
#define JOB_DEFAULT "build"

static const uint64_t timeout_ns_default = 3600ULL * 1000000000ULL;
static const uint64_t lead_in_ns_default = 60ULL * 1000000000ULL;
static const uint64_t lead_in_ns_quick = 5ULL * 1000000000ULL;
static const uint64_t probe_ns_default = 10ULL * 1000000ULL;
static const uint64_t probe_ns_min = 100ULL * 1000ULL;
static const uint64_t seed_max = (1ULL << 53) - 1;

enum {
    OPTION_JOB = OPTION_FIRST_OWN,
    OPTION_LOAD,
    OPTION_ROUNDS,
    OPTION_LABEL,
    OPTION_MEMORY,
    OPTION_SET,
    OPTION_DIRECTORY,
    OPTION_OTHER,
    OPTION_TIMEOUT,
    OPTION_SECONDS,
    OPTION_LEAD_IN,
    OPTION_NO_PROBE,
    OPTION_PROBE_INTERVAL,
    OPTION_BEFORE,
    OPTION_NAME,
    OPTION_SEED,
    OPTION_QUICK,
    OPTION_DRY_RUN,
    OPTION_PLAN_LAST = OPTION_DRY_RUN, /* those up to here make a plan */
    OPTION_RESUME,
    OPTION_REFERENCE,
};

const struct option_row run_option_rows[] = {
    {OPTION_JOB, 'j', "job", "ITEM", "what is timed (default: " JOB_DEFAULT ")"},
    {OPTION_LOAD, 'l', "load", "ITEMS", "what runs beside it, or a set (default: " SET_DEFAULT ")"},
    {OPTION_ROUNDS, 'r', "rounds", "N", "runs of each condition (default: least that can decide)"},
    {OPTION_LABEL, 0, "label", "NAME", "what to compare under (default: the kernel release)"},
    {OPTION_MEMORY, 0, "memory", "SIZE", "measure as if the machine had SIZE of memory"},
    {OPTION_SET, 0, "set", "KEY=VALUE", "hold a setting or parameter at a value (repeatable)"},
    {OPTION_DIRECTORY, 0, "dir", "DIR", "where the work is done (default: " DIRECTORY_DEFAULT ")"},
    {OPTION_OTHER, 'o', "other", "DIR", "second place, on another disk, for io_other"},
    DATABASE_OPTION_ROW,
    {OPTION_TIMEOUT, 0, "timeout", "DURATION", "cut a run off after this long (default: 1h)"},
    {OPTION_SECONDS, 0, "seconds", "DURATION",
     "window of jobs that end when told (default: as long as the job takes)"},
    {OPTION_LEAD_IN, 0, "lead-in", "DURATION",
     "longest wait for a steady load (default: 60s, with --quick 5s)"},
    {OPTION_NO_PROBE, 0, "no-probe", NULL, "leave the wakeup probe out"},
    {OPTION_PROBE_INTERVAL, 0, "probe-interval", "DURATION", "sleep of the probe (default: 10ms)"},
    {OPTION_BEFORE, 0, "before", "COMMAND", "run ahead of each run of '-- COMMAND', untimed"},
    {OPTION_NAME, 0, "name", "NAME", "name for '-- COMMAND' in tables"},
    {OPTION_SEED, 0, "seed", "N", "order of the runs (default: a fresh one, recorded)"},
    {OPTION_QUICK, 0, "quick", NULL, "a first look: small job, 2 rounds, no verdict"},
    {OPTION_DRY_RUN, 0, "dry-run", NULL, "print the plan and what it can show, run nothing"},
    {OPTION_RESUME, 0, "resume", "[EXPERIMENT]", "go on with an experiment that was cut off"},
    {OPTION_REFERENCE, 0, "reference", "LABEL", "label whose no_load Ratio divides by"},
    FORMAT_OPTION_ROW,
    CLASSIC_OPTION_ROW,
    VERBOSE_OPTION_ROW,
    COMMON_OPTION_ROWS,
};
_Static_assert(array_length(run_option_rows) == RUN_OPTION_ROW_COUNT, "count the rows");

static int read_duration(const char *option, const char *text, uint64_t minimum_ns, uint64_t *out,
                         struct error *error)
{
    uint64_t ns;
    if (units_parse_duration(text, &ns, error) != 0)
        return error_context(error, "--%s", option);
    if (ns < minimum_ns || ns > PLAN_TIME_NS_MAX) {
        char minimum[32];
        return error_set(error, ERROR_USAGE, 0, "--%s %s is out of range: from %s to ten years",
                         option, text, units_format_duration(minimum_ns, minimum, sizeof(minimum)));
    }
    *out = ns;
    return 0;
}

static int read_number(const char *option, const char *text, uint64_t maximum, uint64_t *out,
                       struct error *error)
{
    int64_t number;
    if (units_parse_integer(text, &number, error) != 0)
        return error_context(error, "--%s", option);
    if (number < 1 || (uint64_t)number > maximum)
        return error_set(error, ERROR_USAGE, 0, "--%s %s is out of range: from 1 to %llu", option,
                         text, (unsigned long long)maximum);
    *out = (uint64_t)number;
    return 0;
}

static int take_timing(struct run_options *options, const struct option_match *match,
                       struct error *error)
{
    struct plan_timing *timing = &options->timing;
    switch (match->id) {
    case OPTION_TIMEOUT:
        return read_duration("timeout", match->argument, 1, &timing->timeout_ns, error);
    case OPTION_SECONDS:
        return read_duration("seconds", match->argument, 1, &timing->seconds_ns, error);
    case OPTION_LEAD_IN:
        options->has_lead_in = true;
        return read_duration("lead-in", match->argument, 0, &timing->lead_in_ns, error);
    case OPTION_PROBE_INTERVAL:
        return read_duration("probe-interval", match->argument, probe_ns_min,
                             &timing->probe_interval_ns, error);
    default:
        timing->probe_interval_ns = 0;
        return 0;
    }
}

static int take_rounds(struct run_options *options, const char *text, struct error *error)
{
    uint64_t rounds;
    if (read_number("rounds", text, PLAN_ROUNDS_MAX, &rounds, error) != 0)
        return -1;
    options->rounds = (unsigned)rounds;
    return 0;
}

/* Options with a value that is kept as it is. NULL: not one of them. */
static const char **text_option(struct run_options *options, int id)
{
    switch (id) {
    case OPTION_JOB:
        return &options->job;
    case OPTION_LOAD:
        return &options->loads;
    case OPTION_LABEL:
        return &options->label;
    case OPTION_MEMORY:
        return &options->memory;
    case OPTION_DIRECTORY:
        return &options->directory;
    case OPTION_OTHER:
        return &options->other_directory;
    case OPTION_BEFORE:
        return &options->before;
    case OPTION_NAME:
        return &options->name;
    case OPTION_REFERENCE:
        return &options->reference;
    default:
        return NULL;
    }
}

/* What becomes a part of the plan is written in JSON, which has no other bytes. */
static int check_text(const char *what, const char *text, struct error *error)
{
    if (string_is_utf8(text))
        return 0;
    auto_free char *shown = string_as_utf8(text);
    return error_set(error, ERROR_USAGE, 0,
                     "%s '%s' is not valid UTF-8, the only text that a plan can keep", what, shown);
}

static int take(void *object, const struct option_match *match, struct error *error)
{
    struct run_options *options = object;
    if (match->id == 0)
        return error_set(error, ERROR_USAGE, 0,
                         "'%s' is no option: a job is given with -j, a command line behind '--'",
                         match->argument);
    const char **text = text_option(options, match->id);
    if (match->argument != NULL && check_text("argument", match->argument, error) != 0)
        return -1;
    options->has_plan_option |= match->id >= OPTION_JOB && match->id <= OPTION_PLAN_LAST;
    if (text != NULL) {
        *text = match->argument;
        return 0;
    }
    switch (match->id) {
    case OPTION_ROUNDS:
        return take_rounds(options, match->argument, error);
    case OPTION_SET:
        string_list_add(&options->sets, match->argument);
        return 0;
    case OPTION_SEED:
        options->has_seed = true;
        return read_number("seed", match->argument, seed_max, &options->seed, error);
    case OPTION_QUICK:
        options->is_quick = true;
        return 0;
    case OPTION_DRY_RUN:
        options->is_dry_run = true;
        return 0;
    case OPTION_RESUME:
        options->resumed = match->argument != NULL ? match->argument : "";
        return 0;
    default:
        return take_timing(options, match, error);
    }
}

static int check_together(const struct run_options *options, struct error *error)
{
    bool has_command = options->common.command_line != NULL;
    if (has_command && options->common.command_line[0] == NULL)
        return error_set(error, ERROR_USAGE, 0, "no command line follows '--'");
    for (char **word = options->common.command_line; has_command && *word != NULL; word++)
        if (check_text("command line: argument", *word, error) != 0)
            return -1;
    if (has_command && options->job != NULL)
        return error_set(error, ERROR_USAGE, 0,
                         "both -j %s and a command line behind '--': there is one job",
                         options->job);
    if (!has_command && (options->before != NULL || options->name != NULL))
        return error_set(error, ERROR_USAGE, 0, "%s goes with a command line behind '--'",
                         options->before != NULL ? "--before" : "--name");
    if (options->resumed != NULL && (options->has_plan_option || has_command))
        return error_set(error, ERROR_USAGE, 0,
                         "--resume goes on with the plan that was recorded: no other option that "
                         "makes a plan goes with it");
    return options->label != NULL ? label_check(options->label, error) : 0;
}

int run_options_read(struct run_options *out, const struct command_context *context,
                     struct error *error)
{
    struct run_options options = {
        .timing = {.timeout_ns = timeout_ns_default, .probe_interval_ns = probe_ns_default},
    };
    if (common_read(context, &options.common, take, &options, error) != 0 ||
        (!options.common.wants_help && check_together(&options, error) != 0)) {
        run_options_finish(&options);
        return -1;
    }
    if (!options.has_lead_in)
        options.timing.lead_in_ns = options.is_quick ? lead_in_ns_quick : lead_in_ns_default;
    if (!options.has_seed)
        options.seed = random_seed_fresh();
    *out = options;
    return 0;
}

void run_options_finish(struct run_options *options)
{
    string_list_finish(&options->sets);
}

void run_wish_finish(struct run_wish *wish)
{
    item_finish(&wish->job);
    item_list_finish(&wish->loads);
    parameters_finish(&wish->settings);
    free(wish->directory);
    free(wish->other_directory);
}

static void make_command_job(const struct run_options *options, struct item *out)
{
    auto_json json_t *array = json_array();
    for (char **word = options->common.command_line; *word != NULL; word++)
        json_array_append_new(array, json_string(*word));
    auto_free char *text = json_dumps(array, JSON_COMPACT);
    *out = (struct item){.name = string_duplicate("command")};
    parameters_set(&out->parameters, "command", text != NULL ? text : "");
    if (options->before != NULL)
        parameters_set(&out->parameters, "before", options->before);
    if (options->name != NULL)
        parameters_set(&out->parameters, "name", options->name);
}

static int make_items(const struct run_options *options, struct run_wish *wish, struct error *error)
{
    const char *loads = options->loads != NULL ? options->loads : SET_DEFAULT;
    const struct set *set = set_catalog_find(loads);
    const char *job = options->job != NULL ? options->job : set != NULL ? set->job : JOB_DEFAULT;
    if (options->common.command_line != NULL)
        make_command_job(options, &wish->job);
    else if (item_parse(job, &wish->job, error) != 0)
        return error_context(error, "-j");
    if (item_list_parse(loads, &wish->loads, error) != 0)
        return error_context(error, "-l");
    return set_catalog_expand(&wish->loads, error);
}

static int assign_all(const struct run_options *options, const struct sysroot *root,
                      struct run_wish *wish, struct error *error)
{
    const struct assignment_scope scope = {
        .root = root, .job = &wish->job, .loads = &wish->loads, .settings = &wish->settings};
    if (options->memory != NULL) {
        if (settings_value_check(root, "memory", options->memory, error) != 0)
            return error_context(error, "--memory");
        parameters_set(&wish->settings, "memory", options->memory);
    }
    for (size_t i = 0; i < options->sets.count; i++)
        if (assignment_apply(&scope, options->sets.items[i], error) != 0)
            return error_context(error, "--set");
    return 0;
}

static int resolve(const char *option, const char *path, char **out, struct error *error)
{
    *out = realpath(path, NULL);
    if (*out == NULL)
        return error_set(error, ERROR_CANNOT, errno, "--%s %s", option, path);
    return check_text("directory", *out, error);
}

int run_wish_make(const struct run_options *options, const struct sysroot *root,
                  struct run_wish *out, struct error *error)
{
    struct run_wish wish = {0};
    const char *directory = options->directory != NULL ? options->directory : DIRECTORY_DEFAULT;
    int result = make_items(options, &wish, error);
    if (result == 0)
        result = assign_all(options, root, &wish, error);
    if (result == 0)
        result = resolve("dir", directory, &wish.directory, error);
    if (result == 0 && options->other_directory != NULL)
        result = resolve("other", options->other_directory, &wish.other_directory, error);
    if (result != 0) {
        run_wish_finish(&wish);
        return -1;
    }
    *out = wish;
    return 0;
}
