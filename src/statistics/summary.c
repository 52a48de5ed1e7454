// SPDX-License-Identifier: GPL-2.0-or-later
/* Place and spread of a sample, by GSL. */
#include "statistics/summary.h"
#include "base/cleanup.h"
#include "base/memory.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

static const double far_out_score = 3.5;
static const double score_per_deviation = 0.6745; /* normal: median absolute deviation in SD */
static const double far_out_share = 0.1;
enum { FAR_OUT_COUNT = 4 };

static double *sorted_copy(const double *values, size_t count)
{
    double *copy = memory_resize(NULL, count, sizeof(*copy));
    memcpy(copy, values, count * sizeof(*copy));
    gsl_sort(copy, 1, count);
    return copy;
}

struct summary summary_of(const double *values, size_t count)
{
    if (count == 0)
        return (struct summary){0};
    auto_free double *sorted = sorted_copy(values, count);
    return (struct summary){
        .count = count,
        .mean = gsl_stats_mean(values, 1, count),
        .median = gsl_stats_median_from_sorted_data(sorted, 1, count),
        .sd = count > 1 ? gsl_stats_sd(values, 1, count) : 0.0,
        .minimum = sorted[0],
        .maximum = sorted[count - 1],
    };
}

bool summary_is_far_out(double value, const double *values, size_t count)
{
    if (count < FAR_OUT_COUNT)
        return false;
    auto_free double *sorted = sorted_copy(values, count);
    auto_free double *work = memory_resize(NULL, count, sizeof(*work));
    double median = gsl_stats_median_from_sorted_data(sorted, 1, count);
    double deviation = gsl_stats_mad0(values, 1, count, work);
    double distance = fabs(value - median);
    return distance > far_out_share * fabs(median) &&
           score_per_deviation * distance > far_out_score * deviation;
}
