// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of output formats. A format is one file of this room ending in one `const struct
 * report_format`; the commands know it by that struct alone. */
#pragma once

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
    /* Tables or runs of one or more experiments. */
    int (*write)(const struct report_content *content, FILE *file, struct error *error);
    /* The list of experiments; NULL where the format has none. */
    int (*write_list)(const struct experiment_summary *summaries, size_t count, FILE *file,
                      struct error *error);
};

const struct report_format *const *report_format_catalog(size_t *out_count);
/* Refuses an unknown name with those that there are. */
int report_format_get(const char *name, bool is_classic, const struct report_format **out,
                      struct error *error);
