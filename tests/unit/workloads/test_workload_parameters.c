// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/cleanup.h"
#include "workloads/workload.h"

#include <string.h>

static const char *const colours[] = {"red", "blue", NULL};

static const struct parameter_definition rows[] = {
    {.name = "integer",
     .type = PARAMETER_INTEGER,
     .default_value = "3",
     .minimum = 1,
     .maximum = 9},
    {.name = "real", .type = PARAMETER_REAL, .default_value = "0.5"},
    {.name = "size",
     .type = PARAMETER_SIZE,
     .default_value = "64K",
     .minimum = 512,
     .maximum = 1e6},
    {.name = "share",
     .type = PARAMETER_SHARE,
     .default_value = "110%",
     .minimum = 1,
     .maximum = 200},
    {.name = "count",
     .type = PARAMETER_COUNT,
     .default_value = "4/cpu",
     .minimum = 1,
     .maximum = 8},
    {.name = "duration", .type = PARAMETER_DURATION, .default_value = "500ms"},
    {.name = "choice", .type = PARAMETER_CHOICE, .default_value = "red", .choices = colours},
    {.name = "boolean", .type = PARAMETER_BOOLEAN, .default_value = "no"},
    {.name = "text", .type = PARAMETER_TEXT, .default_value = ""},
    {0},
};

static const struct workload toy = {.name = "toy", .parameters = rows};

/* What `key` is worth to a workload where `value` was given, as a number. */
static double worth(const char *key, const char *value)
{
    auto_parameters struct parameters given = {0};
    parameters_set(&given, key, value);
    const struct workload_context context = {
        .workload = &toy, .parameters = &given, .memory_bytes = 1000, .cpus = 2};
    switch (workload_parameter(&toy, key)->type) {
    case PARAMETER_INTEGER:
        return (double)workload_integer(&context, key);
    case PARAMETER_REAL:
        return workload_real(&context, key);
    case PARAMETER_SIZE:
    case PARAMETER_SHARE:
        return (double)workload_size(&context, key);
    case PARAMETER_COUNT:
        return workload_count(&context, key);
    case PARAMETER_DURATION:
        return (double)workload_duration(&context, key);
    case PARAMETER_BOOLEAN:
        return workload_boolean(&context, key);
    case PARAMETER_CHOICE:
    case PARAMETER_TEXT:
        break;
    }
    return (double)strlen(workload_text(&context, key));
}

static const struct {
    const char *key, *value;
    double worth;
} taken[] = {
    {"integer", "9", 9},     {"real", "-0.25", -0.25}, {"size", "2K", 2048},
    {"share", "110%", 1100}, {"share", "64K", 65536},  {"count", "4/cpu", 8},
    {"count", "100", 100},   {"count", "1.2/cpu", 2},  {"duration", "3s", 3e9},
    {"boolean", "yes", 1},   {"boolean", "no", 0},     {"choice", "blue", 4},
    {"text", "a=b,c", 5},
};

START_TEST(test_a_value_is_worth_what_its_type_makes_of_it)
{
    struct error error = {.text = ""};
    int result = workload_parameter_check(&toy, taken[_i].key, taken[_i].value, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_double_eq(worth(taken[_i].key, taken[_i].value), taken[_i].worth);
}
END_TEST

static const struct {
    const char *key, *value;
    const char *said;
} refused[] = {
    {"integer", "10", "toy:integer=10 is out of range: it takes a whole number from 1 to 9"},
    {"integer", "x", "toy:integer"},
    {"size", "256", "a size from 512 to 1000000"},
    {"share", "201%", "a size, or a share of memory from 1% to 200%"},
    {"share", "0", "out of range"},
    {"count", "9/cpu", "a whole number, or a number per CPU from 1/cpu to 8/cpu"},
    {"count", "0", "out of range"},
    {"choice", "green", "'green' is not one of red, blue"},
    {"boolean", "true", "neither yes nor no"},
    {"colour", "red", "toy has no parameter 'colour'"},
    {"intager", "1", "did you mean integer?"},
};

START_TEST(test_what_is_refused_is_refused_with_what_would_do)
{
    struct error error = {.text = ""};
    int result = workload_parameter_check(&toy, refused[_i].key, refused[_i].value, &error);
    ck_assert_int_eq(result, -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_msg(strstr(error.text, refused[_i].said) != NULL, "%s", error.text);
}
END_TEST

START_TEST(test_parameters_are_completed_in_the_order_of_the_table)
{
    struct error error;
    auto_parameters struct parameters given = {0};
    auto_parameters struct parameters complete = {0};
    parameters_set(&given, "choice", "blue");
    parameters_set(&given, "integer", "7");
    ck_assert_int_eq(workload_parameters_complete(&toy, &given, &complete, &error), 0);
    auto_free char *text = parameters_text(&complete);
    ck_assert_str_eq(text, "integer=7,real=0.5,size=64K,share=110%,count=4/cpu,duration=500ms,"
                           "choice=blue,boolean=no,text=");
}
END_TEST

START_TEST(test_defaults_are_in_range_themselves)
{
    struct error error = {.text = ""};
    int result = workload_parameter_check(&toy, rows[_i].name, rows[_i].default_value, &error);
    ck_assert_msg(result == 0, "%s", error.text);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_a_value_is_worth_what_its_type_makes_of_it, 0,
                        array_length(taken));
    tcase_add_loop_test(tests, test_what_is_refused_is_refused_with_what_would_do, 0,
                        array_length(refused));
    tcase_add_test(tests, test_parameters_are_completed_in_the_order_of_the_table);
    tcase_add_loop_test(tests, test_defaults_are_in_range_themselves, 0, array_length(rows) - 1);
}

int main(void)
{
    return unit_run("workload_parameters", fill);
}
