// SPDX-License-Identifier: GPL-2.0-or-later
/* Names, cells and notes of contest's reports. */
#include "report/classic_text.h"
#include "base/memory.h"
#include "report/printable.h"
#include "workloads/contest_loads.h"

#include <string.h>

enum { TAB = 8, NAME_WIDTH_MIN = 24 };

char *classic_text_plain_name(const struct result_row *row)
{
    return printable_copy(row->name);
}

char *classic_text_name_with_runs(const struct result_row *row)
{
    auto_free char *name = printable_copy(row->name);
    return string_format("%s [%zu]", name, row->measured_count);
}

size_t classic_text_longest_name(const struct result_table *table, classic_text_name *name)
{
    size_t longest = 0;
    for (size_t i = 0; i < table->block_count; i++)
        for (size_t n = 0; n < table->blocks[i].row_count; n++) {
            auto_free char *text = name(&table->blocks[i].rows[n]);
            if (strlen(text) > longest)
                longest = strlen(text);
        }
    return longest;
}

int classic_text_name_width(const struct result_table *table, classic_text_name *name)
{
    size_t longest = classic_text_longest_name(table, name);
    return longest < NAME_WIDTH_MIN ? NAME_WIDTH_MIN : (int)((longest / TAB + 1) * TAB);
}

char *classic_text_cell(const struct result_row *row, enum contest_column column, int digits,
                        const char *suffix)
{
    const struct figure *figure = &row->figures[column];
    if (figure->summary.count == 0)
        return string_duplicate("-");
    return string_format("%s%.*f%s", figure->is_lower_bound ? ">" : "", digits,
                         figure->summary.mean, suffix);
}

void classic_text_write_cell(FILE *file, int width, char *text)
{
    fprintf(file, "%-*s ", width - 1, text);
    free(text);
}

const char *classic_text_old_title(const struct result_block *block)
{
    return strcmp(block->title, CONTEST_REFERENCE_LOAD) == 0 ? "noload" : block->title;
}

void classic_text_write_notes(const struct result_table *table, FILE *file)
{
    for (size_t i = 0, written = 0; i < table->block_count; i++)
        for (size_t n = 0; n < table->blocks[i].row_count; n++) {
            const struct result_row *row = &table->blocks[i].rows[n];
            if (row->run_count == row->measured_count)
                continue;
            for (size_t k = 0; k < row->note_count; k++) {
                auto_free char *name = printable_copy(row->name);
                auto_free char *note = printable_copy(table->notes.items[row->notes[k]]);
                fprintf(file, "%s# %s %s: %s\n", written++ == 0 ? "\n" : "", table->blocks[i].title,
                        name, note);
            }
        }
}
