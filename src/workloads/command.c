// SPDX-License-Identifier: GPL-2.0-or-later
/* Any command line as the job. It replaces the process of run(): its exit status is the job's, and
 * nothing of ours lies between it and the supervisor. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/search_path.h"
#include "base/text.h"
#include "process/child.h"
#include "record/json.h"
#include "workloads/workload.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct parameter_definition parameters[] = {
    {
        .name = "command",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_RUN,
        .default_value = "",
        .help = "program and arguments, as a JSON array of strings",
    },
    {
        .name = "before",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_RUN,
        .default_value = "",
        .help = "shell command line that runs ahead of each run, untimed",
    },
    {
        .name = "name",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_RUN,
        .default_value = "",
        .help = "name that tables show for the command line",
    },
    {
        .name = "directory",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_RUN,
        .default_value = "",
        .help = "where both run (default: where contend was started)",
    },
    {0},
};

/* Adds the strings of the JSON array to `out`: at least the program's name. */
static int read_arguments(const struct workload_context *context, struct string_list *out,
                          struct error *error)
{
    const char *text = workload_text(context, "command");
    if (text[0] == '\0')
        return error_set(error, ERROR_USAGE, 0, "no command line given: 'contend run -- COMMAND'");
    auto_json json_t *array = json_loads(text, 0, NULL);
    if (!json_is_array(array) || json_array_size(array) == 0)
        return error_set(error, ERROR_USAGE, 0,
                         "command:command is not a JSON array of strings: %s", text);
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *item = json_string_value(json_array_get(array, i));
        if (item == NULL)
            return error_set(error, ERROR_USAGE, 0,
                             "command:command has an element that is not a string: %s", text);
        string_list_add(out, item);
    }
    return 0;
}

static const char *working_directory(const struct workload_context *context)
{
    const char *directory = workload_text(context, "directory");
    return directory[0] != '\0' ? directory : NULL;
}

static int check_program(const char *program, const char *directory, struct error *error)
{
    if (search_path_has(program, directory))
        return 0;
    if (strchr(program, '/') == NULL)
        return error_set(error, ERROR_CANNOT, 0, "start '%s': no such program in PATH", program);
    bool is_below = program[0] != '/' && directory != NULL;
    auto_free char *path =
        is_below ? string_format("%s/%s", directory, program) : string_duplicate(program);
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set(error, ERROR_CANNOT, errno, "start %s: no such program", path);
    return error_set(error, ERROR_CANNOT, 0, "start %s: %s", path,
                     S_ISREG(status.st_mode) ? "it is not executable (chmod +x?)"
                                             : "it is no regular file");
}

static int command_check(const struct workload_context *context, struct error *error)
{
    auto_string_list struct string_list arguments = {0};
    if (read_arguments(context, &arguments, error) != 0)
        return -1;
    const char *directory = working_directory(context);
    struct stat status;
    if (directory != NULL && stat(directory, &status) != 0)
        return error_set(error, ERROR_CANNOT, errno, "run %s in %s", arguments.items[0], directory);
    return check_program(arguments.items[0], directory, error);
}

static int command_reset(const struct workload_context *context, struct error *error)
{
    const char *before = workload_text(context, "before");
    if (before[0] == '\0')
        return 0;
    const char *const arguments[] = {"sh", "-c", before, NULL};
    if (child_run(arguments, working_directory(context), NULL, error) != 0)
        return error_context(error, "run '%s' before the job", before);
    return 0;
}

static int command_run(const struct workload_context *context, struct error *error)
{
    auto_string_list struct string_list arguments = {0};
    if (read_arguments(context, &arguments, error) != 0)
        return -1;
    const char *program = arguments.items[0];
    const char *directory = working_directory(context);
    if (directory != NULL && chdir(directory) != 0)
        return error_set(error, ERROR_CANNOT, errno, "run %s in %s", program, directory);
    arguments.items = memory_grow(arguments.items, arguments.count, sizeof(char *));
    arguments.items[arguments.count] = NULL;
    shared_page_ready(context->page);
    if (!shared_page_wait_open(context->page))
        return 0;
    execvp(program, arguments.items);
    return error_set(error, ERROR_CANNOT, errno, "start %s", program);
}

const struct workload command_workload = {
    .name = "command",
    .summary = "any command line: contend run -- COMMAND ...",
    .roles = ROLE_JOB,
    .parameters = parameters,
    .check = command_check,
    .reset = command_reset,
    .run = command_run,
};
