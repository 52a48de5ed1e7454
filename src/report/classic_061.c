// SPDX-License-Identifier: GPL-2.0-or-later
/* The report of contest 0.61, as it was posted with 2.5.69 in May 2003: names to the longest and
 * one more, [runs] right-aligned in 6, tabs behind. */
#include "base/memory.h"
#include "report/classic_text.h"

#include <string.h>

static void write_row(const struct result_row *row, int width, FILE *file)
{
    auto_free char *name = classic_text_plain_name(row);
    auto_free char *time = classic_text_cell(row, CONTEST_TIME, 0, "");
    auto_free char *cpu = classic_text_cell(row, CONTEST_CPU, 1, "");
    auto_free char *loads = classic_text_cell(row, CONTEST_LOADS, 1, "");
    auto_free char *load_cpu = classic_text_cell(row, CONTEST_LOAD_CPU, 1, "");
    auto_free char *ratio = classic_text_cell(row, CONTEST_RATIO, 2, "");
    fprintf(file, "%-*s%6zu\t%s\t%s\t%s\t%s\t%s\n", width, name, row->measured_count, time, cpu,
            loads, load_cpu, ratio);
}

/* Its rows were in lexical order; 2.5.59-mm10 came before 2.5.59-mm8. */
static int compare_names(const void *a, const void *b)
{
    const struct result_row *const *first = a;
    const struct result_row *const *second = b;
    return strcmp((*first)->name, (*second)->name);
}

static void write_block(const struct result_block *block, int width, FILE *file)
{
    fprintf(file, "%s:\n%-*s[runs]\tTime\tCPU%%\tLoads\tLCPU%%\tRatio\n", block->title, width,
            "Kernel");
    const struct result_row **rows = memory_allocate(block->row_count * sizeof(*rows));
    for (size_t i = 0; i < block->row_count; i++)
        rows[i] = &block->rows[i];
    qsort(rows, block->row_count, sizeof(*rows), compare_names);
    for (size_t i = 0; i < block->row_count; i++)
        write_row(rows[i], width, file);
    free(rows);
}

static void write_report(const struct report_content *content, FILE *file)
{
    const struct result_table *table = content->table;
    size_t longest = classic_text_longest_name(table, classic_text_plain_name);
    int width = (int)(longest < strlen("Kernel") ? strlen("Kernel") : longest) + 1;
    for (size_t i = 0; i < table->block_count; i++)
        write_block(&table->blocks[i], width, file);
    classic_text_write_notes(table, file);
}

const struct report_format classic_061_report_format = {
    .name = "0.61",
    .summary = "contest 0.61: Ratio to the label's own no_load",
    .is_classic = true,
    .rule = RATIO_OWN,
    .write = write_report,
};
