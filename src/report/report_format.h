// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of output formats. A format is one file of this room ending in one `const struct
 * report_format`; the commands know it by that struct alone. */
#pragma once

#include "analysis/contest_table.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct report_content;
struct experiment_summary;

struct report_format {
    const char *name;    /* of --format, or the version that --classic takes */
    const char *summary; /* one line for help */
    bool is_classic;     /* contest's own shapes: asked for by --classic=NAME */
    enum ratio_rule rule;
    /* Called by report_format_write(), which also sees to errors of the file. */
    void (*write)(const struct report_content *content, FILE *file);
    /* The list of experiments; NULL for classic shapes. */
    void (*write_list)(const struct experiment_summary *summaries, size_t count, FILE *file);
};

const struct report_format *const *report_format_catalog(size_t *out_count);
/* `table`. */
const struct report_format *report_format_default(void);
/* Refuses an unknown name with those that there are. */
int report_format_get(const char *name, bool is_classic, const struct report_format **out,
                      struct error *error);

/* A report that can't be written out (a full disk, a closed pipe) is an error. */
int report_format_write(const struct report_format *format, const struct report_content *content,
                        FILE *file, struct error *error);
int report_format_write_list(const struct report_format *format,
                             const struct experiment_summary *summaries, size_t count, FILE *file,
                             struct error *error);
