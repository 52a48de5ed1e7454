// SPDX-License-Identifier: GPL-2.0-or-later
/* Growing text and lists of strings. */
#include "base/text.h"
#include "base/memory.h"

#include <string.h>

void text_finish(struct text *text)
{
    if (text == NULL)
        return;
    free(text->text);
    *text = (struct text){0};
}

void text_append_bytes(struct text *text, const char *bytes, size_t length)
{
    if (text->length + length + 1 > text->capacity) {
        size_t capacity = text->capacity > 0 ? text->capacity : 64;
        while (capacity < text->length + length + 1)
            capacity *= 2;
        text->text = memory_resize(text->text, capacity, 1);
        text->capacity = capacity;
    }
    memcpy(text->text + text->length, bytes, length);
    text->length += length;
    text->text[text->length] = '\0';
}

void text_append(struct text *text, const char *piece)
{
    text_append_bytes(text, piece, strlen(piece));
}

void text_append_format(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    auto_free char *piece = string_format_list(format, arguments);
    va_end(arguments);
    text_append(text, piece);
}

char *text_take(struct text *text)
{
    char *taken = text->text != NULL ? text->text : string_duplicate("");
    *text = (struct text){0};
    return taken;
}

void string_list_finish(struct string_list *list)
{
    if (list == NULL)
        return;
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
    *list = (struct string_list){0};
}

void string_list_take(struct string_list *list, char *item)
{
    list->items = memory_grow(list->items, list->count, sizeof(char *));
    list->items[list->count++] = item;
}

void string_list_add(struct string_list *list, const char *item)
{
    string_list_take(list, string_duplicate(item));
}

bool string_list_has(const struct string_list *list, const char *item)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i], item) == 0)
            return true;
    return false;
}

void string_list_split(struct string_list *list, const char *text, char separator)
{
    while (true) {
        const char *end = strchr(text, separator);
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        char *item = memory_allocate(length + 1);
        memcpy(item, text, length);
        string_list_take(list, item);
        if (end == NULL)
            return;
        text = end + 1;
    }
}

char *string_list_join(const struct string_list *list, const char *separator)
{
    auto_text struct text text = {0};
    for (size_t i = 0; i < list->count; i++) {
        text_append(&text, i > 0 ? separator : "");
        text_append(&text, list->items[i]);
    }
    return text_take(&text);
}

static int compare_items(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void string_list_sort(struct string_list *list)
{
    if (list->count > 1)
        qsort(list->items, list->count, sizeof(char *), compare_items);
}

/* Bytes of the valid sequence at `at`, 0 where there is none (RFC 3629: no overlong forms, no
 * surrogates, nothing above U+10FFFF). */
static size_t utf8_sequence(const unsigned char *at)
{
    unsigned char first = at[0];
    if (first < 0x80)
        return 1;
    size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool is_outside = (first == 0xe0 && at[1] < 0xa0) || (first == 0xed && at[1] > 0x9f) ||
                      (first == 0xf0 && at[1] < 0x90) || (first == 0xf4 && at[1] > 0x8f);
    return is_outside ? 0 : length;
}

char *string_as_utf8(const char *text)
{
    auto_text struct text clean = {0};
    const char *at = text != NULL ? text : "";
    while (*at != '\0') {
        size_t length = utf8_sequence((const unsigned char *)at);
        if (length > 0)
            text_append_bytes(&clean, at, length);
        else
            text_append(&clean, "\xef\xbf\xbd");
        at += length > 0 ? length : 1;
    }
    return text_take(&clean);
}

bool string_is_utf8(const char *text)
{
    while (*text != '\0') {
        size_t length = utf8_sequence((const unsigned char *)text);
        if (length == 0)
            return false;
        text += length;
    }
    return true;
}

bool string_unescape(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at != '\\') {
            *to++ = *at;
            continue;
        }
        int value = 0;
        for (int digit = 1; digit <= 3; digit++) {
            if (at[digit] < '0' || at[digit] > '7')
                return false;
            value = value * 8 + (at[digit] - '0');
        }
        if (value != 0)
            *to++ = (char)value;
        at += 3;
    }
    *to = '\0';
    return true;
}

bool string_is(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

bool string_starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool string_ends_with(const char *text, const char *suffix)
{
    size_t text_length = strlen(text);
    size_t suffix_length = strlen(suffix);
    return text_length >= suffix_length && strcmp(text + text_length - suffix_length, suffix) == 0;
}
