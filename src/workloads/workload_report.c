// SPDX-License-Identifier: GPL-2.0-or-later
/* Measures of a workload's own, sent to the executor over the records pipe: one line a measure,
 * name, a blank and the value in hexadecimal floating point, so that no digit is lost. */
#include "workloads/workload.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void workload_report_measure(const struct workload_context *context, const char *name, double value)
{
    const struct measure_definition *row = context->workload->measures;
    while (row != NULL && row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    assert(row != NULL && row->name != NULL);
    char line[256]; /* below PIPE_BUF: lines of several processes don't mix */
    int length = snprintf(line, sizeof(line), "%s %a\n", name, value);
    if (context->records_fd >= 0 && length > 0) {
        ssize_t written = write(context->records_fd, line, (size_t)length);
        (void)written; /* the executor is gone: nobody is left to tell */
    }
}
