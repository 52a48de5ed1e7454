// SPDX-License-Identifier: GPL-2.0-or-later
/* contest's table: a block for each load, in contest's order; in it a row for each label and
 * settings. */
#pragma once

#include "analysis/result_table.h"

/* What Ratio divides Time by. */
enum ratio_rule {
    RATIO_OWN,       /* no_load of the same label and settings, as contest from 0.60 on */
    RATIO_REFERENCE, /* no_load of one label for all rows, as contest up to 0.51 */
};

enum contest_column {
    CONTEST_TIME,     /* wall seconds of the job */
    CONTEST_CPU,      /* 100 (user + system) / wall of the job, not divided by the number of CPUs */
    CONTEST_LOADS,    /* units of load work done in the window */
    CONTEST_LOAD_CPU, /* as CONTEST_CPU, of the load */
    CONTEST_RATIO,    /* of means; none where there is no such no_load */
    CONTEST_KEPT,     /* kept_share.h */
    CONTEST_WAKEUP,   /* how late the probe woke, 99 of 100 times not later; median of the runs */
    CONTEST_RANGE,    /* smallest and largest Time */
    CONTEST_COLUMN_COUNT
};

struct contest_options {
    enum ratio_rule rule;
    const char *reference;            /* its label; NULL: that of the first row of no_load */
    const struct string_list *labels; /* rows in this order and no others; NULL: all */
};

/* The experiments are borrowed and must outlive the table. They need their series for Kept%. */
void contest_table_build(const struct experiment_data *const *experiments, size_t count,
                         const struct contest_options *options, struct result_table *out);
