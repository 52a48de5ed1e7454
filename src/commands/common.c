// SPDX-License-Identifier: GPL-2.0-or-later
/* Takes the options that several commands share. */
#include "commands/common.h"
#include "report/report_format.h"

static int take_format(struct common_options *common, const char *name, bool is_classic,
                       struct error *error)
{
    if (common->format != NULL && common->format->is_classic != is_classic)
        return error_set(error, ERROR_USAGE, 0,
                         "--classic is a format of its own: --format doesn't go with it");
    return report_format_get(name, is_classic, &common->format, error) == 0 ? 1 : -1;
}

int common_option(struct common_options *common, const struct option_match *match,
                  struct error *error)
{
    switch (match->id) {
    case OPTION_HELP:
        common->wants_help = true;
        return 1;
    case OPTION_QUIET:
        common->is_quiet = true;
        return 1;
    case OPTION_VERBOSE:
        common->is_verbose = true;
        return 1;
    case OPTION_DATABASE:
        common->database = match->argument;
        return 1;
    case OPTION_FORMAT:
        return take_format(common, match->argument, false, error);
    case OPTION_CLASSIC:
        return take_format(common, match->argument != NULL ? match->argument : CLASSIC_DEFAULT,
                           true, error);
    default:
        return 0;
    }
}

int common_read(const struct command_context *context, struct common_options *common,
                common_take *take, void *options, struct error *error)
{
    struct options parser;
    struct option_match match;
    int got;
    options_init(&parser, context->count, context->arguments, context->command->options,
                 context->command->option_count);
    common->command_line = parser.command_line;
    while ((got = options_next(&parser, &match, error)) > 0) {
        int taken = got == OPTIONS_OPTION ? common_option(common, &match, error) : 0;
        if (taken < 0 || (taken == 0 && take(options, &match, error) != 0))
            return -1;
    }
    return got;
}

const struct report_format *common_format(const struct common_options *common)
{
    return common->format != NULL ? common->format : report_format_default();
}
