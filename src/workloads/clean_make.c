// SPDX-License-Identifier: GPL-2.0-or-later
/* make, in an environment that is the same wherever contend is started from. */
#include "workloads/clean_make.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/search_path.h"
#include "process/child.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char *const passed[] = {"HOME", "LD_LIBRARY_PATH", "LOGNAME", "TMPDIR", "USER"};
static const char *const compilers[] = {"cc", "gcc"};
static const char *const disguised[] = {"ccache", "distcc", "icecc", "sccache"};

static bool is_disguised(const char *compiler)
{
    auto_free char *real = realpath(compiler, NULL);
    const char *slash = real != NULL ? strrchr(real, '/') : NULL;
    for (size_t i = 0; slash != NULL && i < array_length(disguised); i++)
        if (strcmp(slash + 1, disguised[i]) == 0)
            return true;
    return false;
}

static bool is_masquerade(const char *directory)
{
    for (size_t i = 0; i < array_length(compilers); i++) {
        auto_free char *compiler = string_format("%s/%s", directory, compilers[i]);
        if (is_disguised(compiler))
            return true;
    }
    return false;
}

/* Empty elements stand for the current directory, which make changes: they are left out too. */
static void add_path(struct string_list *environment)
{
    auto_free char *path = search_path_text();
    auto_string_list struct string_list directories = {0};
    string_list_split(&directories, path, ':');
    auto_text struct text text = {0};
    for (size_t i = 0; i < directories.count; i++) {
        const char *directory = directories.items[i];
        if (directory[0] != '\0' && !is_masquerade(directory))
            text_append_format(&text, "%s%s", text.length > 0 ? ":" : "PATH=", directory);
    }
    if (text.length > 0)
        string_list_take(environment, text_take(&text));
}

void clean_make_environment(struct string_list *out_environment)
{
    add_path(out_environment);
    for (size_t i = 0; i < array_length(passed); i++) {
        const char *value = getenv(passed[i]);
        if (value != NULL)
            string_list_take(out_environment, string_format("%s=%s", passed[i], value));
    }
    string_list_add(out_environment, "LC_ALL=C");
    string_list_add(out_environment, "CCACHE_DISABLE=1");
}

/* The items with NULL behind them, as exec takes them. */
static char **with_end(struct string_list *list)
{
    list->items = memory_grow(list->items, list->count, sizeof(char *));
    list->items[list->count] = NULL;
    return list->items;
}

static void complete(const struct string_list *arguments, struct string_list *out_all)
{
    string_list_add(out_all, "make");
    for (size_t i = 0; i < arguments->count; i++)
        string_list_add(out_all, arguments->items[i]);
}

int clean_make_run(const struct string_list *arguments, const char *directory, struct error *error)
{
    auto_string_list struct string_list all = {0};
    auto_string_list struct string_list environment = {0};
    complete(arguments, &all);
    clean_make_environment(&environment);
    return child_run((const char *const *)with_end(&all), directory,
                     (const char *const *)with_end(&environment), error);
}

int clean_make_execute(const struct string_list *arguments, const char *directory,
                       struct error *error)
{
    auto_string_list struct string_list all = {0};
    auto_string_list struct string_list environment = {0};
    complete(arguments, &all);
    clean_make_environment(&environment);
    if (chdir(directory) != 0)
        return error_set(error, ERROR_FAILED, errno, "run make in %s", directory);
    execvpe("make", with_end(&all), with_end(&environment));
    return error_set(error, ERROR_CANNOT, errno, "start make");
}
