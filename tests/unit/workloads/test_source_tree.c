// SPDX-License-Identifier: GPL-2.0-or-later
#include "tree_hash.h"
#include "workloads/source_tree.h"

static char place[] = "/var/tmp/contend-source-tree-XXXXXX";

/* A tree of another text or another program would make new results incomparable with old ones:
 * where these change, the seed in source_tree.c changes too, and NEWS says so. */
static const struct {
    unsigned files;
    unsigned all_files;
    uint64_t hash;
    uint32_t checksum;
} golden[] = {
    {2, 11, 0x7d4a03d22d2b6cae, 0xce8d1cc1},
    {6, 15, 0x8cb23a4d9e28111c, 0x4fb0a1d6},
    {160, 169, 0x1c1493a3a006a77e, 0x78adc616},
};

START_TEST(test_tree_of_a_size_is_always_the_same_bytes)
{
    struct error error = {0};
    ck_assert_ptr_nonnull(mkdtemp(place));
    auto_fd int fd = open(place, O_RDONLY | O_DIRECTORY);
    int result = source_tree_write(fd, "tree", golden[_i].files, &error);
    unsigned files = 0;
    uint64_t hash = result == 0 ? tree_hash(fd, "tree", &files) : 0;
    int64_t bytes = files_tree_bytes(fd, "tree", &error);
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, place, &error), 0);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_uint_eq(files, golden[_i].all_files);
    ck_assert_msg(hash == golden[_i].hash, "hash of %u files: 0x%016llx", golden[_i].files,
                  (unsigned long long)hash);
    ck_assert_int_le(bytes, (int64_t)source_tree_bytes_max(golden[_i].files));
}
END_TEST

START_TEST(test_checksum_of_a_size_is_always_the_same)
{
    uint32_t checksum = source_tree_checksum(golden[_i].files);
    ck_assert_msg(checksum == golden[_i].checksum, "checksum of %u files: 0x%08x", golden[_i].files,
                  checksum);
}
END_TEST

START_TEST(test_tree_is_not_written_over_what_is_there)
{
    struct error error = {0};
    ck_assert_ptr_nonnull(mkdtemp(place));
    auto_fd int fd = open(place, O_RDONLY | O_DIRECTORY);
    int first = source_tree_write(fd, "tree", 2, &error);
    int second = source_tree_write(fd, "tree", 2, &error);
    struct error ignored;
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, place, &ignored), 0);
    ck_assert_int_eq(first, 0);
    ck_assert_int_eq(second, -1);
    ck_assert_str_eq(error.text, "make directory tree: File exists");
}
END_TEST

static void fill(TCase *tests)
{
    int count = sizeof(golden) / sizeof(golden[0]);
    tcase_add_loop_test(tests, test_tree_of_a_size_is_always_the_same_bytes, 0, count);
    tcase_add_loop_test(tests, test_checksum_of_a_size_is_always_the_same, 0, count);
    tcase_add_test(tests, test_tree_is_not_written_over_what_is_there);
}

int main(void)
{
    return unit_run("source_tree", fill);
}
