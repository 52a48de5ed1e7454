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

const struct report_format *common_format(const struct common_options *common)
{
    extern const struct report_format table_report_format;
    return common->format != NULL ? common->format : &table_report_format;
}
