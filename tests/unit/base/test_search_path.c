// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/search_path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static char place[] = "/tmp/contend-search-path-XXXXXX";

/* A directory with an executable `tool`, a plain file `text` and a directory `folder`. */
static void make_place(void)
{
    ck_assert_ptr_nonnull(mkdtemp(place));
    ck_assert_int_eq(chdir(place), 0);
    int tool = open("tool", O_WRONLY | O_CREAT, 0755);
    int text = open("text", O_WRONLY | O_CREAT, 0644);
    ck_assert(tool >= 0 && text >= 0);
    close(tool);
    close(text);
    ck_assert_int_eq(mkdir("folder", 0755), 0);
}

static void remove_place(void)
{
    ck_assert_int_eq(unlink("tool"), 0);
    ck_assert_int_eq(unlink("text"), 0);
    ck_assert_int_eq(rmdir("folder"), 0);
    ck_assert_int_eq(rmdir(place), 0);
}

static const struct {
    const char *path; /* NULL: unset */
    const char *program;
    const char *directory;
    bool is_found;
} cases[] = {
    {"/nowhere:.", "tool", NULL, true},
    {"/nowhere:", "tool", NULL, true},
    {"/nowhere", "tool", NULL, false},
    {".", "text", NULL, false},
    {".", "folder", NULL, false},
    {".", "absent", NULL, false},
    {".", "", NULL, false},
    {"/nowhere", "./tool", NULL, true},
    {"/nowhere", "../tool", "folder", true},
    {"/nowhere", "./tool", "folder", false},
    {NULL, "sh", NULL, true},
};

START_TEST(test_program_is_found_where_execvp_would_find_it)
{
    make_place();
    if (cases[_i].path != NULL)
        setenv("PATH", cases[_i].path, 1);
    else
        unsetenv("PATH");
    bool is_found = search_path_has(cases[_i].program, cases[_i].directory);
    remove_place();
    ck_assert_int_eq(is_found, cases[_i].is_found);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_program_is_found_where_execvp_would_find_it, 0,
                        sizeof(cases) / sizeof(cases[0]));
}

int main(void)
{
    return unit_run("search_path", fill);
}
