// SPDX-License-Identifier: GPL-2.0-or-later
/* Reachable p values, and the power of the test over blocks of two runs a side. */
#include "statistics/reachable.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/random.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

/* The rank sum of two runs among four lies between 3 and 7. */
enum { SUM_LOW = 3, SUM_COUNT = 5, TRIALS = 20000, ROUNDS_MAXIMUM = 40 };

/* Of the 6 arrangements, how many have the rank sum 3, 4, 5, 6, 7. */
static const double null_chances[SUM_COUNT] = {1 / 6.0, 1 / 6.0, 2 / 6.0, 1 / 6.0, 1 / 6.0};

double reachable_p(unsigned blocks)
{
    return fmin(1.0, 2.0 / pow(6.0, blocks));
}

unsigned reachable_rounds(unsigned rows, double level)
{
    unsigned rounds = 2;
    while (rounds < ROUNDS_MAXIMUM && reachable_p(rounds / 2) * rows > level)
        rounds += 2;
    return rounds;
}

/* Chances of each rank sum in one block whose second side is shifted by `shift`. */
static void shifted_chances(double shift, double out_chances[SUM_COUNT])
{
    struct random random;
    random_init(&random, 1);
    unsigned counts[SUM_COUNT] = {0};
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        double runs[4];
        for (unsigned i = 0; i < 4; i++) {
            double uniform = ((double)(random_next(&random) >> 11) + 0.5) / 9007199254740992.0;
            runs[i] = gsl_cdf_ugaussian_Pinv(uniform) + (i >= 2 ? shift : 0.0);
        }
        unsigned above = 0; /* pairs in which the second side is the larger: rank sum less 3 */
        for (unsigned i = 0; i < 4; i++)
            above += runs[2 + i / 2] > runs[i % 2];
        counts[above]++;
    }
    for (unsigned i = 0; i < SUM_COUNT; i++)
        out_chances[i] = (double)counts[i] / TRIALS;
}

/* The distribution of the sum over `blocks` blocks; 4 * blocks + 1 values, the caller's to free. */
static double *sum_distribution(unsigned blocks, const double chances[SUM_COUNT])
{
    size_t size = 4 * (size_t)blocks + 1;
    double *sums = memory_allocate(size * sizeof(double));
    auto_free double *next = memory_allocate(size * sizeof(double));
    sums[0] = 1.0;
    for (unsigned block = 0; block < blocks; block++) {
        memset(next, 0, size * sizeof(double));
        for (size_t i = 0; i <= 4 * (size_t)block; i++)
            for (unsigned j = 0; j < SUM_COUNT; j++)
                next[i + j] += sums[i] * chances[j];
        memcpy(sums, next, size * sizeof(double));
    }
    return sums;
}

/* How many values at each end the test rejects at `level`. */
static size_t rejected_values(unsigned blocks, double level)
{
    auto_free double *sums = sum_distribution(blocks, null_chances);
    size_t values = 0;
    double p = 0.0;
    while (values < 2 * (size_t)blocks && p + 2 * sums[values] <= level * (1 + 1e-9))
        p += 2 * sums[values++];
    return values;
}

static double power_at(unsigned blocks, size_t values, double shift)
{
    double chances[SUM_COUNT];
    shifted_chances(shift, chances);
    auto_free double *sums = sum_distribution(blocks, chances);
    double power = 0.0;
    for (size_t i = 0; i < values; i++)
        power += sums[i] + sums[4 * (size_t)blocks - i];
    return power;
}

double reachable_shift(unsigned blocks, double level, double power)
{
    size_t values = rejected_values(blocks, level);
    if (values == 0)
        return HUGE_VAL;
    double low = 0.0;
    double high = 16.0;
    while (high - low > 0.01) {
        double middle = (low + high) / 2;
        if (power_at(blocks, values, middle) < power)
            low = middle;
        else
            high = middle;
    }
    return high;
}
