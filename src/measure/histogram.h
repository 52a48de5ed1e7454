// SPDX-License-Identifier: GPL-2.0-or-later
/* A histogram of times in ns with buckets of equal relative width, in fixed memory: values below
 * HISTOGRAM_SUBBUCKETS ns have a bucket each, every power of two above is cut into that many
 * buckets, so that a bucket is at most 1/128 (0.8 %) of its value wide. Values beyond the last
 * bucket (about 39 hours) count in it; minimum and maximum are exact always.
 *
 * Adding allocates nothing and may be done in any thread, by one at a time. */
#pragma once

#include "record/run_record.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    HISTOGRAM_SUBBUCKETS = 128,
    HISTOGRAM_OCTAVES = 40,
    HISTOGRAM_BUCKETS = HISTOGRAM_SUBBUCKETS * (HISTOGRAM_OCTAVES + 1),
    HISTOGRAM_SAMPLES_BEYOND = 10, /* of a quantile that may be told */
};

struct histogram {
    uint64_t count;
    uint64_t min_ns, max_ns; /* of what was added; 0 where nothing was */
    uint64_t buckets[HISTOGRAM_BUCKETS];
};

void histogram_init(struct histogram *histogram);
void histogram_add(struct histogram *histogram, uint64_t ns);

/* True where at least HISTOGRAM_SAMPLES_BEYOND samples lie beyond the quantile, on its thinner
 * side: p99 needs 1000 samples, p50 20. */
bool histogram_has_quantile(const struct histogram *histogram, double quantile);
/* The middle of the bucket that holds the sample of rank ceil(quantile * count), kept within
 * minimum and maximum; the histogram must hold something. */
double histogram_quantile_ns(const struct histogram *histogram, double quantile);

/* Adds a series of (low_ns, high_ns, count) of the buckets that hold something, low included and
 * high excluded. Nothing where nothing was added. */
void histogram_record(const struct histogram *histogram, enum side side, const char *name,
                      struct run_record *record);
