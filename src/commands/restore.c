// SPDX-License-Identifier: GPL-2.0-or-later
/* `contend restore`: puts back what a killed experiment left changed. */
#include "base/cleanup.h"
#include "commands/command.h"
#include "commands/common.h"
#include "machine/journal.h"
#include "machine/state_directory.h"

static const struct option_row rows[] = {COMMON_OPTION_ROWS};

static int restore_journal(const struct sysroot *root, const struct state_directory *state,
                           bool is_quiet, struct error *error)
{
    struct journal journal;
    auto_string_list struct string_list said = {0};
    bool was_open = journal_is_open(state->fd);
    journal_init(&journal, root, state->fd);
    int result = was_open ? journal_restore(&journal, &said, error) : 0;
    journal_finish(&journal);
    for (size_t i = 0; i < said.count && !is_quiet; i++)
        printf("%s\n", said.items[i]);
    if (!was_open && !is_quiet)
        printf("nothing to restore: no experiment left anything changed\n");
    return result;
}

static int restore_all(const struct sysroot *root, bool is_quiet, struct error *error)
{
    struct state_directory state;
    int lock = -1;
    if (state_directory_open(&state, error) != 0)
        return -1;
    int result = state_directory_lock(&state, 0, &lock, error);
    if (result == 0)
        result = restore_journal(root, &state, is_quiet, error);
    if (lock >= 0)
        close(lock);
    state_directory_close(&state);
    return result;
}

static int refuse_operand(void *options, const struct option_match *match, struct error *error)
{
    (void)options;
    return error_set(error, ERROR_USAGE, 0, "restore takes no '%s': it puts back everything",
                     match->argument);
}

static int restore(const struct command_context *context)
{
    struct common_options common = {0};
    struct error error;
    if (common_read(context, &common, refuse_operand, NULL, &error) != 0)
        return command_fail(&error);
    if (common.wants_help)
        return command_print_help(context->command, stdout);
    return restore_all(context->root, common.is_quiet, &error) == 0 ? 0 : command_fail(&error);
}

const struct command restore_command = {
    .name = "restore",
    .summary = "put back every setting that a killed run left changed",
    .synopsis = "restore [-q]",
    .description =
        "Reads the journal that contend keeps of everything it changes, ends what is left of the\n"
        "experiment that wrote it, puts settings back in reverse order, and removes its files.\n"
        "'contend run' does the same before it begins. Exit status 5: something could not be\n"
        "put back, and what that was is said.",
    .options = rows,
    .option_count = array_length(rows),
    .run = restore,
};
