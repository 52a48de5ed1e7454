// SPDX-License-Identifier: GPL-2.0-or-later
/* Replaces what a terminal would obey instead of show. */
#include "report/printable.h"
#include "base/text.h"

#include <stdbool.h>

char *printable_copy(const char *text)
{
    char *copy = string_as_utf8(text);
    for (unsigned char *at = (unsigned char *)copy; *at != '\0'; at++) {
        bool is_control = (*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f;
        /* U+0080 to U+009F, which terminals also obey, are c2 80 to c2 9f. */
        if (is_control)
            *at = '?';
        else if (at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)
            at[0] = at[1] = '?';
    }
    return copy;
}
