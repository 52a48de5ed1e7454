// SPDX-License-Identifier: GPL-2.0-or-later
/* Log-linear buckets, as HdrHistogram has them. */
#include "measure/histogram.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>

enum { SUBBUCKET_BITS = 7 };

void histogram_init(struct histogram *histogram)
{
    *histogram = (struct histogram){0};
}

static size_t bucket_of(uint64_t ns)
{
    if (ns < HISTOGRAM_SUBBUCKETS)
        return (size_t)ns;
    unsigned octave = 63U - (unsigned)__builtin_clzll(ns) - SUBBUCKET_BITS;
    if (octave >= HISTOGRAM_OCTAVES)
        return HISTOGRAM_BUCKETS - 1;
    size_t offset = (size_t)(ns >> octave) - HISTOGRAM_SUBBUCKETS;
    return (octave + 1) * (size_t)HISTOGRAM_SUBBUCKETS + offset;
}

/* The least value of a bucket; of the one behind the last, the end of all. */
static uint64_t bucket_low(size_t bucket)
{
    if (bucket < HISTOGRAM_SUBBUCKETS)
        return bucket;
    size_t octave = bucket / HISTOGRAM_SUBBUCKETS - 1;
    return (HISTOGRAM_SUBBUCKETS + bucket % HISTOGRAM_SUBBUCKETS) << octave;
}

void histogram_add(struct histogram *histogram, uint64_t ns)
{
    if (histogram->count == 0 || ns < histogram->min_ns)
        histogram->min_ns = ns;
    if (ns > histogram->max_ns)
        histogram->max_ns = ns;
    histogram->count++;
    histogram->buckets[bucket_of(ns)]++;
}

bool histogram_has_quantile(const struct histogram *histogram, double quantile)
{
    double thinner = fmin(quantile, 1.0 - quantile);
    /* (1 - 0.99) * 1000 is a little more or less than 10 in binary */
    return (double)histogram->count * thinner + 1e-6 >= HISTOGRAM_SAMPLES_BEYOND;
}

double histogram_quantile_ns(const struct histogram *histogram, double quantile)
{
    assert(histogram->count > 0 && quantile >= 0.0 && quantile <= 1.0);
    double rank = fmax(1.0, ceil(quantile * (double)histogram->count - 1e-6));
    uint64_t seen = 0;
    size_t bucket = 0;
    while (bucket < HISTOGRAM_BUCKETS - 1 && (double)(seen + histogram->buckets[bucket]) < rank)
        seen += histogram->buckets[bucket++];
    double last = (double)(bucket_low(bucket + 1) - 1);
    double middle = ((double)bucket_low(bucket) + last) / 2.0;
    return fmin(fmax(middle, (double)histogram->min_ns), (double)histogram->max_ns);
}

void histogram_record(const struct histogram *histogram, enum side side, const char *name,
                      struct run_record *record)
{
    size_t used = 0;
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        used += histogram->buckets[i] > 0;
    if (used == 0)
        return;
    double *data = memory_resize(NULL, used * 3, sizeof(double));
    double *tuple = data;
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        if (histogram->buckets[i] == 0)
            continue;
        tuple[0] = (double)bucket_low(i);
        tuple[1] = (double)bucket_low(i + 1);
        tuple[2] = (double)histogram->buckets[i];
        tuple += 3;
    }
    run_record_add_series(record, side, name, "ns", "low_ns,high_ns,count", 3, used, data);
}
