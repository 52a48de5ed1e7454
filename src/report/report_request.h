// SPDX-License-Identifier: GPL-2.0-or-later
/* Writes results: what is wanted goes in, a table is built of it, a format writes it. */
#pragma once

#include "analysis/contest_table.h"
#include "report/report_format.h"

#include <stdbool.h>

/* Everything is borrowed. */
struct report_request {
    const struct experiment_data *const *experiments;
    size_t experiment_count;
    const struct string_list *labels; /* rows in this order and no others; NULL: all */
    const char *reference;            /* label whose no_load Ratio divides by; NULL: the format's */
    bool with_runs;                   /* every run, not the table */
    int run_position;                 /* of the one run that is wanted; 0: all */
    bool with_series;                 /* where the format can hold them */
};

/* What a format's write() gets. */
struct report_content {
    const struct report_request *request;
    const struct result_table *table;
};

int report_request_write(const struct report_format *format, const struct report_request *request,
                         FILE *file, struct error *error);
/* Is the run among those that are wanted? */
bool report_request_wants_run(const struct report_request *request,
                              const struct condition_record *condition,
                              const struct planned_run *run);
/* The condition of a run; never NULL for a loaded experiment. */
const struct condition_record *report_request_condition_of(const struct experiment_data *experiment,
                                                           const struct planned_run *run);
