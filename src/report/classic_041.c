// SPDX-License-Identifier: GPL-2.0-or-later
/* The report of contest 0.41, column by column as it was posted. */
#include "report/classic_text.h"

enum { COLUMN_WIDTH = 16 };

static void write_row(const struct result_row *row, int width, FILE *file)
{
    auto_free char *ratio = classic_text_cell(row, CONTEST_RATIO, 2, "");
    classic_text_write_cell(file, width, classic_text_plain_name(row));
    classic_text_write_cell(file, COLUMN_WIDTH, classic_text_cell(row, CONTEST_TIME, 2, ""));
    classic_text_write_cell(file, COLUMN_WIDTH, classic_text_cell(row, CONTEST_CPU, 0, "%"));
    fprintf(file, "%s\n", ratio);
}

static void write_report(const struct report_content *content, FILE *file)
{
    const struct result_table *table = content->table;
    int width = classic_text_name_width(table, classic_text_plain_name);
    for (size_t i = 0; i < table->block_count; i++) {
        fprintf(file, "%s%s:\n\n%-*sTime            CPU             Ratio\n", i > 0 ? "\n" : "",
                classic_text_old_title(&table->blocks[i]), width, "Kernel");
        for (size_t n = 0; n < table->blocks[i].row_count; n++)
            write_row(&table->blocks[i].rows[n], width, file);
    }
    classic_text_write_notes(table, file);
}

const struct report_format classic_041_report_format = {
    .name = "0.41",
    .summary = "contest 0.41: Time, CPU, Ratio to one reference",
    .is_classic = true,
    .rule = RATIO_REFERENCE,
    .write = write_report,
};
