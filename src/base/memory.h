// SPDX-License-Identifier: GPL-2.0-or-later
/* Allocation that succeeds or ends the program through fatal(); callers never test for NULL. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

void *memory_allocate(size_t size_bytes);                          /* zeroed */
void *memory_resize(void *block, size_t count, size_t size_bytes); /* new part not zeroed */

/* Makes room for one more element of `size_bytes` in an array of `count` elements whose capacity is
 * the next power of two of its count (from 8). Returns the array, moved where needed. */
void *memory_grow(void *array, size_t count, size_t size_bytes);

char *string_duplicate(const char *text); /* NULL gives NULL */
char *string_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *string_format_list(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0)));
