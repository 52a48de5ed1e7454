// SPDX-License-Identifier: GPL-2.0-or-later
/* Settling this machine really drops what is cached. */
#include "root_frame.h"

#include "machine/settle.h"
#include "record/json.h"

START_TEST(test_files_that_were_cached_are_cold_after_settling)
{
    auto_run_record struct run_record record = {0};
    char *tree = string_format("%s/tree", frame.path);
    char *command = string_format("mkdir %s; for i in 1 2 3 4 5 6 7 8; do head -c 1000000 "
                                  "/dev/urandom > %s/$i; done",
                                  tree, tree);
    ck_assert_int_eq(system(command), 0);
    const struct settle_plan plan = {.root = &frame.root,
                                     .journal = &frame.journal,
                                     .directory = frame.path,
                                     .sample = tree,
                                     .seed = 1,
                                     .may_drop_caches = true};
    settle_observe(&plan, &record);
    auto_json json_t *warm = json_loads(record.coldness, 0, NULL);
    ck_assert_double_eq(json_number_value(json_object_get(warm, "resident_share")), 1.0);
    settle_machine(&plan, &record);
    printf("%s\n", record.coldness);
    auto_json json_t *cold = json_loads(record.coldness, 0, NULL);
    ck_assert(json_is_true(json_object_get(json_object_get(cold, "caches"), "dropped")));
    ck_assert_double_le(json_number_value(json_object_get(cold, "resident_share")), 0.05);
    free(command);
    free(tree);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, test_files_that_were_cached_are_cold_after_settling);
}

int main(void)
{
    if (access("/proc/sys/vm/drop_caches", W_OK) != 0)
        root_frame_skip("needs root and a writable /proc/sys/vm/drop_caches");
    return root_frame_run("settle_root", fill);
}
