// SPDX-License-Identifier: GPL-2.0-or-later
/* Builds blocks, rows and notes. */
#include "analysis/result_table.h"
#include "base/memory.h"

#include <string.h>

static void row_finish(struct result_row *row)
{
    free(row->name);
    free(row->runs);
    free(row->figures);
    free(row->notes);
}

void result_table_finish(struct result_table *table)
{
    if (table == NULL)
        return;
    for (size_t i = 0; i < table->block_count; i++) {
        for (size_t n = 0; n < table->blocks[i].row_count; n++)
            row_finish(&table->blocks[i].rows[n]);
        free(table->blocks[i].rows);
        free(table->blocks[i].title);
    }
    free(table->blocks);
    string_list_finish(&table->notes);
    string_list_finish(&table->head);
    *table = (struct result_table){0};
}

struct result_block *result_table_block(struct result_table *table, const char *title)
{
    for (size_t i = 0; i < table->block_count; i++)
        if (strcmp(table->blocks[i].title, title) == 0)
            return &table->blocks[i];
    table->blocks = memory_grow(table->blocks, table->block_count, sizeof(struct result_block));
    struct result_block *block = &table->blocks[table->block_count++];
    *block = (struct result_block){.title = string_duplicate(title)};
    return block;
}

bool run_is_measured(const struct run_record *record)
{
    return record->outcome == OUTCOME_OK || record->outcome == OUTCOME_FLAGGED;
}

static void attach_note(struct result_row *row, size_t note)
{
    for (size_t i = 0; i < row->note_count; i++)
        if (row->notes[i] == note)
            return;
    row->notes = memory_grow(row->notes, row->note_count, sizeof(size_t));
    size_t at = row->note_count++;
    for (; at > 0 && row->notes[at - 1] > note; at--)
        row->notes[at] = row->notes[at - 1];
    row->notes[at] = note;
}

void result_table_note(struct result_table *table, struct result_row *row, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = string_format_list(format, arguments);
    va_end(arguments);
    size_t note = 0;
    while (note < table->notes.count && strcmp(table->notes.items[note], text) != 0)
        note++;
    if (note == table->notes.count)
        string_list_take(&table->notes, text);
    else
        free(text);
    attach_note(row, note);
}

static size_t count_outcome(const struct result_row *row, enum outcome outcome, const char *reason)
{
    size_t count = 0;
    for (size_t i = 0; i < row->run_count; i++)
        if (row->runs[i]->record.outcome == outcome &&
            string_is(row->runs[i]->record.reason, reason))
            count++;
    return count;
}

/* A note for each distinct outcome and reason of the runs that give no figure. */
static void note_outcomes(struct result_table *table, struct result_row *row)
{
    for (size_t i = 0; i < row->run_count; i++) {
        const struct run_record *record = &row->runs[i]->record;
        if (!run_is_measured(record))
            result_table_note(table, row, "%s in %zu of %zu runs: %s",
                              outcome_name(record->outcome),
                              count_outcome(row, record->outcome, record->reason), row->run_count,
                              record->reason);
    }
}

static bool has_flag(const struct run_record *record, const char *code)
{
    for (size_t i = 0; i < record->flag_count; i++)
        if (strcmp(record->flags[i].code, code) == 0)
            return true;
    return false;
}

static void note_flags(struct result_table *table, struct result_row *row)
{
    for (size_t i = 0; i < row->run_count; i++) {
        const struct run_record *record = &row->runs[i]->record;
        for (size_t n = 0; n < record->flag_count; n++) {
            size_t count = 0;
            for (size_t k = 0; k < row->run_count; k++)
                count += has_flag(&row->runs[k]->record, record->flags[n].code);
            result_table_note(table, row, "%s in %zu of %zu runs: %s", record->flags[n].code, count,
                              row->run_count, record->flags[n].reason);
        }
    }
}

struct result_row *result_table_add_row(struct result_table *table, struct result_block *block,
                                        const struct experiment_data *experiment,
                                        const struct condition_record *condition)
{
    block->rows = memory_grow(block->rows, block->row_count, sizeof(struct result_row));
    struct result_row *row = &block->rows[block->row_count++];
    *row = (struct result_row){
        .name = string_duplicate(condition->label),
        .experiment = experiment,
        .condition = condition,
        .figures = memory_allocate(table->column_count * sizeof(struct figure)),
        .planned_count = (size_t)plan_facts_read(experiment->experiment.plan).rounds,
    };
    for (size_t i = 0; i < experiment->run_count; i++) {
        const struct planned_run *run = &experiment->runs[i];
        if (run->condition_id != condition->id)
            continue;
        row->runs = memory_grow(row->runs, row->run_count, sizeof(row->runs[0]));
        row->runs[row->run_count++] = run;
        row->measured_count += run_is_measured(&run->record);
    }
    if (row->planned_count < row->run_count)
        row->planned_count = row->run_count;
    note_outcomes(table, row);
    note_flags(table, row);
    return row;
}
