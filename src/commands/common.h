// SPDX-License-Identifier: GPL-2.0-or-later
/* Options that several commands share: their rows for the command's table, and where their values
 * go. A command puts COMMON_OPTION_ROWS (and what else it wants of the others) into its table and
 * gives each match to common_option() first. */
#pragma once

#include "commands/command.h"

struct report_format;

struct common_options {
    bool wants_help;
    bool is_quiet;
    bool is_verbose;
    const char *database;               /* --db; NULL: the default place */
    const struct report_format *format; /* --format or --classic; NULL: the table */
    char **command_line;                /* behind "--", NULL-terminated; NULL: there is none */
};

#define CLASSIC_DEFAULT   "0.51"
#define DIRECTORY_DEFAULT "/var/tmp"

/* clang-format off */
#define COMMON_OPTION_ROWS                                                                         \
    {OPTION_HELP, 'h', "help", NULL, "show this help"},                                            \
    {OPTION_QUIET, 'q', "quiet", NULL, "no progress, no notes"}
#define VERBOSE_OPTION_ROW                                                                         \
    {OPTION_VERBOSE, 'v', "verbose", NULL, "a line for each run, and why it is flagged"}
#define DATABASE_OPTION_ROW                                                                        \
    {OPTION_DATABASE, 0, "db", "FILE",                                                             \
     "the results file (default: contend/results.db in the XDG data directory)"}
#define FORMAT_OPTION_ROW                                                                          \
    {OPTION_FORMAT, 0, "format", "FORMAT", "table (default), csv or json"}
#define CLASSIC_OPTION_ROW                                                                         \
    {OPTION_CLASSIC, 0, "classic", "[VERSION]",                                                    \
     "contest's own report, 0.41, 0.51 or 0.61 (default: " CLASSIC_DEFAULT ")"}
/* clang-format on */

/* 1 if the option was one of these and its value is taken, 0 if it is the command's own, -1 with
 * error. */
int common_option(struct common_options *common, const struct option_match *match,
                  struct error *error);

/* What a command does with an operand or an option of its own: 0, or -1 with error. */
typedef int common_take(void *options, const struct option_match *match, struct error *error);
/* Reads all arguments of a command: options of several commands into `common`, the rest by `take`,
 * which is given `options`. */
int common_read(const struct command_context *context, struct common_options *common,
                common_take *take, void *options, struct error *error);
/* The format that was asked for, or the table. */
const struct report_format *common_format(const struct common_options *common);
