// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "record/json.h"
#include "record/parameters.h"

START_TEST(test_a_key_keeps_its_place_when_its_value_is_replaced)
{
    auto_parameters struct parameters parameters = {0};
    parameters_set(&parameters, "b", "1");
    parameters_set(&parameters, "a", "2");
    parameters_set(&parameters, "b", "3");
    auto_free char *text = parameters_text(&parameters);
    ck_assert_str_eq(text, "b=3,a=2");
    ck_assert_str_eq(parameters_get(&parameters, "a"), "2");
    ck_assert_ptr_null(parameters_get(&parameters, "c"));
    parameters_set(&parameters, "a", parameters_get(&parameters, "a"));
    ck_assert_str_eq(parameters_get(&parameters, "a"), "2");
}
END_TEST

START_TEST(test_lists_are_equal_where_keys_values_and_order_are)
{
    auto_parameters struct parameters first = {0};
    auto_parameters struct parameters second = {0};
    parameters_set(&first, "a", "1");
    ck_assert(!parameters_equal(&first, &second));
    parameters_set(&second, "a", "2");
    ck_assert(!parameters_equal(&first, &second));
    parameters_set(&second, "a", "1");
    ck_assert(parameters_equal(&first, &second));
    parameters_set(&first, "b", "1");
    parameters_set(&first, "c", "1");
    parameters_set(&second, "c", "1");
    parameters_set(&second, "b", "1");
    ck_assert(!parameters_equal(&first, &second));
}
END_TEST

START_TEST(test_json_gives_back_what_was_put_in)
{
    struct error error;
    auto_parameters struct parameters given = {0};
    auto_parameters struct parameters back = {0};
    parameters_set(&given, "argv", "[\"a b\", \"c,d\"]");
    parameters_set(&given, "empty", "");
    auto_json json_t *json = parameters_to_json(&given);
    ck_assert_int_eq(parameters_from_json(json, &back, &error), 0);
    ck_assert(parameters_equal(&given, &back));
}
END_TEST

static const char *const bad[] = {
    "{}", "null", "[1]", "[[\"a\"]]", "[[\"a\", 1]]", "[[null, \"x\"]]", "[[\"a\", \"b\"], []]"};

START_TEST(test_what_is_no_list_of_pairs_of_texts_is_refused)
{
    struct error error;
    struct parameters untouched = {.count = 99};
    auto_json json_t *json = json_loads(bad[_i], JSON_DECODE_ANY, NULL);
    ck_assert_int_eq(parameters_from_json(json, &untouched, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_uint_eq(untouched.count, 99);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_a_key_keeps_its_place_when_its_value_is_replaced);
    tcase_add_test(tests, test_lists_are_equal_where_keys_values_and_order_are);
    tcase_add_test(tests, test_json_gives_back_what_was_put_in);
    tcase_add_loop_test(tests, test_what_is_no_list_of_pairs_of_texts_is_refused, 0,
                        array_length(bad));
}

int main(void)
{
    return unit_run("parameters", fill);
}
