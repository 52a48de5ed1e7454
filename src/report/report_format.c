// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of all output formats.
 *
 * To add one: write src/report/NAME_report_format.c ending in `const struct report_format
 * NAME_report_format`, add NAME below and the file in meson.build, and a test. --format and
 * --classic know it by that. */
#include "report/report_format.h"
#include "base/cleanup.h"
#include "base/text.h"

#include <errno.h>

#define FORMATS(X) X(table) X(csv) X(json) X(classic_041) X(classic_051) X(classic_061)

#define DECLARE(name) extern const struct report_format name##_report_format;
FORMATS(DECLARE)
#undef DECLARE

#define POINTER(name) &name##_report_format,
static const struct report_format *const catalog[] = {FORMATS(POINTER) NULL};
#undef POINTER

const struct report_format *const *report_format_catalog(size_t *out_count)
{
    *out_count = array_length(catalog) - 1;
    return catalog;
}

const struct report_format *report_format_default(void)
{
    return &table_report_format;
}

static int check_written(FILE *file, struct error *error)
{
    errno = 0;
    if (fflush(file) != 0 || ferror(file))
        return error_set(error, ERROR_FAILED, errno, "write the report");
    return 0;
}

int report_format_write(const struct report_format *format, const struct report_content *content,
                        FILE *file, struct error *error)
{
    format->write(content, file);
    return check_written(file, error);
}

int report_format_write_list(const struct report_format *format,
                             const struct experiment_summary *summaries, size_t count, FILE *file,
                             struct error *error)
{
    format->write_list(summaries, count, file);
    return check_written(file, error);
}

int report_format_get(const char *name, bool is_classic, const struct report_format **out,
                      struct error *error)
{
    auto_text struct text names = {0};
    for (const struct report_format *const *format = catalog; *format != NULL; format++) {
        if ((*format)->is_classic != is_classic)
            continue;
        if (string_is((*format)->name, name)) {
            *out = *format;
            return 0;
        }
        text_append_format(&names, "%s%s", names.length > 0 ? ", " : "", (*format)->name);
    }
    return error_set(error, ERROR_USAGE, 0, "unknown %s '%s': there are %s",
                     is_classic ? "classic report" : "format", name,
                     names.text != NULL ? names.text : "none");
}
