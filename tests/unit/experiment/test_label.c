// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/cleanup.h"
#include "experiment/label.h"

static const struct {
    const char *label;
    int result;
} rows[] = {{"6.1.0-18-amd64", 0},
            {"2539mm1fb16", 0},
            {"6.1#2", 0},
            {"with blank", 0},
            {"", -1},
            {"a@b", -1},
            {"a/b", -1},
            {"a,b", -1},
            {"a=b", -1},
            {"a\nb", -1},
            {" a", -1},
            {"a ", -1},
            {" ", -1}};

START_TEST(test_a_label_has_none_of_the_letters_of_selectors)
{
    struct error error;
    ck_assert_int_eq(label_check(rows[_i].label, &error), rows[_i].result);
    if (rows[_i].result != 0)
        ck_assert_int_eq(error_exit_status(&error), 2);
}
END_TEST

START_TEST(test_the_build_number_is_added_only_beside_another_build)
{
    static const char version[] = "Linux version 6.1.0 (gcc (Debian) 12) #17 SMP PREEMPT";
    auto_free char *alone = label_default("6.1.0", version, false);
    auto_free char *beside = label_default("6.1.0", version, true);
    auto_free char *unknown = label_default("6.1.0", "Linux", true);
    auto_free char *cleaned = label_default("6.1.0/x", version, false);
    ck_assert_str_eq(alone, "6.1.0");
    ck_assert_str_eq(beside, "6.1.0#17");
    ck_assert_str_eq(unknown, "6.1.0");
    ck_assert_str_eq(cleaned, "6.1.0_x");
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_a_label_has_none_of_the_letters_of_selectors, 0,
                        array_length(rows));
    tcase_add_test(tests, test_the_build_number_is_added_only_beside_another_build);
}

int main(void)
{
    return unit_run("label", fill);
}
