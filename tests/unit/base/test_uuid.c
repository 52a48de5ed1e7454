// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/uuid.h"

#include <string.h>

START_TEST(test_uuid_has_the_form_of_version_4_and_is_fresh)
{
    char one[UUID_SIZE];
    char two[UUID_SIZE];
    ck_assert_ptr_eq(uuid_fresh(one), one);
    uuid_fresh(two);
    ck_assert_uint_eq(strlen(one), UUID_SIZE - 1);
    ck_assert_int_eq(one[14], '4');
    ck_assert_ptr_nonnull(strchr("89ab", one[19]));
    for (size_t i = 0; i < UUID_SIZE - 1; i++)
        ck_assert_int_eq(one[i] == '-', i == 8 || i == 13 || i == 18 || i == 23);
    ck_assert_str_ne(one, two);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_uuid_has_the_form_of_version_4_and_is_fresh);
}

int main(void)
{
    return unit_run("uuid", fill);
}
