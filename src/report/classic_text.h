// SPDX-License-Identifier: GPL-2.0-or-later
/* What contest's reports of all versions have in common. They had no place for runs that gave no
 * figure: these follow below the blocks. */
#pragma once

#include "analysis/contest_table.h"
#include "report/report_request.h"

/* How a row is called in its first column. */
typedef char *classic_text_name(const struct result_row *row);

char *classic_text_plain_name(const struct result_row *row);
char *classic_text_name_with_runs(const struct result_row *row); /* "2.5.43 [3]" */
size_t classic_text_longest_name(const struct result_table *table, classic_text_name *name);
/* Of the first column up to 0.51: columns begin at multiples of 8, as tabs would make them. */
int classic_text_name_width(const struct result_table *table, classic_text_name *name);
/* Up to 0.51 the block of no_load was called noload. */
const char *classic_text_old_title(const struct result_block *block);

/* A figure with so many digits and `suffix`, "-" where there is none. */
char *classic_text_cell(const struct result_row *row, enum contest_column column, int digits,
                        const char *suffix);
/* Left-aligned, with a blank behind it at least; frees the text. */
void classic_text_write_cell(FILE *file, int width, char *text);
/* Reasons of runs that gave no figure, as "# LOAD LABEL: REASON"; nothing where all is well. */
void classic_text_write_notes(const struct result_table *table, FILE *file);
