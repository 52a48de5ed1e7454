// SPDX-License-Identifier: GPL-2.0-or-later
#include "../captured_root.h"
#include "../unit.h"
#include "base/text.h"
#include "machine/disk.h"

static struct captured_root captured;

static const char mounts[] = "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw,errors=remount-ro\n"
                             "23 22 0:5 / /proc rw - proc proc rw\n"
                             "24 22 0:30 / /tmp rw,nosuid - tmpfs tmpfs rw\n"
                             "25 22 253:1 / /data rw shared:7 - xfs /dev/mapper/vg-data rw,attr2\n"
                             "26 22 0:41 / /pool rw - btrfs /dev/sdb2 rw,ssd\n"
                             "27 22 9:0 / /raid rw - ext4 /dev/md0 rw\n"
                             "28 25 8:2 /sub /data/with\\040blank rw - ext4 /dev/sda2 rw\n"
                             "29 22 254:0 / /old rw - ext4 /dev/vda rw\n"
                             "30 22 8:1 / /old rw - ext4 /dev/sda1 rw\n";

static void put_device(const char *name, const char *path, const char *number, bool is_partition)
{
    char text[256];
    snprintf(text, sizeof(text), "sys/devices/%s/dev", path);
    captured_root_put(&captured, text, number);
    if (is_partition) {
        snprintf(text, sizeof(text), "sys/devices/%s/partition", path);
        captured_root_put(&captured, text, "1\n");
    }
    char target[256];
    snprintf(target, sizeof(target), "../../devices/%s", path);
    snprintf(text, sizeof(text), "sys/class/block/%s", name);
    captured_root_link(&captured, text, target);
    snprintf(text, sizeof(text), "sys/dev/block/%.*s", (int)strcspn(number, "\n"), number);
    captured_root_link(&captured, text, target);
}

static void open_root(void)
{
    captured_root_open(&captured);
    captured_root_put(&captured, "proc/self/mountinfo", mounts);
    put_device("sda", "pci/block/sda", "8:0\n", false);
    put_device("sda1", "pci/block/sda/sda1", "8:1\n", true);
    put_device("sda2", "pci/block/sda/sda2", "8:2\n", true);
    put_device("sdb", "pci/block/sdb", "8:16\n", false);
    put_device("sdb2", "pci/block/sdb/sdb2", "8:18\n", true);
    put_device("dm-0", "virtual/block/dm-0", "253:0\n", false);
    put_device("dm-1", "virtual/block/dm-1", "253:1\n", false);
    put_device("md0", "virtual/block/md0", "9:0\n", false);
    captured_root_put(&captured, "sys/devices/virtual/block/dm-1/slaves/dm-0", "");
    captured_root_put(&captured, "sys/devices/virtual/block/dm-0/slaves/sdb2", "");
    captured_root_put(&captured, "sys/devices/virtual/block/md0/slaves/sda2", "");
    captured_root_put(&captured, "sys/devices/virtual/block/md0/slaves/sdb2", "");
}

static void close_root(void)
{
    captured_root_close(&captured);
}

static const struct {
    const char *path, *number, *name, *filesystem, *mount_point;
} places[] = {
    {"/var/tmp", "8:1", "sda", "ext4", "/"},
    {"/tmp/x", "0:30", NULL, "tmpfs", "/tmp"},
    {"/tmpfoo", "8:1", "sda", "ext4", "/"},
    {"/data/a", "253:1", "sdb", "xfs", "/data"},
    {"/data/with blank/a", "8:2", "sda", "ext4", "/data/with blank"},
    {"/pool", "8:18", "sdb", "btrfs", "/pool"},
    {"/raid", "9:0", "md0", "ext4", "/raid"},
    {"/old/x", "8:1", "sda", "ext4", "/old"},
};

START_TEST(test_a_path_leads_through_mount_and_partition_to_the_whole_disk)
{
    struct error error = {.text = ""};
    struct disk disk;
    int result = disk_of_path(&captured.root, places[_i].path, &disk, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_str_eq(disk.number, places[_i].number);
    ck_assert_pstr_eq(disk.name, places[_i].name);
    ck_assert_str_eq(disk.filesystem, places[_i].filesystem);
    ck_assert_str_eq(disk.mount_point, places[_i].mount_point);
    if (disk.name != NULL) {
        char queue[64];
        snprintf(queue, sizeof(queue), "sys/block/%s/queue", disk.name);
        ck_assert_str_eq(disk.queue, queue);
    }
    disk_finish(&disk);
}
END_TEST

START_TEST(test_mount_options_are_those_of_mount_and_file_system)
{
    struct error error;
    struct disk disk;
    ck_assert_int_eq(disk_of_path(&captured.root, "/", &disk, &error), 0);
    ck_assert_str_eq(disk.mount_options, "rw,relatime,rw,errors=remount-ro");
    disk_finish(&disk);
}
END_TEST

START_TEST(test_latency_of_a_tree_without_files_is_refused)
{
    struct error error;
    struct disk_latency latency;
    auto_file_sample struct file_sample sample = {0};
    captured_root_put(&captured, "empty/below/zero", "");
    char *tree = string_format("%s/empty", captured.path);
    file_sample_draw(&sample, tree, 4, 1);
    ck_assert_int_eq(disk_read_latency(&sample, 4, 1, &latency, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "no files"));
    free(tree);
}
END_TEST

START_TEST(test_a_sample_holds_each_file_once_and_the_same_for_a_seed)
{
    struct file_sample a;
    struct file_sample b;
    for (int i = 0; i < 20; i++) {
        char name[64];
        snprintf(name, sizeof(name), "tree/d%d/f%d", i % 4, i);
        captured_root_put(&captured, name, "content");
    }
    captured_root_link(&captured, "tree/link", "/etc");
    char *tree = string_format("%s/tree", captured.path);
    file_sample_draw(&a, tree, 8, 7);
    file_sample_draw(&b, tree, 8, 7);
    ck_assert_uint_eq(a.count, 8);
    ck_assert_uint_eq(b.count, 8);
    for (size_t i = 0; i < 8; i++) {
        ck_assert_uint_eq(a.files[i].inode, b.files[i].inode);
        for (size_t j = 0; j < i; j++)
            ck_assert_uint_ne(a.files[i].inode, a.files[j].inode);
    }
    double share = file_sample_resident_share(&a);
    ck_assert_double_ge(share, 0.99); /* just written, so in the cache */
    file_sample_finish(&a);
    file_sample_finish(&b);
    free(tree);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_root, close_root);
    tcase_add_loop_test(tests, test_a_path_leads_through_mount_and_partition_to_the_whole_disk, 0,
                        sizeof(places) / sizeof(places[0]));
    tcase_add_test(tests, test_mount_options_are_those_of_mount_and_file_system);
    tcase_add_test(tests, test_latency_of_a_tree_without_files_is_refused);
    tcase_add_test(tests, test_a_sample_holds_each_file_once_and_the_same_for_a_seed);
}

int main(void)
{
    return unit_run("disk", fill);
}
