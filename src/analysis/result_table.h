// SPDX-License-Identifier: GPL-2.0-or-later
/* A table of results: blocks of rows, a row for each condition, a column for each figure, and the
 * notes that its cells need. What the columns are is the business of the module that builds a
 * table; how they look, that of report/.
 *
 * A figure is made of runs that were measured (outcome ok or flagged). Runs of other outcomes stay
 * visible, in the counts and in a note with the reason, and never enter a mean. Only time that was
 * cut off is known to be at least so long: it enters as that, and the figure is then a lower bound.
 */
#pragma once

#include "base/cleanup.h"
#include "base/text.h"
#include "record/experiment_record.h"
#include "statistics/summary.h"

#include <stdbool.h>
#include <stddef.h>

struct figure {
    struct summary summary; /* of the runs; count 0: there is none */
    bool is_lower_bound;    /* a run was cut off: the mean is at least this */
};

enum figure_form {
    FIGURE_NUMBER,       /* with `digits` behind the point */
    FIGURE_MICROSECONDS, /* printed with the unit that suits it */
    FIGURE_RANGE,        /* smallest and largest value, where there are 2 or more */
};

struct table_column {
    const char *heading;
    enum figure_form form;
    int digits;
    bool is_median; /* the median of the runs is shown, not the mean */
};

struct result_row {
    char *name;                               /* label, and what tells it from its neighbours */
    const struct experiment_data *experiment; /* borrowed from the input, as are the next two */
    const struct condition_record *condition;
    const struct planned_run **runs; /* the stored ones, in order of position */
    size_t run_count;
    size_t measured_count;
    size_t planned_count;
    struct figure *figures; /* by column */
    size_t *notes;          /* indices into the table's, ascending */
    size_t note_count;
};

struct result_block {
    char *title;
    struct result_row *rows;
    size_t row_count;
};

struct result_table {
    const struct table_column *columns; /* borrowed */
    size_t column_count;
    struct result_block *blocks;
    size_t block_count;
    struct string_list notes;
    struct string_list head; /* lines above: what was measured */
};

void result_table_finish(struct result_table *table);
CLEANUP_DEFINE(result_table, struct result_table, result_table_finish)
#define auto_result_table __attribute__((cleanup(cleanup_result_table)))

/* The block of that title, made at the end where it is not there. */
struct result_block *result_table_block(struct result_table *table, const char *title);
/* A row with the condition's runs, counts and notes on them, its name the label; figures empty.
 * The pointer holds until the next row is added to the block. */
struct result_row *result_table_add_row(struct result_table *table, struct result_block *block,
                                        const struct experiment_data *experiment,
                                        const struct condition_record *condition);
/* Ties a note to the row; the same text is one note. */
void result_table_note(struct result_table *table, struct result_row *row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool run_is_measured(const struct run_record *record);
