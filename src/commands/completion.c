// SPDX-License-Identifier: GPL-2.0-or-later
/* `contend --completion`: completion for bash, written from the same structs as --help. For the
 * build. */
#include "commands/command.h"
#include "experiment/set_catalog.h"
#include "workloads/catalog.h"

#include <stdio.h>

static void put_commands(void)
{
    size_t count;
    const struct command *const *commands = command_catalog(&count);
    fputs("    commands='", stdout);
    for (size_t i = 0; i < count; i++)
        if (!commands[i]->is_hidden)
            printf("%s ", commands[i]->name);
    puts("'");
}

static void put_workloads(const char *variable, unsigned roles)
{
    size_t count;
    const struct workload *const *workloads = workload_catalog(&count);
    printf("    %s='", variable);
    for (size_t i = 0; i < count; i++)
        if ((workloads[i]->roles & roles) != 0)
            printf("%s ", workloads[i]->name);
    const struct set *sets = set_catalog(&count);
    for (size_t i = 0; i < count && (roles & ROLE_LOAD) != 0; i++)
        printf("%s ", sets[i].name);
    puts("'");
}

static void put_options(void)
{
    size_t count;
    const struct command *const *commands = command_catalog(&count);
    puts("    case ${COMP_WORDS[1]} in");
    for (size_t i = 0; i < count; i++) {
        if (commands[i]->is_hidden)
            continue;
        printf("    %s) options='", commands[i]->name);
        for (size_t n = 0; n < commands[i]->option_count; n++)
            printf("--%s ", commands[i]->options[n].name);
        puts("' ;;");
    }
    puts("    esac");
}

static const char choice[] =
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
    "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$word\")\n"
    "    elif [[ $before == -j || $before == --job ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$jobs\" -- \"$word\")\n"
    "    elif [[ $before == -l || $before == --load ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$loads\" -- \"$word\")\n"
    "    elif [[ $word == -* ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
    "    elif [ \"${COMP_WORDS[1]}\" = workloads ]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$jobs $loads\" -- \"$word\")\n"
    "    fi\n";

static int run(const struct command_context *context)
{
    (void)context;
    puts("_contend()\n{\n    local commands jobs loads options=");
    put_commands();
    put_workloads("jobs", ROLE_JOB);
    put_workloads("loads", ROLE_LOAD);
    put_options();
    fputs(choice, stdout);
    puts("}\ncomplete -o default -F _contend contend");
    return 0;
}

const struct command completion_command = {
    .name = "--completion",
    .summary = "write the completion for bash",
    .synopsis = "--completion",
    .description = "Writes the completion for bash.",
    .is_hidden = true,
    .run = run,
};
