// SPDX-License-Identifier: GPL-2.0-or-later
/* Aligned columns by libsmartcols. */
#include "report/text_table.h"
#include "base/cleanup.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"

#include <libsmartcols/libsmartcols.h>
#include <string.h>

struct text_table {
    struct libscols_table *columns;
    struct libscols_line *line;
};

struct text_table *text_table_create(const struct text_column *columns, size_t count)
{
    struct text_table *table = memory_allocate(sizeof(*table));
    table->columns = scols_new_table();
    if (table->columns == NULL)
        fatal("out of memory");
    /* Never cut to the width of a terminal: a figure that is missing misleads. */
    scols_table_set_termforce(table->columns, SCOLS_TERMFORCE_NEVER);
    scols_table_set_column_separator(table->columns, "  ");
    for (size_t i = 0; i < count; i++)
        scols_table_new_column(table->columns, columns[i].heading, 0,
                               columns[i].is_right ? SCOLS_FL_RIGHT : 0);
    return table;
}

void text_table_destroy(struct text_table *table)
{
    if (table == NULL)
        return;
    scols_unref_table(table->columns);
    free(table);
}

void text_table_add_line(struct text_table *table)
{
    table->line = scols_table_new_line(table->columns, NULL);
    if (table->line == NULL)
        fatal("out of memory");
}

void text_table_set(struct text_table *table, size_t column, char *text)
{
    scols_line_refer_data(table->line, column, text);
}

char *text_table_take(struct text_table *table)
{
    auto_free char *printed = NULL;
    if (scols_table_is_empty(table->columns))
        return string_duplicate("");
    if (scols_print_table_to_string(table->columns, &printed) != 0)
        fatal("out of memory");
    auto_text struct text text = {0};
    for (const char *at = printed; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        size_t used = length;
        while (used > 0 && at[used - 1] == ' ')
            used--;
        text_append_bytes(&text, at, used);
        text_append(&text, "\n");
        at += length + (at[length] == '\n');
    }
    return text_take(&text);
}
