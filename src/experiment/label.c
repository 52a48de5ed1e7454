// SPDX-License-Identifier: GPL-2.0-or-later
/* Rules for labels. */
#include "experiment/label.h"
#include "base/memory.h"

#include <ctype.h>
#include <string.h>

static bool is_forbidden(char letter)
{
    return strchr("@/,=", letter) != NULL || iscntrl((unsigned char)letter) != 0;
}

int label_check(const char *label, struct error *error)
{
    size_t length = strlen(label);
    if (length == 0)
        return error_set(error, ERROR_USAGE, 0, "an empty label");
    if (length > LABEL_BYTES_MAX)
        return error_set(error, ERROR_USAGE, 0, "a label of %zu bytes: at most %d fit a table",
                         length, LABEL_BYTES_MAX);
    if (label[0] == ' ' || label[length - 1] == ' ')
        return error_set(error, ERROR_USAGE, 0,
                         "label '%s' begins or ends with a blank, which no table would show",
                         label);
    for (const char *at = label; *at != '\0'; at++)
        if (is_forbidden(*at))
            return error_set(error, ERROR_USAGE, 0,
                             "label '%s': a label has none of @ / , = (selectors are written with "
                             "them) and no control characters",
                             label);
    return 0;
}

char *label_default(const char *release, const char *version, bool has_other_build)
{
    const char *mark = strstr(version, " #");
    size_t digits = mark != NULL ? strspn(mark + 2, "0123456789") : 0;
    char *label = has_other_build && digits > 0
                      ? string_format("%s#%.*s", release, (int)digits, mark + 2)
                      : string_duplicate(release);
    for (char *at = label; *at != '\0'; at++)
        if (is_forbidden(*at))
            *at = '_';
    return label;
}
