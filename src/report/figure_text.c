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

char *figure_text(const struct table_column *column, const struct figure *figure)
{
    const struct summary *summary = &figure->summary;
    const char *bound = figure->is_lower_bound ? "> " : "";
    double value = column->is_median ? summary->median : summary->mean;
    if (summary->count == 0)
        return string_duplicate("-");
    switch (column->form) {
    case FIGURE_NUMBER:
        return string_format("%s%.*f", bound, column->digits, value);
    case FIGURE_MICROSECONDS:
        return figure_text_microseconds(value);
    case FIGURE_RANGE:
        if (summary->count < 2)
            return string_duplicate("");
        return string_format("%.*f..%s%.*f", column->digits, summary->minimum, bound,
                             column->digits, summary->maximum);
    }
    return NULL;
}
