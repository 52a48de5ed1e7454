// SPDX-License-Identifier: GPL-2.0-or-later
/* What a sample of figures looks like: place, spread, and members that stand far out. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct summary {
    size_t count; /* 0: all else is 0 and means nothing */
    double mean;
    double median;
    double sd; /* of the sample, over n - 1; 0 for fewer than 2 */
    double minimum;
    double maximum;
};

struct summary summary_of(const double *values, size_t count);

/* Does `value`, a member of the sample, stand far out: a modified z-score above 3.5 (0.6745 times
 * its distance from the median over the median absolute deviation; Iglewicz and Hoaglin 1993), and
 * at least a tenth of the median away, so that a quiet sample isn't called odd for a trifle. Never
 * with fewer than 4 values. */
bool summary_is_far_out(double value, const double *values, size_t count);
