// SPDX-License-Identifier: GPL-2.0-or-later
/* What was measured, in a few lines above a table: the experiment, its job, the machine, how much
 * of the plan was done. */
#pragma once

#include "base/text.h"
#include "record/experiment_record.h"

/* Appends lines without newlines. */
void experiment_head_append(const struct experiment_data *data, struct string_list *out_lines);

/* The memory that these runs had, such as "1.0G (balloon)"; what they had in common; several, where
 * they differ, are joined by commas; "" where no run says it. The caller's to free. */
char *experiment_head_memory(const struct planned_run *const *runs, size_t count);
