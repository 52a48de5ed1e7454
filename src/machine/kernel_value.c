// SPDX-License-Identifier: GPL-2.0-or-later
/* Reading and comparing values of kernel files. */
#include "machine/kernel_value.h"
#include "base/cleanup.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\n";

static char *value_of_text(const char *text)
{
    auto_text struct text value = {0};
    for (const char *word = text + strspn(text, blanks); *word != '\0';) {
        size_t length = strcspn(word, blanks);
        if (length > 2 && word[0] == '[' && word[length - 1] == ']') {
            text_finish(&value);
            text_append_bytes(&value, word + 1, length - 2);
            break;
        }
        if (value.length > 0)
            text_append(&value, " ");
        text_append_bytes(&value, word, length);
        word += length;
        word += strspn(word, blanks);
    }
    return text_take(&value);
}

char *kernel_value_read(const struct sysroot *root, const char *path, struct error *error)
{
    auto_free char *text = sysroot_read_all(root, path, error);
    return text != NULL ? value_of_text(text) : NULL;
}

static bool is_number(const char *text, long long *out_value)
{
    char *end;
    errno = 0;
    *out_value = strtoll(text, &end, 0);
    return errno == 0 && end != text && *end == '\0';
}

bool kernel_value_is_equal(const char *a, const char *b)
{
    long long a_number;
    long long b_number;
    if (is_number(a, &a_number) && is_number(b, &b_number))
        return a_number == b_number;
    auto_free char *a_value = value_of_text(a);
    auto_free char *b_value = value_of_text(b);
    return strcmp(a_value, b_value) == 0;
}
