// SPDX-License-Identifier: GPL-2.0-or-later
/* Error values: a class, a number, a sentence. No output here: commands/ prints. */
#include "base/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void error_write(struct error *error, enum error_class class, int number, const char *format, ...)
{
    char text[sizeof(error->text)];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    assert(length >= 0);
    error->class = class;
    error->number = number;
    size_t used = strnlen(text, sizeof(text) - 1);
    memcpy(error->text, text, used);
    error->text[used] = '\0';
    if (number != 0)
        snprintf(error->text + used, sizeof(error->text) - used, ": %s", strerror(number));
}

void error_write_context(struct error *error, const char *format, ...)
{
    char text[sizeof(error->text)];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    assert(length >= 0);
    size_t used = strnlen(text, sizeof(text) - 1);
    size_t rest = strnlen(error->text, sizeof(error->text) - 1);
    if (used + 2 + rest >= sizeof(text)) {
        if (used + 3 >= sizeof(text))
            used = sizeof(text) - 3;
        rest = sizeof(text) - used - 3;
    }
    memcpy(text + used, ": ", 2);
    memcpy(text + used + 2, error->text, rest);
    text[used + 2 + rest] = '\0';
    memcpy(error->text, text, used + 2 + rest + 1);
}

int error_exit_status(const struct error *error)
{
    switch (error->class) {
    case ERROR_FAILED:
        return 1;
    case ERROR_USAGE:
        return 2;
    case ERROR_CANNOT:
        return 4;
    case ERROR_NOT_RESTORED:
        return 5;
    }
    return 1;
}
