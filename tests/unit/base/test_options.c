// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/cleanup.h"
#include "base/options.h"

#include <string.h>

enum { JOB = 1, QUICK, CLASSIC, JOBS_LONG };

static const struct option_row rows[] = {
    {JOB, 'j', "job", "NAME", "the job"},
    {QUICK, 'q', "quick", NULL, "a first look"},
    {CLASSIC, 0, "classic", "[VERSION]", "contest's shape"},
    {JOBS_LONG, 0, "rounds", "N", "how many"},
};

static struct options open_options(char **arguments)
{
    struct options options;
    int count = 0;
    while (arguments[count] != NULL)
        count++;
    options_init(&options, count, arguments, rows, array_length(rows));
    return options;
}

/* "job=x quick rounds=3 :operand", as parsed; "! TEXT" where it is refused. */
static void parse(char **arguments, char *out, size_t size)
{
    struct options options = open_options(arguments);
    struct option_match match;
    struct error error;
    int got;
    out[0] = '\0';
    while ((got = options_next(&options, &match, &error)) > 0) {
        const char *name = "";
        for (size_t i = 0; i < array_length(rows); i++)
            if (got == OPTIONS_OPTION && rows[i].id == match.id)
                name = rows[i].name;
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s%s%s", used > 0 ? " " : "", name,
                 got == OPTIONS_OPERAND ? ":" : (match.argument != NULL ? "=" : ""),
                 match.argument != NULL ? match.argument : "");
    }
    if (got < 0) {
        ck_assert_int_eq(error_exit_status(&error), 2);
        snprintf(out, size, "! %s", error.text);
    }
}

static const struct {
    const char *words[8];
    const char *parsed;
} lines[] = {
    {{"run"}, ""},
    {{"run", "-j", "build", "-q"}, "job=build quick"},
    {{"run", "--job="}, "! option '--job' needs an argument: it is empty"},
    {{"run", "-j", ""}, "! option '--job' needs an argument: it is empty"},
    {{"run", "--classic="}, "classic="},
    {{"run", "--job=build", "--rounds", "3"}, "job=build rounds=3"},
    {{"run", "-qjbuild"}, "quick job=build"},
    {{"run", "--classic", "0.41"}, "classic :0.41"},
    {{"run", "--classic=0.41"}, "classic=0.41"},
    {{"run", "A", "-q", "B"}, ":A quick :B"},
    {{"run", "--job", "--quick"}, "job=--quick"},
    {{"run", "-j"}, "! option '-j' needs an argument"},
    {{"run", "--jbo", "x"}, "! unknown option '--jbo': did you mean --job?"},
    {{"run", "--jbo=x"}, "! unknown option '--jbo=x': did you mean --job?"},
    {{"run", "--nonsense"}, "! unknown option '--nonsense': --help lists them"},
    {{"run", "-x"}, "! unknown option '-x': --help lists them"},
};

START_TEST(test_options_are_parsed_by_their_table)
{
    char *words[8];
    char parsed[1200];
    memcpy(words, lines[_i].words, sizeof(words));
    parse(words, parsed, sizeof(parsed));
    ck_assert_str_eq(parsed, lines[_i].parsed);
}
END_TEST

START_TEST(test_what_follows_the_first_double_dash_is_never_parsed)
{
    static const char *const given[] = {"run", "-q", "--", "make", "-j", "--", "x", NULL};
    char *words[array_length(given)];
    memcpy(words, given, sizeof(words));
    struct options options = open_options(words);
    char parsed[200];
    ck_assert_ptr_eq(options.command_line, words + 3);
    parse(words, parsed, sizeof(parsed));
    ck_assert_str_eq(parsed, "quick");
    ck_assert_str_eq(options.command_line[1], "-j");
    ck_assert_str_eq(options.command_line[2], "--");
    ck_assert_ptr_null(options.command_line[4]);
}
END_TEST

START_TEST(test_double_dash_is_no_argument_of_the_option_before_it)
{
    static const char *const given[] = {"run", "-j", "--", "true", NULL};
    char *words[array_length(given)];
    memcpy(words, given, sizeof(words));
    char parsed[200];
    parse(words, parsed, sizeof(parsed));
    ck_assert_str_eq(parsed, "! option '-j' needs an argument");
}
END_TEST

static const struct {
    const char *name;
    const char *nearest;
} names_near[] = {
    {"io_laod", "io_load"},     {"ioload", "io_load"}, {"mem", NULL},
    {"read_load", "read_load"}, {"x", NULL},           {"", NULL},
    {"mem_lo", "mem_load"},
};

START_TEST(test_nearest_name_is_within_three_edits)
{
    static const char *const names[] = {"io_load", "mem_load", "read_load"};
    const char *nearest = options_nearest(names_near[_i].name, names, array_length(names));
    ck_assert_pstr_eq(nearest, names_near[_i].nearest);
}
END_TEST

START_TEST(test_help_shows_every_form_of_an_option)
{
    char *help = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&help, &size);
    options_print_help(rows, array_length(rows), file);
    fclose(file);
    ck_assert_str_eq(help, "  -j, --job NAME               the job\n"
                           "  -q, --quick                  a first look\n"
                           "      --classic[=VERSION]      contest's shape\n"
                           "      --rounds N               how many\n");
    free(help);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_options_are_parsed_by_their_table, 0, array_length(lines));
    tcase_add_test(tests, test_what_follows_the_first_double_dash_is_never_parsed);
    tcase_add_test(tests, test_double_dash_is_no_argument_of_the_option_before_it);
    tcase_add_loop_test(tests, test_nearest_name_is_within_three_edits, 0,
                        array_length(names_near));
    tcase_add_test(tests, test_help_shows_every_form_of_an_option);
}

int main(void)
{
    return unit_run("options", fill);
}
