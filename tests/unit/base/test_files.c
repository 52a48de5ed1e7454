// SPDX-License-Identifier: GPL-2.0-or-later
#include "../captured_root.h"
#include "../unit.h"
#include "base/cleanup.h"
#include "base/files.h"

#include <errno.h>
#include <sys/stat.h>

static struct captured_root place;

static void open_place(void)
{
    captured_root_open(&place);
}

static void close_place(void)
{
    captured_root_close(&place);
}

static char *path_of(const char *name)
{
    return string_format("%s/%s", place.path, name);
}

START_TEST(test_a_tree_is_removed_whole_and_an_absent_one_is_no_failure)
{
    struct error error;
    char name[32];
    for (int i = 0; i < 300; i++) {
        snprintf(name, sizeof(name), "tree/d%d/f%d", i % 3, i);
        captured_root_put(&place, name, "x");
    }
    auto_free char *tree = path_of("tree");
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, tree, &error), 0);
    ck_assert(!sysroot_has(&place.root, "tree"));
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, tree, &error), 0);
}
END_TEST

START_TEST(test_removal_removes_links_and_not_what_they_point_at)
{
    struct error error;
    captured_root_put(&place, "kept/file", "precious");
    captured_root_put(&place, "tree/file", "x");
    captured_root_link(&place, "tree/directory", "../kept");
    captured_root_link(&place, "tree/name", "../kept/file");
    captured_root_link(&place, "link", "kept");
    auto_free char *tree = path_of("tree");
    auto_free char *link = path_of("link");
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, tree, &error), 0);
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, link, &error), 0);
    ck_assert(!sysroot_has(&place.root, "tree"));
    captured_root_is(&place, "kept/file", "precious");
}
END_TEST

START_TEST(test_a_directory_is_emptied_but_for_what_is_spared)
{
    struct error error;
    captured_root_put(&place, "tree/kept", "x");
    captured_root_put(&place, "tree/deep/kept", "x");
    captured_root_put(&place, "tree/file", "x");
    auto_free char *tree = path_of("tree");
    ck_assert_int_eq(files_empty_directory(AT_FDCWD, tree, "kept", &error), 0);
    ck_assert(sysroot_has(&place.root, "tree/kept"));
    ck_assert(!sysroot_has(&place.root, "tree/deep") && !sysroot_has(&place.root, "tree/file"));
    ck_assert_int_eq(files_empty_directory(AT_FDCWD, tree, NULL, &error), 0);
    ck_assert(!sysroot_has(&place.root, "tree/kept"));
}
END_TEST

START_TEST(test_a_copy_keeps_data_modes_times_and_links)
{
    struct error error;
    struct stat status;
    captured_root_put(&place, "from/deep/file", "twelve bytes");
    captured_root_put(&place, "from/empty", "");
    captured_root_link(&place, "from/link", "/nowhere");
    auto_free char *file = path_of("from/deep/file");
    const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 2000, .tv_nsec = 7}};
    ck_assert_int_eq(chmod(file, 0750), 0);
    ck_assert_int_eq(utimensat(AT_FDCWD, file, times, 0), 0);
    auto_free char *from = path_of("from");
    auto_free char *to = path_of("to");
    ck_assert_int_eq(files_copy_tree(AT_FDCWD, from, AT_FDCWD, to, &error), 12);
    captured_root_is(&place, "to/deep/file", "twelve bytes");
    auto_free char *copy = path_of("to/deep/file");
    auto_free char *link = path_of("to/link");
    ck_assert_int_eq(stat(copy, &status), 0);
    ck_assert_uint_eq(status.st_mode & 07777, 0750);
    ck_assert_int_eq(status.st_mtim.tv_sec, 2000);
    ck_assert_int_eq(status.st_mtim.tv_nsec, 7);
    ck_assert_int_eq(lstat(link, &status), 0);
    ck_assert(S_ISLNK(status.st_mode));
    ck_assert_int_eq(files_tree_bytes(AT_FDCWD, to, &error), 12);
}
END_TEST

START_TEST(test_a_copy_over_what_is_there_is_refused)
{
    struct error error;
    captured_root_put(&place, "from/file", "new");
    captured_root_put(&place, "to/file", "old");
    auto_free char *from = path_of("from");
    auto_free char *to = path_of("to");
    ck_assert_int_eq(files_copy_tree(AT_FDCWD, from, AT_FDCWD, to, &error), -1);
    ck_assert_int_eq(error.number, EEXIST);
    captured_root_is(&place, "to/file", "old");
}
END_TEST

