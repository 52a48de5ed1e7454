// SPDX-License-Identifier: GPL-2.0-or-later
/* A command: options in, the rooms below called, one report out. One file of this room ends in one
 * `const struct command`; main.c knows it by that struct alone. */
#pragma once

#include "base/options.h"
#include "base/sysroot.h"

struct command;

/* What every command is given. */
struct command_context {
    const struct command *command; /* itself */
    const struct sysroot *root;
    const char *program; /* absolute path of this binary, to exec it again */
    int count;           /* arguments of the command; [0] is its name */
    char **arguments;
    int whole_count; /* the whole command line as typed */
    char **whole_arguments;
};

struct command {
    const char *name;
    const char *summary;     /* one line for the list */
    const char *synopsis;    /* "run [-j JOB] ..." */
    const char *description; /* paragraphs for --help and the man page */
    const struct option_row *options;
    size_t option_count;
    bool is_hidden;          /* not for people (--execute) */
    bool takes_command_line; /* what follows "--" is its own; the others refuse it */
    /* The exit status of design: 0, 1, 2, 3, 4, 5, 128 + signal. */
    int (*run)(const struct command_context *context);
};

const struct command *const *command_catalog(size_t *out_count);

/* Options that several commands have; common_option() of commands/common.h takes those with these
 * numbers. A command numbers its own from OPTION_FIRST_OWN. */
enum {
    OPTION_HELP = 1,
    OPTION_QUIET,
    OPTION_VERBOSE,
    OPTION_DATABASE,
    OPTION_FORMAT,
    OPTION_CLASSIC,
    OPTION_FIRST_OWN = 100
};

/* Prints synopsis, description and options of the command; 0, the exit status of that. */
int command_print_help(const struct command *command, FILE *file);
/* "contend: ERROR" on stderr; returns the exit status that belongs to the error. */
int command_fail(const struct error *error);
