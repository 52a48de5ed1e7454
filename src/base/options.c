// SPDX-License-Identifier: GPL-2.0-or-later
/* Options from a table, by getopt_long. */
#include "base/options.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"

#include <getopt.h>
#include <string.h>

enum { FIRST_LONG = 1000 };

void options_init(struct options *options, int count, char **arguments,
                  const struct option_row *rows, size_t row_count)
{
    *options = (struct options){
        .count = count, .arguments = arguments, .rows = rows, .row_count = row_count};
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--") == 0) {
            options->count = i;
            options->command_line = arguments + i + 1;
            break;
        }
    }
}

static size_t edit_distance(const char *a, const char *b)
{
    size_t length = strlen(b);
    if (length >= 64 || strlen(a) >= 64)
        return 64;
    size_t row[65];
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t above = row[j];
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best)
                best = above + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
            diagonal = above;
        }
    }
    return row[length];
}

const char *options_nearest(const char *name, const char *const *names, size_t count)
{
    const char *nearest = NULL;
    size_t best = 4;
    for (size_t i = 0; i < count; i++) {
        size_t distance = edit_distance(name, names[i]);
        if (distance < best && distance < strlen(name)) {
            best = distance;
            nearest = names[i];
        }
    }
    return nearest;
}

static int refuse_unknown(const struct options *options, const char *word, struct error *error)
{
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < options->row_count && count < array_length(names); i++)
        names[count++] = options->rows[i].name;
    auto_free char *name = string_duplicate(word + strspn(word, "-"));
    name[strcspn(name, "=")] = '\0';
    const char *nearest = options_nearest(name, names, count);
    if (nearest != NULL)
        return error_set(error, ERROR_USAGE, 0, "unknown option '%s': did you mean --%s?", word,
                         nearest);
    return error_set(error, ERROR_USAGE, 0, "unknown option '%s': --help lists them", word);
}

static const struct option_row *row_of(const struct options *options, int code)
{
    for (size_t i = 0; i < options->row_count; i++)
        if (code == (int)i + FIRST_LONG || (code < FIRST_LONG && code == options->rows[i].letter))
            return &options->rows[i];
    return NULL;
}

static int parse_one(struct options *options)
{
    auto_text struct text letters = {0};
    text_append(&letters, "-:");
    auto_free struct option *table =
        memory_allocate((options->row_count + 1) * sizeof(struct option));
    for (size_t i = 0; i < options->row_count; i++) {
        const struct option_row *row = &options->rows[i];
        bool is_optional = row->argument != NULL && row->argument[0] == '[';
        int takes = row->argument == NULL ? no_argument
                    : is_optional         ? optional_argument
                                          : required_argument;
        table[i] = (struct option){row->name, takes, NULL, (int)i + FIRST_LONG};
        if (row->letter != 0)
            text_append_format(&letters, "%c%s", row->letter,
                               takes == no_argument ? "" : (is_optional ? "::" : ":"));
    }
    opterr = 0;
    return getopt_long(options->count, options->arguments, letters.text, table, NULL);
}

int options_next(struct options *options, struct option_match *out_match, struct error *error)
{
    if (!options->started) {
        optind = 0;
        options->started = true;
    }
    int before = optind > 0 ? optind : 1;
    int code = parse_one(options);
    if (code == -1)
        return OPTIONS_END;
    if (code == 1) {
        *out_match = (struct option_match){.id = 0, .argument = optarg};
        return OPTIONS_OPERAND;
    }
    const char *word = before < options->count ? options->arguments[before] : "";
    if (code == ':')
        return error_set(error, ERROR_USAGE, 0, "option '%s' needs an argument", word);
    const struct option_row *row = code == '?' ? NULL : row_of(options, code);
    if (row == NULL)
        return refuse_unknown(options, word, error);
    bool is_required = row->argument != NULL && row->argument[0] != '[';
    if (is_required && optarg[0] == '\0')
        return error_set(error, ERROR_USAGE, 0, "option '--%s' needs an argument: it is empty",
                         row->name);
    *out_match = (struct option_match){.id = row->id, .argument = optarg};
    return OPTIONS_OPTION;
}

void options_print_help(const struct option_row *rows, size_t row_count, FILE *file)
{
    for (size_t i = 0; i < row_count; i++) {
        const struct option_row *row = &rows[i];
        char left[64];
        char letter[8] = "    ";
        if (row->letter != 0)
            snprintf(letter, sizeof(letter), "-%c, ", row->letter);
        if (row->argument == NULL)
            snprintf(left, sizeof(left), "  %s--%s", letter, row->name);
        else if (row->argument[0] == '[')
            snprintf(left, sizeof(left), "  %s--%s[=%.*s]", letter, row->name,
                     (int)strlen(row->argument) - 2, row->argument + 1);
        else
            snprintf(left, sizeof(left), "  %s--%s %s", letter, row->name, row->argument);
        fprintf(file, "%-30s %s\n", left, row->help);
    }
}
