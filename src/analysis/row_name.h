// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of rows: the label, and behind it only what tells a row from the others. */
#pragma once

#include "analysis/result_table.h"

/* Appends job, settings and parameters of the job that differ anywhere in the table, parameters of
 * the load that differ inside the row's block, and the experiment where all that is equal. */
void row_name_complete(struct result_table *table);
