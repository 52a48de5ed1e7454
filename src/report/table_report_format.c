// SPDX-License-Identifier: GPL-2.0-or-later
/* The format `table`: what people read. */
#include "base/memory.h"
#include "base/text.h"
#include "report/figure_text.h"
#include "report/printable.h"
#include "report/report_request.h"
#include "report/run_text.h"
#include "report/text_table.h"
#include "store/store.h"

#include <string.h>
#include <time.h>

enum { COLUMN_NAME, COLUMN_RUNS, COLUMN_FIRST_FIGURE };

static bool column_has_text(const struct result_table *table, size_t column)
{
    for (size_t i = 0; i < table->block_count; i++)
        for (size_t n = 0; n < table->blocks[i].row_count; n++) {
            auto_free char *text =
                figure_text(&table->columns[column], &table->blocks[i].rows[n].figures[column]);
            if (text[0] != '\0')
                return true;
        }
    return false;
}

static char *notes_text(const struct result_row *row)
{
    auto_text struct text text = {0};
    for (size_t i = 0; i < row->note_count; i++)
        text_append_format(&text, "%s%zu", i > 0 ? "," : "", row->notes[i] + 1);
    return text.text != NULL ? string_format("(%s)", text.text) : NULL;
}

static char *runs_text(const struct result_row *row)
{
    if (row->measured_count == row->planned_count)
        return string_format("[%zu]", row->measured_count);
    return string_format("[%zu/%zu]", row->measured_count, row->planned_count);
}

/* Column indices of the result table that are shown, in order. */
struct shown {
    size_t *columns;
    size_t count;
};

static struct text_table *start_columns(const struct result_table *table, struct shown *shown)
{
    struct text_column *columns =
        memory_allocate((table->column_count + 3) * sizeof(struct text_column));
    columns[COLUMN_NAME] = (struct text_column){"Label", false};
    columns[COLUMN_RUNS] = (struct text_column){"[runs]", true};
    for (size_t i = 0; i < table->column_count; i++)
        if (column_has_text(table, i)) {
            columns[COLUMN_FIRST_FIGURE + shown->count] =
                (struct text_column){table->columns[i].heading, true};
            shown->columns[shown->count++] = i;
        }
    size_t count = COLUMN_FIRST_FIGURE + shown->count;
    if (table->notes.count > 0)
        columns[count++] = (struct text_column){"Notes", false};
    struct text_table *text = text_table_create(columns, count);
    free(columns);
    return text;
}

static void add_row(struct text_table *text, const struct result_table *table,
                    const struct shown *shown, const struct result_row *row)
{
    text_table_add_line(text);
    text_table_set(text, COLUMN_NAME, printable_copy(row->name));
    text_table_set(text, COLUMN_RUNS, runs_text(row));
    for (size_t i = 0; i < shown->count; i++) {
        size_t column = shown->columns[i];
        text_table_set(text, COLUMN_FIRST_FIGURE + i,
                       figure_text(&table->columns[column], &row->figures[column]));
    }
    if (table->notes.count > 0)
        text_table_set(text, COLUMN_FIRST_FIGURE + shown->count, notes_text(row));
}

/* All rows are aligned as one table, then cut into blocks, each under the headings, as contest
 * prints them. */
static void write_blocks(const struct result_table *table, const char *lines, FILE *file)
{
    int heading_length = (int)strcspn(lines, "\n");
    const char *at = lines + heading_length + 1;
    for (size_t i = 0; i < table->block_count; i++) {
        fprintf(file, "\n%s:\n%.*s\n", table->blocks[i].title, heading_length, lines);
        for (size_t n = 0; n < table->blocks[i].row_count; n++) {
            size_t length = strcspn(at, "\n") + 1;
            fwrite(at, 1, length, file);
            at += length;
        }
    }
}

static void write_lines(const struct string_list *list, FILE *file)
{
    for (size_t i = 0; i < list->count; i++) {
        auto_free char *line = printable_copy(list->items[i]);
        fprintf(file, "%s\n", line);
    }
}

static void write_notes(const struct string_list *notes, FILE *file)
{
    for (size_t i = 0; i < notes->count; i++) {
        auto_free char *note = printable_copy(notes->items[i]);
        fprintf(file, "%s(%zu) %s\n", i == 0 ? "\n" : "", i + 1, note);
    }
}

static void write_table(const struct result_table *table, FILE *file)
{
    struct shown shown = {.columns = memory_allocate(table->column_count * sizeof(size_t))};
    struct text_table *text = start_columns(table, &shown);
    for (size_t i = 0; i < table->block_count; i++)
        for (size_t n = 0; n < table->blocks[i].row_count; n++)
            add_row(text, table, &shown, &table->blocks[i].rows[n]);
    auto_free char *lines = text_table_take(text);
    write_lines(&table->head, file);
    write_blocks(table, lines, file);
    write_notes(&table->notes, file);
    text_table_destroy(text);
    free(shown.columns);
}

static void write_report(const struct report_content *content, FILE *file)
{
    if (content->request->with_runs)
        run_text_write(content->request, file);
    else
        write_table(content->table, file);
}

static char *time_text(double seconds)
{
    char when[32] = "";
    time_t whole = (time_t)seconds;
    struct tm parts;
    if (localtime_r(&whole, &parts) != NULL)
        strftime(when, sizeof(when), "%Y-%m-%d %H:%M", &parts);
    return string_duplicate(when);
}

static void write_list(const struct experiment_summary *summaries, size_t count, FILE *file)
{
    static const struct text_column columns[] = {
        {"Id", true},   {"UUID", false},  {"Started", false}, {"State", false},   {"Runs", true},
        {"Job", false}, {"Loads", false}, {"Labels", false},  {"Command", false},
    };
    struct text_table *text = text_table_create(columns, array_length(columns));
    for (size_t i = 0; i < count; i++) {
        const struct experiment_summary *summary = &summaries[i];
        text_table_add_line(text);
        text_table_set(text, 0, string_format("%lld", (long long)summary->id));
        text_table_set(text, 1, string_format("%.8s", summary->uuid));
        text_table_set(text, 2, time_text(summary->started));
        text_table_set(text, 3, string_duplicate(experiment_state_name(summary->state)));
        text_table_set(text, 4,
                       summary->runs_planned > 0
                           ? string_format("%d/%d", summary->runs_done, summary->runs_planned)
                           : string_format("%d", summary->runs_done));
        text_table_set(text, 5, printable_copy(summary->jobs));
        text_table_set(text, 6, printable_copy(summary->loads));
        text_table_set(text, 7, printable_copy(summary->labels));
        text_table_set(text, 8, printable_copy(summary->command_line));
    }
    auto_free char *lines = text_table_take(text);
    fputs(lines, file);
    text_table_destroy(text);
}

const struct report_format table_report_format = {
    .name = "table",
    .summary = "aligned columns, to be read",
    .rule = RATIO_OWN,
    .write = write_report,
    .write_list = write_list,
};
