// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/cleanup.h"
#include "base/random.h"
#include "measure/histogram.h"

#include <math.h>

enum { SAMPLES = 5000 };

static int compare_numbers(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a;
    uint64_t right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static const double quantiles[] = {0.01, 0.1, 0.5, 0.9, 0.99, 0.998};

/* Each octave from 1 ns to 2^shift ns is as likely as any other. */
static const unsigned shifts[] = {7, 20, 45};

START_TEST(test_quantiles_are_within_one_percent_of_exact_sorting)
{
    struct random random;
    static struct histogram histogram;
    static uint64_t values[SAMPLES];
    random_init(&random, 4711);
    histogram_init(&histogram);
    for (size_t i = 0; i < SAMPLES; i++) {
        values[i] = random_next(&random) >> (63 - random_below(&random, shifts[_i] + 1));
        histogram_add(&histogram, values[i]);
    }
    qsort(values, SAMPLES, sizeof(values[0]), compare_numbers);
    for (size_t q = 0; q < array_length(quantiles); q++) {
        double exact = (double)values[(size_t)ceil(quantiles[q] * SAMPLES - 1e-6) - 1];
        double found = histogram_quantile_ns(&histogram, quantiles[q]);
        ck_assert_msg(fabs(found - exact) <= 0.01 * exact + 0.5, "quantile %g: %g, exactly %g",
                      quantiles[q], found, exact);
    }
    ck_assert_uint_eq(histogram.min_ns, values[0]);
    ck_assert_uint_eq(histogram.max_ns, values[SAMPLES - 1]);
}
END_TEST

static const struct {
    uint64_t count;
    double quantile;
    bool is_told;
} rules[] = {{999, 0.99, false},   {1000, 0.99, true},   {19, 0.5, false},   {20, 0.5, true},
             {9999, 0.999, false}, {10000, 0.999, true}, {1000, 0.01, true}, {0, 0.5, false}};

START_TEST(test_quantile_is_told_with_ten_samples_beyond_it_only)
{
    static struct histogram histogram;
    histogram_init(&histogram);
    for (uint64_t i = 0; i < rules[_i].count; i++)
        histogram_add(&histogram, i);
    ck_assert_int_eq(histogram_has_quantile(&histogram, rules[_i].quantile), rules[_i].is_told);
}
END_TEST

START_TEST(test_series_holds_every_sample_in_ascending_buckets_that_contain_it)
{
    static const uint64_t values[] = {0, 1, 127, 128, 129, 1000, 1000, 123456789, UINT64_MAX};
    static struct histogram histogram;
    auto_run_record struct run_record record = {0};
    histogram_init(&histogram);
    for (size_t i = 0; i < array_length(values); i++)
        histogram_add(&histogram, values[i]);
    histogram_record(&histogram, SIDE_PROBE, "wakeup", &record);
    const struct series *series = run_record_series(&record, SIDE_PROBE, "wakeup");
    ck_assert_uint_eq(series->count, 8);
    size_t value = 0;
    for (size_t i = 0; i < series->count; i++) {
        const double *tuple = series->data + 3 * i;
        for (double n = 0; n < tuple[2]; n++, value++) {
            ck_assert(tuple[0] <= (double)values[value]);
            ck_assert((double)values[value] < tuple[1] || value == array_length(values) - 1);
        }
        ck_assert(i == 0 || tuple[0] >= tuple[-2]);
    }
    ck_assert_uint_eq(value, array_length(values));
}
END_TEST

START_TEST(test_nothing_added_gives_no_series)
{
    static struct histogram histogram;
    auto_run_record struct run_record record = {0};
    histogram_init(&histogram);
    histogram_record(&histogram, SIDE_PROBE, "wakeup", &record);
    ck_assert_uint_eq(record.series_count, 0);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_quantiles_are_within_one_percent_of_exact_sorting, 0,
                        array_length(shifts));
    tcase_add_loop_test(tests, test_quantile_is_told_with_ten_samples_beyond_it_only, 0,
                        array_length(rules));
    tcase_add_test(tests, test_series_holds_every_sample_in_ascending_buckets_that_contain_it);
    tcase_add_test(tests, test_nothing_added_gives_no_series);
}

int main(void)
{
    return unit_run("histogram", fill);
}
