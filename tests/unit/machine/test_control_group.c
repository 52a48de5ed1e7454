// SPDX-License-Identifier: GPL-2.0-or-later
/* Where groups could be made, on made-up machines: cgroup v1, v2, both, none. */
#include "../captured_root.h"
#include "../unit.h"
#include "machine/control_group.h"

static struct captured_root captured;

static void open_all(void)
{
    captured_root_open(&captured);
}

static void close_all(void)
{
    captured_root_close(&captured);
}

static const char v2_mount[] = "30 22 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
static const char both_mounts[] =
    "30 22 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "31 22 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";

static void layout_is(const char *tracking, const char *memory, enum control_group_owner owner)
{
    struct control_group_layout layout;
    control_group_layout_read(&captured.root, &layout);
    ck_assert_pstr_eq(layout.tracking_parent, tracking);
    ck_assert_pstr_eq(layout.memory_parent, memory);
    ck_assert_int_eq(layout.memory_owner, owner);
    control_group_layout_finish(&layout);
}

START_TEST(test_without_groups_there_is_no_place)
{
    layout_is(NULL, NULL, CONTROL_GROUP_ABSENT);
    ck_assert_uint_eq(control_group_memory_limit(&captured.root), UINT64_MAX);
}
END_TEST

START_TEST(test_v1_owns_memory_beside_a_v2_tree_without_controllers)
{
    captured_root_put(&captured, "proc/self/mountinfo", both_mounts);
    captured_root_put(&captured, "proc/self/cgroup", "4:memory:/a/b\n1:cpu,cpuacct:/\n0::/\n");
    captured_root_put(&captured, "sys/fs/cgroup/memory/a/b/cgroup.procs", "");
    captured_root_put(&captured, "sys/fs/cgroup/memory/a/b/memory.stat",
                      "cache 1\nhierarchical_memory_limit 1073741824\n");
    captured_root_put(&captured, "sys/fs/cgroup/unified/cgroup.procs", "");
    layout_is("/sys/fs/cgroup/unified", "/sys/fs/cgroup/memory/a/b", CONTROL_GROUP_V1);
    ck_assert_uint_eq(control_group_memory_limit(&captured.root), 1ULL << 30);
}
END_TEST

START_TEST(test_a_v2_memory_group_is_made_beside_our_own)
{
    captured_root_put(&captured, "proc/self/mountinfo", v2_mount);
    captured_root_put(&captured, "proc/self/cgroup", "0::/user/session\n");
    captured_root_put(&captured, "sys/fs/cgroup/user/cgroup.procs", "");
    captured_root_put(&captured, "sys/fs/cgroup/user/cgroup.subtree_control", "cpu memory pids\n");
    captured_root_put(&captured, "sys/fs/cgroup/user/memory.max", "4096000\n");
    captured_root_put(&captured, "sys/fs/cgroup/user/session/cgroup.procs", "");
    captured_root_put(&captured, "sys/fs/cgroup/user/session/cgroup.subtree_control", "\n");
    captured_root_put(&captured, "sys/fs/cgroup/user/session/memory.max", "max\n");
    layout_is("/sys/fs/cgroup/user/session", "/sys/fs/cgroup/user", CONTROL_GROUP_V2);
    ck_assert_uint_eq(control_group_memory_limit(&captured.root), 4096000);
}
END_TEST

START_TEST(test_v2_without_the_memory_controller_has_no_place_for_it)
{
    captured_root_put(&captured, "proc/self/mountinfo", v2_mount);
    captured_root_put(&captured, "proc/self/cgroup", "0::/\n");
    captured_root_put(&captured, "sys/fs/cgroup/cgroup.procs", "");
    captured_root_put(&captured, "sys/fs/cgroup/cgroup.subtree_control", "hugetlb\n");
    layout_is("/sys/fs/cgroup", NULL, CONTROL_GROUP_ABSENT);
}
END_TEST

START_TEST(test_a_mounted_part_of_the_hierarchy_is_taken_into_account)
{
    captured_root_put(&captured, "proc/self/mountinfo",
                      "30 22 0:26 /box /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    captured_root_put(&captured, "proc/self/cgroup", "0::/box/in\n");
    captured_root_put(&captured, "sys/fs/cgroup/in/cgroup.procs", "");
    layout_is("/sys/fs/cgroup/in", NULL, CONTROL_GROUP_ABSENT);
    captured_root_put(&captured, "proc/self/cgroup", "0::/elsewhere\n");
    layout_is(NULL, NULL, CONTROL_GROUP_ABSENT);
    captured_root_put(&captured, "proc/self/cgroup", "0::/../outside\n");
    layout_is(NULL, NULL, CONTROL_GROUP_ABSENT);
}
END_TEST

START_TEST(test_sides_go_below_their_v2_memory_group)
{
    struct control_group_layout layout = {.tracking_parent = string_duplicate("/old")};
    struct control_group group = {.path = string_duplicate("/new"), .version = 1};
    control_group_layout_enter(&layout, &group);
    ck_assert_str_eq(layout.tracking_parent, "/old");
    group.version = 2;
    control_group_layout_enter(&layout, &group);
    ck_assert_str_eq(layout.tracking_parent, "/new");
    control_group_layout_finish(&layout);
    free(group.path);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_add_test(tests, test_without_groups_there_is_no_place);
    tcase_add_test(tests, test_v1_owns_memory_beside_a_v2_tree_without_controllers);
    tcase_add_test(tests, test_a_v2_memory_group_is_made_beside_our_own);
    tcase_add_test(tests, test_v2_without_the_memory_controller_has_no_place_for_it);
    tcase_add_test(tests, test_a_mounted_part_of_the_hierarchy_is_taken_into_account);
    tcase_add_test(tests, test_sides_go_below_their_v2_memory_group);
}

int main(void)
{
    return unit_run("control_group", fill);
}
