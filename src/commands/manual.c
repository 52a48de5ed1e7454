// SPDX-License-Identifier: GPL-2.0-or-later
/* `contend --manual`: the manual page, written from the same structs as --help, so that the two
 * can't differ. For the build. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "commands/command.h"
#include "experiment/set_catalog.h"
#include "workloads/catalog.h"

#include <stdio.h>
#include <string.h>

/* Text as roff sees it literally: a dot or quote that begins a line would be a request. */
static void put_text(const char *text)
{
    bool begins_line = true;
    for (; *text != '\0'; text++) {
        if (begins_line && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
        begins_line = *text == '\n';
    }
}

static void put_line(const char *request, const char *text)
{
    fputs(request, stdout);
    put_text(text);
    putchar('\n');
}

/* Empty lines separate paragraphs; a line that begins with a blank stands as it is. */
static void put_paragraphs(const char *text)
{
    auto_free char *copy = string_duplicate(text);
    char *rest = copy;
    for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        if (line[0] == '\0') {
            puts(".PP");
            continue;
        }
        if (line[0] == ' ')
            puts(".br");
        put_text(line);
        putchar('\n');
    }
}

static void put_option(const struct option_row *row)
{
    fputs(".TP\n\\fB", stdout);
    if (row->letter != 0)
        printf("\\-%c\\fR, \\fB", row->letter);
    put_text("--");
    put_text(row->name);
    fputs("\\fR", stdout);
    if (row->argument != NULL && row->argument[0] == '[')
        printf("[=\\fI%.*s\\fR]", (int)strlen(row->argument) - 2, row->argument + 1);
    else if (row->argument != NULL)
        printf(" \\fI%s\\fR", row->argument);
    putchar('\n');
    put_text(row->help);
    putchar('\n');
}

static void put_command(const struct command *command)
{
    put_line(".SS ", command->name);
    fputs(".B contend ", stdout);
    put_text(command->synopsis);
    puts("\n.PP");
    put_paragraphs(command->description);
    for (size_t i = 0; i < command->option_count; i++)
        put_option(&command->options[i]);
}

static void put_commands(void)
{
    size_t count;
    const struct command *const *commands = command_catalog(&count);
    puts(".SH COMMANDS");
    for (size_t i = 0; i < count; i++)
        if (!commands[i]->is_hidden)
            put_command(commands[i]);
}

static void put_workload(const struct workload *workload)
{
    put_line(".SS ", workload->name);
    put_text(workload->summary);
    puts(".");
    if (workload->progress_unit != NULL) {
        puts(".br");
        fputs("One Load: ", stdout);
        put_text(workload->progress_unit);
        puts(".");
    }
    for (const struct parameter_definition *row = workload->parameters;
         row != NULL && row->name != NULL; row++) {
        auto_free char *range = workload_parameter_range(row);
        fputs(".TP\n\\fB", stdout);
        put_text(row->name);
        fputs("\\fR=\\fI", stdout);
        put_text(row->default_value);
        puts("\\fR");
        put_text(row->help);
        fputs(". Takes ", stdout);
        put_text(range);
        puts(".");
    }
}

static void put_workloads(void)
{
    size_t count;
    const struct workload *const *workloads = workload_catalog(&count);
    puts(".SH WORKLOADS\nParameters are given as NAME:KEY=VALUE[,KEY=VALUE...]; defaults are "
         "shown.");
    for (size_t i = 0; i < count; i++)
        put_workload(workloads[i]);
    const struct set *sets = set_catalog(&count);
    puts(".SH SETS");
    for (size_t i = 0; i < count; i++) {
        put_line(".TP\n.B ", sets[i].name);
        put_text(sets[i].summary);
        fputs(":", stdout);
        for (const char *const *load = sets[i].loads; *load != NULL; load++)
            printf(" %s", *load);
        putchar('\n');
    }
}

static const char head[] =
    ".SH NAME\ncontend \\- time a job while other work gets in the way\n"
    ".SH SYNOPSIS\n.B contend\n.I COMMAND\n.RI [ OPTION ...]\n"
    ".SH DESCRIPTION\n"
    "Contend times a piece of work, the job, while another, the load, runs beside it, and tells "
    "what\nthat did to both. Conditions are measured in an order drawn anew for each block of two "
    "rounds,\nevery run begins from the same state, and everything that was measured is kept.\n";

static const char tail[] =
    ".SH EXIT STATUS\n"
    ".TP\n0\nall was done\n"
    ".TP\n1\na run failed, was void, timed out or was refused\n"
    ".TP\n2\nusage, or input that can't be read\n"
    ".TP\n3\nwhat a command was asked to fail for came true\n"
    ".TP\n4\nit can't be done here (privilege, program, space, lock): nothing was measured\n"
    ".TP\n5\nthe machine could not be put back as it was; wins over all others\n"
    ".TP\n128+N\nsignal N ended it; what was finished is kept\n"
    ".SH FILES\n"
    ".TP\n.I $XDG_DATA_HOME/contend/results.db\nresults, where \\-\\-db names no other file\n"
    ".TP\n.I /var/tmp/contend\\-*\nthe work of an experiment, while it runs\n"
    ".TP\n.I /run/contend\nlock and journal of root; others have theirs in $XDG_RUNTIME_DIR\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B CONTEND_TIME_FACTOR\nstretches every deadline but those of runs, for slow machines\n"
    ".TP\n.B NO_COLOR\nno colours on a terminal\n";

static int run(const struct command_context *context)
{
    (void)context;
    printf(".TH CONTEND 1 \"\" \"contend %s\" \"User Commands\"\n", CONTEND_VERSION);
    fputs(head, stdout);
    put_commands();
    put_workloads();
    fputs(tail, stdout);
    return 0;
}

const struct command manual_command = {
    .name = "--manual",
    .summary = "write the manual page",
    .synopsis = "--manual",
    .description = "Writes the manual page.",
    .is_hidden = true,
    .run = run,
};
