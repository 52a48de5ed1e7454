// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/units.h"

static const struct {
    const char *text;
    uint64_t bytes;
} sizes[] = {{"0", 0},          {"64K", 65536}, {"64k", 65536},       {"2G", 2147483648},
             {"1.5M", 1572864}, {"7", 7},       {"1GiB", 1073741824}, {"512MB", 536870912}};

START_TEST(test_size_is_binary_with_any_usual_suffix)
{
    uint64_t bytes = 1;
    struct error error;
    ck_assert_int_eq(units_parse_size(sizes[_i].text, &bytes, &error), 0);
    ck_assert_uint_eq(bytes, sizes[_i].bytes);
}
END_TEST

static const char *const bad_sizes[] = {"",    "K",   "-1",  "1X",          "0x10",
                                        "inf", "nan", "1 G", "99999999999T"};

START_TEST(test_what_is_no_size_is_refused_and_out_is_untouched)
{
    uint64_t bytes = 42;
    struct error error;
    ck_assert_int_eq(units_parse_size(bad_sizes[_i], &bytes, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_uint_eq(bytes, 42);
}
END_TEST

START_TEST(test_duration_has_its_unit_and_bare_numbers_are_seconds)
{
    uint64_t ns;
    struct error error;
    ck_assert_int_eq(units_parse_duration("500ms", &ns, &error), 0);
    ck_assert_uint_eq(ns, 500000000);
    ck_assert_int_eq(units_parse_duration("3", &ns, &error), 0);
    ck_assert_uint_eq(ns, 3000000000);
    ck_assert_int_eq(units_parse_duration("1h", &ns, &error), 0);
    ck_assert_uint_eq(ns, 3600000000000);
    ck_assert_int_eq(units_parse_duration("3 s", &ns, &error), -1);
}
END_TEST

START_TEST(test_exact_forms_read_back_as_what_they_were)
{
    char text[64];
    uint64_t value;
    struct error error;
    static const uint64_t values[] = {0, 1, 999, 1024, 1536, 1073741824, 1610612736, 3};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        units_format_size(values[i], text, sizeof(text));
        ck_assert_int_eq(units_parse_size(text, &value, &error), 0);
        ck_assert_uint_eq(value, values[i]);
        units_format_duration(values[i], text, sizeof(text));
        ck_assert_int_eq(units_parse_duration(text, &value, &error), 0);
        ck_assert_uint_eq(value, values[i]);
    }
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_size_is_binary_with_any_usual_suffix, 0,
                        sizeof(sizes) / sizeof(sizes[0]));
    tcase_add_loop_test(tests, test_what_is_no_size_is_refused_and_out_is_untouched, 0,
                        sizeof(bad_sizes) / sizeof(bad_sizes[0]));
    tcase_add_test(tests, test_duration_has_its_unit_and_bare_numbers_are_seconds);
    tcase_add_test(tests, test_exact_forms_read_back_as_what_they_were);
}

int main(void)
{
    return unit_run("units", fill);
}
