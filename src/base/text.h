// SPDX-License-Identifier: GPL-2.0-or-later
/* Growing text and lists of strings. */
#pragma once

#include "base/cleanup.h"

#include <stdbool.h>
#include <stddef.h>

/* Text that grows. `text` is NULL until something is appended, else ends in NUL. */
struct text {
    char *text;
    size_t length;
    size_t capacity;
};

void text_finish(struct text *text);
void text_append(struct text *text, const char *piece);
void text_append_bytes(struct text *text, const char *bytes, size_t length);
void text_append_format(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *text_take(struct text *text); /* the caller's to free; "" where nothing was appended */
CLEANUP_DEFINE(text, struct text, text_finish)
#define auto_text __attribute__((cleanup(cleanup_text)))

/* An owned list of owned strings. */
struct string_list {
    char **items;
    size_t count;
};

void string_list_finish(struct string_list *list);
void string_list_add(struct string_list *list, const char *item); /* copies */
void string_list_take(struct string_list *list, char *item);      /* takes */
bool string_list_has(const struct string_list *list, const char *item);
void string_list_split(struct string_list *list, const char *text, char separator); /* appends */
/* The items with `separator` between them, the caller's to free. */
char *string_list_join(const struct string_list *list, const char *separator);
void string_list_sort(struct string_list *list); /* by bytes */
CLEANUP_DEFINE(string_list, struct string_list, string_list_finish)
#define auto_string_list __attribute__((cleanup(cleanup_string_list)))

/* A copy that is UTF-8 whatever the bytes were: each byte that belongs to no valid sequence becomes
 * U+FFFD. The caller's to free; NULL gives "". */
char *string_as_utf8(const char *text);

bool string_is_utf8(const char *text);

/* Puts bytes in the place of \ooo (a backslash and three octal digits), as /proc and the journal
 * write blanks; in place, \000 leaves nothing. False where an escape is malformed. */
bool string_unescape(char *text);

bool string_is(const char *a, const char *b); /* both may be NULL */
bool string_starts_with(const char *text, const char *prefix);
bool string_ends_with(const char *text, const char *suffix);
