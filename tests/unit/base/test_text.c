// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/text.h"

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
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_bytes_that_are_no_utf8_are_replaced_one_by_one, 0,
                        array_length(texts));
}

int main(void)
{
    return unit_run("text", fill);
}
