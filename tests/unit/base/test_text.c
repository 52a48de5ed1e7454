// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>

#define REPLACED "\xef\xbf\xbd"

static const struct {
    const char *bytes;
    const char *clean;
} texts[] = {
    {"plain", "plain"},
    {"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\xa7", "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\xa7"},
    {"caf\xe9!", "caf" REPLACED "!"},
    {"cut \xe2\x82", "cut " REPLACED REPLACED},
    {"overlong \xc0\xaf", "overlong " REPLACED REPLACED},
    {"surrogate \xed\xa0\x80", "surrogate " REPLACED REPLACED REPLACED},
    {"beyond \xf4\x90\x80\x80", "beyond " REPLACED REPLACED REPLACED REPLACED},
    {NULL, ""},
};

START_TEST(test_bytes_that_are_no_utf8_are_replaced_one_by_one)
{
    auto_free char *clean = string_as_utf8(texts[_i].bytes);
    ck_assert_str_eq(clean, texts[_i].clean);
    ck_assert(texts[_i].bytes == NULL ||
              string_is_utf8(texts[_i].bytes) == string_is(texts[_i].bytes, clean));
}
END_TEST

START_TEST(test_text_grows_and_is_taken_whole)
{
    auto_text struct text text = {0};
    for (int i = 0; i < 1000; i++)
        text_append_format(&text, "%d,", i);
    text_append_bytes(&text, "end\0cut", 3);
    ck_assert_uint_eq(text.length, 10 * 2 + 90 * 3 + 900 * 4 + 3);
    ck_assert_str_eq(text.text + text.length - 7, "999,end");
    auto_free char *taken = text_take(&text);
    ck_assert_uint_eq(strlen(taken), 3893);
    ck_assert_ptr_null(text.text);
    auto_free char *nothing = text_take(&text);
    ck_assert_str_eq(nothing, "");
}
END_TEST

static const struct {
    const char *text;
    const char *joined; /* items between bars */
} splits[] = {{"a,b", "|a|b|"}, {"", "||"}, {",", "|||"}, {"a", "|a|"}, {"a,,b,", "|a||b||"}};

START_TEST(test_split_keeps_empty_pieces)
{
    auto_string_list struct string_list list = {0};
    auto_text struct text joined = {0};
    string_list_split(&list, splits[_i].text, ',');
    text_append(&joined, "|");
    for (size_t i = 0; i < list.count; i++)
        text_append_format(&joined, "%s|", list.items[i]);
    ck_assert_str_eq(joined.text, splits[_i].joined);
    ck_assert(string_list_has(&list, list.items[0]));
    ck_assert(!string_list_has(&list, "a,b"));
}
END_TEST

START_TEST(test_join_is_the_inverse_of_split)
{
    auto_string_list struct string_list list = {0};
    string_list_split(&list, splits[_i].text, ',');
    auto_free char *joined = string_list_join(&list, ",");
    ck_assert_str_eq(joined, splits[_i].text);
}
END_TEST

START_TEST(test_sorting_is_by_bytes)
{
    auto_string_list struct string_list list = {0};
    string_list_sort(&list);
    string_list_split(&list, "b,a,B,,ab", ',');
    string_list_sort(&list);
    auto_free char *joined = string_list_join(&list, ",");
    ck_assert_str_eq(joined, ",B,a,ab,b");
}
END_TEST

static const struct {
    const char *text;
    const char *unescaped; /* NULL: malformed */
} escapes[] = {
    {"a\\040b", "a b"}, {"\\134\\040", "\\ "}, {"\\000", ""},  {"plain", "plain"},
    {"", ""},           {"\\", NULL},          {"\\04", NULL}, {"\\048", NULL},
};

START_TEST(test_octal_escapes_become_bytes)
{
    auto_free char *text = string_duplicate(escapes[_i].text);
    ck_assert_int_eq(string_unescape(text), escapes[_i].unescaped != NULL);
    if (escapes[_i].unescaped != NULL)
        ck_assert_str_eq(text, escapes[_i].unescaped);
}
END_TEST

START_TEST(test_comparisons_take_whole_texts_and_null)
{
    ck_assert(string_is("a", "a"));
    ck_assert(!string_is("a", NULL) && !string_is(NULL, NULL));
    ck_assert(string_starts_with("abc", "ab") && !string_starts_with("ab", "abc"));
    ck_assert(string_ends_with("abc", "bc") && !string_ends_with("bc", "abc"));
    ck_assert(string_starts_with("a", "") && string_ends_with("a", ""));
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_text_grows_and_is_taken_whole);
    tcase_add_loop_test(tests, test_split_keeps_empty_pieces, 0, array_length(splits));
    tcase_add_loop_test(tests, test_join_is_the_inverse_of_split, 0, array_length(splits));
    tcase_add_test(tests, test_sorting_is_by_bytes);
    tcase_add_loop_test(tests, test_octal_escapes_become_bytes, 0, array_length(escapes));
    tcase_add_test(tests, test_comparisons_take_whole_texts_and_null);
    tcase_add_loop_test(tests, test_bytes_that_are_no_utf8_are_replaced_one_by_one, 0,
                        array_length(texts));
}

int main(void)
{
    return unit_run("text", fill);
}
