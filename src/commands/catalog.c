// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of all commands.
 *
 * To add one: write src/commands/NAME.c ending in `const struct command NAME_command`, add NAME
 * below and NAME.c in meson.build, and a test. The list of commands, --help and the man page come
 * from the struct. */
#include "base/cleanup.h"
#include "base/text.h"
#include "commands/command.h"

#include <ctype.h>
#include <stdio.h>

#define COMMANDS(X)                                                                                \
    X(completion)                                                                                  \
    X(doctor)                                                                                      \
    X(execute)                                                                                     \
    X(list)                                                                                        \
    X(manual)                                                                                      \
    X(restore)                                                                                     \
    X(run)                                                                                         \
    X(show)                                                                                        \
    X(workloads)

#define DECLARE(name) extern const struct command name##_command;
COMMANDS(DECLARE)
#undef DECLARE

#define POINTER(name) &name##_command,
static const struct command *const catalog[] = {COMMANDS(POINTER) NULL};
#undef POINTER

const struct command *const *command_catalog(size_t *out_count)
{
    *out_count = array_length(catalog) - 1;
    return catalog;
}

int command_print_help(const struct command *command, FILE *file)
{
    fprintf(file, "Usage: contend %s\n\n%s\n", command->synopsis, command->description);
    if (command->option_count > 0)
        fprintf(file, "\nOptions:\n");
    options_print_help(command->options, command->option_count, file);
    return 0;
}

int command_fail(const struct error *error)
{
    /* Errors quote what was typed and what files hold: nothing of it may steer the terminal. */
    auto_free char *text = string_as_utf8(error->text);
    for (char *at = text; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at) != 0 && *at != '\n')
            *at = '?';
    fprintf(stderr, "contend: %s\n", text);
    return error_exit_status(error);
}
