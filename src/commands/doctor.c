// SPDX-License-Identifier: GPL-2.0-or-later
/* contend doctor: is this machine fit to measure on? */
#include "machine/doctor.h"
#include "base/cleanup.h"
#include "commands/common.h"
#include "record/json.h"
#include "report/report_format.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_DIRECTORY = OPTION_FIRST_OWN };
enum { WIDTH = 78, TEXT_COLUMN = 24 };

static const struct option_row options[] = {
    {OPTION_DIRECTORY, 0, "dir", "DIR",
     "where the work would be done (default: " DIRECTORY_DEFAULT ")"},
    FORMAT_OPTION_ROW,
    COMMON_OPTION_ROWS,
};

/* Words of `text`, broken before column `width`; `column` is where the cursor stands. */
static size_t print_words(const char *text, size_t column, size_t width)
{
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column > TEXT_COLUMN && column + 1 + length > width) {
            printf("\n%*s", TEXT_COLUMN, "");
            column = TEXT_COLUMN;
        }
        column += (size_t)printf("%s%.*s", column > TEXT_COLUMN ? " " : "", (int)length, text);
        text += length + strspn(text + length, " ");
    }
    return column;
}

/* One line each, for grep; a terminal gets long ones broken. */
static void print_finding(const struct doctor_finding *finding)
{
    size_t width = isatty(STDOUT_FILENO) ? WIDTH : SIZE_MAX;
    printf("%-7s %-15s ", doctor_level_name(finding->level), finding->topic);
    size_t column = print_words(finding->text, TEXT_COLUMN, width);
    if (finding->advice[0] != '\0') {
        putchar(';');
        print_words(finding->advice, column + 1, width);
    }
    putchar('\n');
}

static void print_json(const struct doctor_findings *findings)
{
    auto_json json_t *list = json_array();
    for (size_t i = 0; i < findings->count; i++) {
        const struct doctor_finding *finding = &findings->items[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:s}", "level",
                                        doctor_level_name(finding->level), "topic", finding->topic,
                                        "finding", finding->text, "advice", finding->advice));
    }
    json_dumpf(list, stdout, JSON_INDENT(2));
    putchar('\n');
}

static int examine(const struct command_context *context, const char *directory,
                   const struct common_options *common, struct error *error)
{
    const char *format = common->format != NULL ? common->format->name : "table";
    bool is_json = strcmp(format, "json") == 0;
    if (!is_json && strcmp(format, "table") != 0)
        return error_set(error, ERROR_USAGE, 0, "findings are shown as table or json, not as %s",
                         format);
    auto_doctor_findings struct doctor_findings findings = {0};
    doctor_examine(context->root, directory, &findings);
    if (is_json)
        print_json(&findings);
    for (size_t i = 0; i < findings.count && !is_json; i++)
        print_finding(&findings.items[i]);
    if (doctor_findings_block(&findings))
        return error_set(error, ERROR_CANNOT, 0, "nothing can be measured here as it is");
    return 0;
}

static int take_directory(void *object, const struct option_match *match, struct error *error)
{
    const char **directory = object;
    if (match->id != OPTION_DIRECTORY)
        return error_set(error, ERROR_USAGE, 0, "doctor takes no '%s'", match->argument);
    *directory = match->argument;
    return 0;
}

static int run(const struct command_context *context)
{
    struct common_options common = {0};
    struct error error;
    const char *directory = DIRECTORY_DEFAULT;
    if (common_read(context, &common, take_directory, &directory, &error) != 0)
        return command_fail(&error);
    if (common.wants_help)
        return command_print_help(context->command, stdout);
    return examine(context, directory, &common, &error) == 0 ? 0 : command_fail(&error);
}

const struct command doctor_command = {
    .name = "doctor",
    .summary = "is this machine fit to measure on, and what can't be done here",
    .synopsis = "doctor [--dir DIR]",
    .description = "Looks at what would disturb a measurement or be missing from it, and says for\n"
                   "each topic whether it is ok, to be warned of, or cannot be had here, and what\n"
                   "to do. Takes about a second; changes nothing. The exit status is 4 where\n"
                   "nothing at all could be measured.",
    .options = options,
    .option_count = array_length(options),
    .run = run,
};