START_TEST(test_a_file_is_written_whole_or_stays_as_it_was)
{
    struct error error;
    captured_root_put(&place, "file", "old");
    captured_root_put(&place, "file.d/inside", "");
    auto_fd int directory = open(place.path, O_RDONLY | O_DIRECTORY);
    ck_assert_int_eq(files_write_atomically(directory, "file", "new text", 8, &error), 0);
    captured_root_is(&place, "file", "new text");
    ck_assert(!sysroot_has(&place.root, "file.new"));
    ck_assert_int_eq(files_write_atomically(directory, "file.d", "x", 1, &error), -1);
    ck_assert(!sysroot_has(&place.root, "file.d.new"));
}
END_TEST

START_TEST(test_writing_follows_no_link_that_lies_in_the_way)
{
    struct error error;
    captured_root_put(&place, "victim", "precious");
    captured_root_link(&place, "file.new", "victim");
    auto_fd int directory = open(place.path, O_RDONLY | O_DIRECTORY);
    ck_assert_int_eq(files_write_atomically(directory, "file", "evil", 4, &error), -1);
    captured_root_is(&place, "victim", "precious");
}
END_TEST

START_TEST(test_a_file_beyond_the_limit_is_refused)
{
    struct error error;
    size_t length = 0;
    captured_root_put(&place, "file", "0123456789");
    auto_fd int directory = open(place.path, O_RDONLY | O_DIRECTORY);
    auto_free char *text = files_read_all(directory, "file", 10, &length, &error);
    ck_assert_str_eq(text, "0123456789");
    ck_assert_uint_eq(length, 10);
    ck_assert_ptr_null(files_read_all(directory, "file", 9, &length, &error));
    ck_assert_ptr_null(files_read_all(directory, "absent", 9, &length, &error));
    ck_assert_int_eq(error.number, ENOENT);
}
END_TEST

START_TEST(test_directories_are_made_with_those_above_them)
{
    struct error error;
    auto_free char *deep = path_of("a/b//c/");
    captured_root_put(&place, "file", "");
    ck_assert_int_eq(files_make_directories(deep, 0700, &error), 0);
    ck_assert_int_eq(files_make_directories(deep, 0700, &error), 0);
    ck_assert(sysroot_has(&place.root, "a/b/c"));
    auto_free char *below_file = path_of("file/x");
    auto_free char *file = path_of("file");
    ck_assert_int_eq(files_make_directories(below_file, 0700, &error), -1);
    ck_assert_int_eq(files_make_directories(file, 0700, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
}
END_TEST

START_TEST(test_room_is_refused_only_where_there_is_less_of_it)
{
    struct error error = {0};
    auto_free char *here = path_of("");
    ck_assert_msg(files_check_room(here, 1, "unpack it", &error) == 0, "%s", error.text);
    ck_assert_int_eq(files_check_room(here, 1ULL << 62, "unpack it", &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_msg(strstr(error.text, "unpack it: 4") == error.text, "%s", error.text);
    ck_assert_ptr_nonnull(strstr(error.text, here));
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_place, close_place);
    tcase_add_test(tests, test_a_tree_is_removed_whole_and_an_absent_one_is_no_failure);
    tcase_add_test(tests, test_removal_removes_links_and_not_what_they_point_at);
    tcase_add_test(tests, test_a_directory_is_emptied_but_for_what_is_spared);
    tcase_add_test(tests, test_a_copy_keeps_data_modes_times_and_links);
    tcase_add_test(tests, test_a_copy_over_what_is_there_is_refused);
    tcase_add_test(tests, test_a_file_is_written_whole_or_stays_as_it_was);
    tcase_add_test(tests, test_writing_follows_no_link_that_lies_in_the_way);
    tcase_add_test(tests, test_a_file_beyond_the_limit_is_refused);
    tcase_add_test(tests, test_directories_are_made_with_those_above_them);
    tcase_add_test(tests, test_room_is_refused_only_where_there_is_less_of_it);
}

int main(void)
{
    return unit_run("files", fill);
}
