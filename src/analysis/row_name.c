// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds what differs between rows and puts it into their names. */
#include "analysis/row_name.h"
#include "base/memory.h"

#include <string.h>

enum part { PART_SETTINGS, PART_JOB, PART_LOAD };

static const struct parameters *part_of(const struct result_row *row, enum part part)
{
    switch (part) {
    case PART_SETTINGS:
        return &row->condition->settings;
    case PART_JOB:
        return &row->condition->job_parameters;
    case PART_LOAD:
        return &row->condition->load_parameters;
    }
    return NULL;
}

/* Has a row of the block another value of that key, or none? Only rows of the same job, and of the
 * same load, have the same parameters at all. */
static bool differs_in_block(const struct result_block *block, const struct result_row *row,
                             enum part part, const struct parameter *parameter)
{
    for (size_t i = 0; i < block->row_count; i++) {
        const struct result_row *other = &block->rows[i];
        if (part == PART_JOB && strcmp(other->condition->job, row->condition->job) != 0)
            continue;
        if (!string_is(parameters_get(part_of(other, part), parameter->key), parameter->value))
            return true;
    }
    return false;
}

static bool differs(const struct result_table *table, const struct result_block *own,
                    const struct result_row *row, enum part part, const struct parameter *parameter)
{
    if (part == PART_LOAD)
        return differs_in_block(own, row, part, parameter);
    for (size_t i = 0; i < table->block_count; i++)
        if (differs_in_block(&table->blocks[i], row, part, parameter))
            return true;
    return false;
}

static bool has_several_jobs(const struct result_table *table)
{
    const char *first = NULL;
    for (size_t i = 0; i < table->block_count; i++)
        for (size_t n = 0; n < table->blocks[i].row_count; n++) {
            const char *job = table->blocks[i].rows[n].condition->job;
            if (first != NULL && strcmp(first, job) != 0)
                return true;
            first = job;
        }
    return false;
}

static char *full_name(const struct result_table *table, const struct result_block *block,
                       const struct result_row *row)
{
    auto_text struct text name = {0};
    text_append(&name, row->name);
    if (has_several_jobs(table))
        text_append_format(&name, " job=%s", row->condition->job);
    for (enum part part = PART_SETTINGS; part <= PART_LOAD; part++) {
        const struct parameters *parameters = part_of(row, part);
        for (size_t i = 0; i < parameters->count; i++)
            if (differs(table, block, row, part, &parameters->items[i]))
                text_append_format(&name, " %s=%s", parameters->items[i].key,
                                   parameters->items[i].value);
    }
    return text_take(&name);
}

static void replace_name(struct result_row *row, char *name)
{
    free(row->name);
    row->name = name;
}

static bool is_ambiguous(const struct result_block *block, const struct result_row *row)
{
    for (size_t i = 0; i < block->row_count; i++)
        if (block->rows[i].experiment != row->experiment &&
            string_starts_with(block->rows[i].name, row->name) &&
            string_is(block->rows[i].condition->label, row->condition->label))
            return true;
    return false;
}

void row_name_complete(struct result_table *table)
{
    for (size_t i = 0; i < table->block_count; i++) {
        struct result_block *block = &table->blocks[i];
        for (size_t n = 0; n < block->row_count; n++)
            replace_name(&block->rows[n], full_name(table, block, &block->rows[n]));
        for (size_t n = block->row_count; n-- > 0;)
            if (is_ambiguous(block, &block->rows[n]))
                replace_name(&block->rows[n],
                             string_format("%s @%lld", block->rows[n].name,
                                           (long long)block->rows[n].experiment->experiment.id));
    }
}
