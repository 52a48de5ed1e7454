// SPDX-License-Identifier: GPL-2.0-or-later
/* What can be said of a plan beforehand: how long it takes, what it can show. */
#pragma once

#include "experiment/plan.h"
#include "store/store.h"

struct forecast {
    double seconds;     /* of the whole plan */
    size_t known_count; /* conditions whose time is known from stored runs; the others are taken
                           for as long as the mean of these, or as guessed */
    unsigned rows;      /* comparisons that share the error rate */
    double p_min;       /* smallest p, corrected by Holm over the rows */
    double shift_sd;    /* seen at 80 % power, in standard deviations of a run; HUGE_VAL: none */
};

/* `store` NULL: there are no stored runs. */
int forecast_make(const struct plan *plan, struct store *store, struct forecast *out,
                  struct error *error);
