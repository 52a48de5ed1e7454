// SPDX-License-Identifier: GPL-2.0-or-later
/* One figure as the text of a cell. */
#include "report/figure_text.h"
#include "base/memory.h"

char *figure_text_microseconds(double value)
{
    if (value < 1e3)
        return string_format("%.0fus", value);
    if (value < 1e6)
        return string_format("%.1fms", value / 1e3);
    return string_format("%.1fs", value / 1e6);
}

static char *range_text(const struct table_column *column, const struct figure *figure)
{
    const struct summary *summary = &figure->summary;
    bool is_one_bound = figure->is_lower_bound && summary->minimum == summary->maximum;
    if (summary->count < 2 || is_one_bound)
        return string_duplicate("");
    return string_format("%.*f..%s%.*f", column->digits, summary->minimum,
                         figure->is_lower_bound ? "> " : "", column->digits, summary->maximum);
}

char *figure_text(const struct table_column *column, const struct figure *figure)
{
    const struct summary *summary = &figure->summary;
    double value = column->is_median ? summary->median : summary->mean;
    if (column->form == FIGURE_RANGE)
        return range_text(column, figure);
    if (summary->count == 0)
        return string_duplicate("-");
    if (column->form == FIGURE_MICROSECONDS)
        return figure_text_microseconds(value);
    return string_format("%s%.*f", figure->is_lower_bound ? "> " : "", column->digits, value);
}
