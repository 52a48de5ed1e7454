// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "experiment/item.h"

#include <string.h>

/* What the list becomes, items parted by a blank: "NAME[KEY=VALUE,...]". */
static const struct {
    const char *text;
    const char *items;
} good[] = {
    {"io_load", "io_load[]"},
    {"io_load,mem_load", "io_load[] mem_load[]"},
    {"io_load:size=1G", "io_load[size=1G]"},
    {"io_load:size=1G,block=64K,mem_load", "io_load[size=1G,block=64K] mem_load[]"},
    {"io_load,size=1G,mem_load", "io_load[size=1G] mem_load[]"},
    {"a:k=v,b:k=v", "a[k=v] b[k=v]"},
    {"a:cpus=0-3+8", "a[cpus=0-3+8]"},
    {"a:path=/x:y", "a[path=/x:y]"},
    {"a:k=1,path=/x:y", "a[k=1,path=/x:y]"},
    {"a:k=", "a[k=]"},
    {"a:k=b=c", "a[k=b=c]"},
    {"io_load,io_load:size=1G", "io_load[] io_load[size=1G]"},
};

static char *list_text(const struct item_list *list)
{
    static char text[512];
    text[0] = '\0';
    for (size_t i = 0; i < list->count; i++) {
        auto_free char *parameters = parameters_text(&list->items[i].parameters);
        size_t used = strlen(text);
        snprintf(text + used, sizeof(text) - used, "%s%s[%s]", i > 0 ? " " : "",
                 list->items[i].name, parameters);
    }
    return text;
}

START_TEST(test_a_piece_with_equals_before_colon_goes_on_and_all_else_begins)
{
    auto_item_list struct item_list list = {0};
    struct error error;
    ck_assert_int_eq(item_list_parse(good[_i].text, &list, &error), 0);
    ck_assert_str_eq(list_text(&list), good[_i].items);
}
END_TEST

/* The second text is the piece that the error must name. */
static const char *const bad[][2] = {
    {"", ""},
    {",", "','"},
    {"a,,b", "'a,,b'"},
    {"a,", "'a,'"},
    {"size=1G", "'size=1G'"},
    {"a:", "'a:'"},
    {":k=v", "':k=v'"},
    {"a:k", "'k' in 'a:k'"},
    {"a:=v", "'a:=v'"},
    {"a:k=1,k=2", "'k=2'"},
    {"io_load+mem_load", "'io_load+mem_load'"},
    {"a b", "'a b'"},
};

START_TEST(test_a_bad_list_is_refused_by_its_piece_and_out_is_untouched)
{
    struct item_list list = {.count = 42};
    struct error error;
    ck_assert_int_eq(item_list_parse(bad[_i][0], &list, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_msg(strstr(error.text, bad[_i][1]) != NULL, "%s", error.text);
    ck_assert_uint_eq(list.count, 42);
}
END_TEST

START_TEST(test_one_item_takes_parameters_but_no_second_item)
{
    auto_item struct item item = {0};
    struct error error;
    ck_assert_int_eq(item_parse("kernel:target=kernel/,config=tinyconfig", &item, &error), 0);
    ck_assert_str_eq(item.name, "kernel");
    ck_assert_str_eq(parameters_get(&item.parameters, "config"), "tinyconfig");
    ck_assert_int_eq(item_parse("build,kernel", &item, &error), -1);
    ck_assert_msg(strstr(error.text, "'kernel'") != NULL, "%s", error.text);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_a_piece_with_equals_before_colon_goes_on_and_all_else_begins, 0,
                        array_length(good));
    tcase_add_loop_test(tests, test_a_bad_list_is_refused_by_its_piece_and_out_is_untouched, 0,
                        array_length(bad));
    tcase_add_test(tests, test_one_item_takes_parameters_but_no_second_item);
}

int main(void)
{
    return unit_run("item", fill);
}
