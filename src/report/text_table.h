// SPDX-License-Identifier: GPL-2.0-or-later
/* Aligned columns by libsmartcols. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct text_table;

struct text_column {
    const char *heading;
    bool is_right; /* aligned to the right: numbers */
};

struct text_table *text_table_create(const struct text_column *columns, size_t count);
void text_table_destroy(struct text_table *table);
/* Begins the next line; its cells are empty. */
void text_table_add_line(struct text_table *table);
/* Of the last line; takes the text. */
void text_table_set(struct text_table *table, size_t column, char *text);
/* Lines of text ended by newlines, without blanks at their ends, the headings first. The caller's.
 */
char *text_table_take(struct text_table *table);
