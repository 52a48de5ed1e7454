// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds the command in the table and calls it. */
#include "base/cleanup.h"
#include "base/fatal.h"
#include "commands/command.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_usage(FILE *file)
{
    fprintf(file,
            "Usage: contend COMMAND [OPTION...]\n\n"
            "What a machine does to real work when other work gets in the way, and whether a\n"
            "change made that better or worse.\n\nCommands:\n");
    size_t count;
    const struct command *const *catalog = command_catalog(&count);
    for (size_t i = 0; i < count; i++)
        if (!catalog[i]->is_hidden)
            fprintf(file, "  %-10s %s\n", catalog[i]->name, catalog[i]->summary);
    fprintf(file, "\n'contend COMMAND --help' tells more of one.\n");
}

static int refuse_unknown(const char *name)
{
    const char *names[64];
    size_t count;
    size_t used = 0;
    const struct command *const *catalog = command_catalog(&count);
    for (size_t i = 0; i < count && used < 64; i++)
        if (!catalog[i]->is_hidden)
            names[used++] = catalog[i]->name;
    const char *nearest = options_nearest(name, names, used);
    struct error error;
    if (nearest != NULL)
        error_set(&error, ERROR_USAGE, 0, "unknown command '%s': did you mean %s?", name, nearest);
    else
        error_set(&error, ERROR_USAGE, 0, "unknown command '%s': 'contend --help' lists them",
                  name);
    return command_fail(&error);
}

/* A descriptor below 3 that came in closed would be given to the first file that is opened, and
 * what is printed would go there. Writing to the stand-in fails, as to a closed one. */
static void fill_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) != fd)
            fatal("standard descriptors are closed and /dev/null can't be opened in their place");
}

/* A command whose output was lost has failed, unless it has failed already. */
static int finish_output(int status)
{
    struct error error;
    errno = 0;
    if (status != 0 || (fflush(stdout) == 0 && ferror(stdout) == 0))
        return status;
    error_set(&error, ERROR_FAILED, errno, "write to standard output");
    return command_fail(&error);
}

static int refuse_command_line(const struct command *command)
{
    struct error error;
    error_set(&error, ERROR_USAGE, 0,
              "%s takes no command line behind '--': 'contend run -- COMMAND' measures one",
              command->name);
    return command_fail(&error);
}

static int run_command(const struct command *command, const struct sysroot *root, int count,
                       char **arguments)
{
    for (int i = 1; i < count && !command->takes_command_line; i++)
        if (strcmp(arguments[i], "--") == 0)
            return refuse_command_line(command);
    auto_free char *program = realpath("/proc/self/exe", NULL);
    const struct command_context context = {
        .command = command,
        .root = root,
        .program = program != NULL ? program : arguments[0],
        .count = count - 1,
        .arguments = arguments + 1,
        .whole_count = count,
        .whole_arguments = arguments,
    };
    return command->run(&context);
}

static int find_and_run(int count, char **arguments)
{
    if (count < 2) {
        print_usage(stderr);
        return 2;
    }
    const char *name = arguments[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_usage(stdout);
        return 0;
    }
    if (strcmp(name, "--version") == 0) {
        printf("contend %s\n", CONTEND_VERSION);
        return 0;
    }
    struct sysroot root;
    struct error error;
    if (sysroot_open(&root, "/", &error) != 0)
        return command_fail(&error);
    size_t command_count;
    const struct command *const *catalog = command_catalog(&command_count);
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(catalog[i]->name, name) == 0)
            return run_command(catalog[i], &root, count, arguments);
    return refuse_unknown(name);
}

int main(int count, char **arguments)
{
    fill_standard_descriptors();
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error of who writes it, in words */
    /* For letters in labels; numbers stay in the form of the C locale. */
    setlocale(LC_CTYPE, "");
    return finish_output(find_and_run(count, arguments));
}
