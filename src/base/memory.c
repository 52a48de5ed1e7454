// SPDX-License-Identifier: GPL-2.0-or-later
/* Allocation without failure paths in the callers. */
#include "base/memory.h"
#include "base/fatal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory_allocate(size_t size_bytes)
{
    void *block = calloc(1, size_bytes > 0 ? size_bytes : 1);
    if (block == NULL)
        fatal("out of memory");
    return block;
}

void *memory_resize(void *block, size_t count, size_t size_bytes)
{
    void *moved = reallocarray(block, count > 0 ? count : 1, size_bytes);
    if (moved == NULL)
        fatal("out of memory");
    return moved;
}

void *memory_grow(void *array, size_t count, size_t size_bytes)
{
    if (count == 0)
        return memory_resize(array, 8, size_bytes);
    if (count >= 8 && (count & (count - 1)) == 0)
        return memory_resize(array, count * 2, size_bytes);
    return array;
}

char *string_duplicate(const char *text)
{
    if (text == NULL)
        return NULL;
    char *copy = strdup(text);
    if (copy == NULL)
        fatal("out of memory");
    return copy;
}

char *string_format_list(const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        fatal("out of memory");
    return text;
}

char *string_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = string_format_list(format, arguments);
    va_end(arguments);
    return text;
}
