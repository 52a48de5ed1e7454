// SPDX-License-Identifier: GPL-2.0-or-later
/* Command-line options from a table: the same table parses and prints help. Parsing is
 * getopt_long's. argv is cut at the first "--" before anything is parsed (getopt_long would take
 * "--" as the argument of a preceding option). */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct option_row {
    int id;           /* the command's own number, > 0; unique in its table */
    char letter;      /* 0: no short form */
    const char *name; /* long name, without dashes */
    const char
        *argument; /* NULL: takes none; "[X]": optional, as --name=X; else its word in help */
    const char *help;
};

struct options {
    int count;        /* arguments before the first "--" */
    char **arguments; /* borrowed; [0] is the command's name; getopt_long permutes it */
    char *
        *command_line; /* what follows the first "--", NULL-terminated; NULL where there is none */
    const struct option_row *rows;
    size_t row_count;
    bool started;
};

enum options_result { OPTIONS_END = 0, OPTIONS_OPTION = 1, OPTIONS_OPERAND = 2 };

struct option_match {
    int id;               /* of the row; 0 for an operand */
    const char *argument; /* borrowed; the operand itself; NULL where the option has none */
};

void options_init(struct options *options, int count, char **arguments,
                  const struct option_row *rows, size_t row_count);
/* enum options_result, or -1 with an ERROR_USAGE that names the option and the nearest known one.
 * An argument that has to be there is never empty: that comes of a shell variable unset. */
int options_next(struct options *options, struct option_match *out_match, struct error *error);
void options_print_help(const struct option_row *rows, size_t row_count, FILE *file);

/* The name in `names` nearest to `name` (edit distance at most 3, less than its length), NULL if
 * none. */
const char *options_nearest(const char *name, const char *const *names, size_t count);
