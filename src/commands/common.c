// SPDX-License-Identifier: GPL-2.0-or-later
/* Takes the options that several commands share. */
#include "commands/common.h"
#include "report/report_format.h"

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
        return report_format_get(match->argument, false, &common->format, error) == 0 ? 1 : -1;
    default:
        return 0;
    }
}
