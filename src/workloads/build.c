// SPDX-License-Identifier: GPL-2.0-or-later
/* The embedded job: make builds a tree of C sources of our own making. What came out is verified by
 * running it: what it prints is known from the making of the tree. */
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/search_path.h"
#include "base/text.h"
#include "process/child.h"
#include "workloads/clean_make.h"
#include "workloads/objects.h"
#include "workloads/source_tree.h"
#include "workloads/workload.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static const struct parameter_definition parameters[] = {
    {
        .name = "files",
        .type = PARAMETER_INTEGER,
        .scope = SCOPE_PREPARE,
        .default_value = "160",
        .minimum = SOURCE_TREE_FILES_MIN,
        .maximum = SOURCE_TREE_FILES_MAX,
        .help = "C files in the tree (160: about 20 s of one CPU at -O2)",
        .quick_value = "40",
    },
    CLEAN_MAKE_JOBS_PARAMETER,
    {
        .name = "compiler",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_RUN,
        .default_value = "cc",
        .help = "command that compiles and links, as make's CC",
    },
    {
        .name = "flags",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_RUN,
        .default_value = "-O2",
        .help = "flags of the compiler, as make's CFLAGS",
    },
    {0},
};

static unsigned file_count(const struct workload_context *context)
{
    return (unsigned)workload_integer(context, "files");
}

static void build_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    static const char hint[] = "apt-get install gcc make libc6-dev";
    /* Objects are smaller than their sources; temporary files of the compiler go to TMPDIR. */
    out_needs->disk_bytes = 2 * source_tree_bytes_max(file_count(context));
    out_needs->processes = 1;
    out_needs->programs[0] = "make";
    out_needs->programs[1] = "ar";
    if (strcmp(workload_text(context, "compiler"), "cc") == 0)
        out_needs->programs[2] = "cc";
    out_needs->package_hint = hint;
}

static int build_check(const struct workload_context *context, struct error *error)
{
    auto_string_list struct string_list words = {0};
    string_list_split(&words, workload_text(context, "compiler"), ' ');
    if (!search_path_has(words.items[0], NULL))
        return error_set(error, ERROR_CANNOT, 0,
                         "build with compiler '%s': no such program in PATH; apt-get install gcc "
                         "make libc6-dev, or give compiler=",
                         words.items[0]);
    return 0;
}

static int build_prepare(const struct workload_context *context, struct error *error)
{
    if (files_remove_tree(context->directory_fd, "tree", error) != 0)
        return -1;
    return source_tree_write(context->directory_fd, "tree", file_count(context), error);
}

static int build_reset(const struct workload_context *context, struct error *error)
{
    if (files_remove_tree(context->directory_fd, "objects", error) != 0)
        return -1;
    return source_tree_make_place(context->directory_fd, "objects", file_count(context), error);
}

static int build_run(const struct workload_context *context, struct error *error)
{
    auto_free char *place = string_format("%s/objects", context->directory);
    auto_string_list struct string_list arguments = {0};
    string_list_add(&arguments, "-s");
    string_list_take(&arguments, string_format("-j%u", workload_count(context, "jobs")));
    string_list_add(&arguments, "-f");
    string_list_add(&arguments, "../tree/Makefile");
    string_list_add(&arguments, "SOURCE=../tree");
    string_list_take(&arguments, string_format("CC=%s", workload_text(context, "compiler")));
    string_list_take(&arguments, string_format("CFLAGS=%s", workload_text(context, "flags")));
    shared_page_ready(context->page);
    if (!shared_page_wait_open(context->page))
        return 0;
    return clean_make_execute(&arguments, place, error);
}

/* Reads from fd until its end or the deadline, at most size - 1 bytes. */
static void read_output(int fd, struct time_point deadline, char *buffer, size_t size)
{
    size_t length = 0;
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    while (length < size - 1 && poll(&waiting, 1, deadline_left_ms(deadline)) > 0) {
        ssize_t got = read(fd, buffer + length, size - 1 - length);
        if (got <= 0)
            break;
        length += (size_t)got;
    }
    buffer[length] = '\0';
}

/* Runs the program that was built; the first bytes of what it prints. */
static int run_program(const char *path, char *output, size_t size, struct error *error)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set(error, ERROR_CANNOT, errno, "make a pipe to run %s", path);
    auto_fd int reader = ends[0];
    struct child child = {0};
    int side = child_fork(&child, error);
    if (side == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execl(path, path, (char *)NULL);
        child_exit(127);
    }
    close(ends[1]);
    if (side < 0)
        return error_context(error, "run %s", path);
    struct time_point deadline = deadline_after_ms(30000);
    read_output(reader, deadline, output, size);
    int status = 0;
    int waited = child_wait(&child, deadline, &status, error);
    child_destroy(&child);
    if (waited == 0)
        return error_set(error, ERROR_FAILED, 0, "run %s: no end within 30 s", path);
    char text[64];
    if (waited > 0 && status != 0)
        return error_set(error, ERROR_FAILED, 0, "run %s: %s", path,
                         child_status_text(status, text, sizeof(text)));
    return waited > 0 ? 0 : -1;
}

static int build_verify(const struct workload_context *context, struct error *error)
{
    unsigned files = file_count(context);
    struct objects objects = {0};
    const struct timespec since = {0}; /* reset() left none */
    if (objects_count(context->directory_fd, "objects", since, &objects, error) != 0)
        return -1;
    if (objects.made != files)
        return error_set(error, ERROR_FAILED, 0, "the build made %u objects of %u C files",
                         objects.made, files);
    auto_free char *program = string_format("%s/objects/program", context->directory);
    char output[64];
    if (run_program(program, output, sizeof(output), error) != 0)
        return error_context(error, "what was built does not work");
    char expected[64];
    snprintf(expected, sizeof(expected), "%08x\n", source_tree_checksum(files));
    if (strcmp(output, expected) != 0)
        return error_set(error, ERROR_FAILED, 0,
                         "what was built does not work: it printed '%.20s' in place of '%.8s'",
                         output, expected);
    return 0;
}

static int build_clean(const struct workload_context *context, struct error *error)
{
    if (files_remove_tree(context->directory_fd, "objects", error) != 0)
        return -1;
    return files_remove_tree(context->directory_fd, "tree", error);
}

const struct workload build_workload = {
    .name = "build",
    .summary = "make builds a generated tree of C sources (the default job)",
    .roles = ROLE_JOB,
    .parameters = parameters,
    .tree = "tree",
    .need = build_need,
    .check = build_check,
    .prepare = build_prepare,
    .reset = build_reset,
    .run = build_run,
    .verify = build_verify,
    .clean = build_clean,
};
