// SPDX-License-Identifier: GPL-2.0-or-later
/* One figure as the text of a cell. */
#pragma once

#include "analysis/result_table.h"

/* "-" where there is none, "> 600.0" where it is only known to be at least that; for a
 * range "" where there is none. The caller's. */
char *figure_text(const struct table_column *column, const struct figure *figure);
/* 41.2 -> "41us", 3100 -> "3.1ms". The caller's. */
char *figure_text_microseconds(double value);
