// SPDX-License-Identifier: GPL-2.0-or-later
#include "tree_hash.h"
#include "workloads/source_tree.h"
#include "workloads/tar.h"

#include <archive.h>
#include <archive_entry.h>

static char place[] = "/var/tmp/contend-tar-XXXXXX";
static int place_fd;

/* A place with a tree of sources, a symbolic link, an empty file and a long name in it, and an
 * empty directory to extract into. */
static void make_place(void)
{
    struct error error = {0};
    char name[201] = "";
    memset(name, 'n', sizeof(name) - 1);
    ck_assert_ptr_nonnull(mkdtemp(place));
    place_fd = open(place, O_RDONLY | O_DIRECTORY);
    ck_assert_msg(source_tree_write(place_fd, "tree", 4, &error) == 0, "%s", error.text);
    auto_fd int tree_fd = openat(place_fd, "tree", O_RDONLY | O_DIRECTORY);
    ck_assert_int_eq(symlinkat("include/units.h", tree_fd, "link"), 0);
    auto_fd int empty = openat(tree_fd, "empty", O_WRONLY | O_CREAT, 0644);
    auto_fd int longest = openat(tree_fd, name, O_WRONLY | O_CREAT, 0644);
    ck_assert(empty >= 0 && longest >= 0);
    ck_assert_int_eq(files_write_fully(longest, "x", 1), 0);
    ck_assert_int_eq(mkdirat(place_fd, "out", 0755), 0);
}

static void remove_place(void)
{
    struct error error = {0};
    close(place_fd);
    ck_assert_msg(files_remove_tree(AT_FDCWD, place, &error) == 0, "%s", error.text);
}

static int create(const char *name, struct shared_page *page, struct error *error)
{
    auto_fd int tree_fd = openat(place_fd, "tree", O_RDONLY | O_DIRECTORY);
    auto_fd int fd = openat(place_fd, name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    return tar_create(tree_fd, fd, page, error);
}

static int extract(const char *name, struct shared_page *page, struct error *error)
{
    auto_fd int out_fd = openat(place_fd, "out", O_RDONLY | O_DIRECTORY);
    auto_fd int fd = openat(place_fd, name, O_RDONLY);
    return tar_extract(fd, out_fd, page, error);
}

static uint64_t size_of(const char *name)
{
    struct stat status;
    ck_assert_int_eq(fstatat(place_fd, name, &status, 0), 0);
    return (uint64_t)status.st_size;
}

START_TEST(test_extracted_tree_equals_the_one_the_tar_was_made_of)
{
    struct error error = {0};
    unsigned files[2];
    make_place();
    struct shared_page *page = shared_page_create(1, &error);
    int created = create("tar", page, &error);
    uint64_t written = shared_page_sum(page);
    uint64_t size = size_of("tar");
    int extracted = extract("tar", page, &error);
    uint64_t read = shared_page_sum(page) - written;
    uint64_t before = tree_hash(place_fd, "tree", &files[0]);
    uint64_t after = tree_hash(place_fd, "out", &files[1]);
    shared_page_destroy(page);
    remove_place();
    ck_assert_msg(created == TAR_DONE && extracted == TAR_DONE, "%s", error.text);
    ck_assert_uint_eq(files[0], files[1]);
    ck_assert_uint_eq(before, after);
    ck_assert_uint_eq(written, size);
    ck_assert_uint_le(read, size);
    ck_assert_uint_gt(read, size - 65536);
}
END_TEST

START_TEST(test_extraction_over_a_spoiled_tree_mends_it_and_leaves_other_names_of_a_file_alone)
{
    struct error error = {0};
    unsigned files;
    make_place();
    uint64_t before = tree_hash(place_fd, "tree", &files);
    int created = create("tar", NULL, &error);
    int extracted = extract("tar", NULL, &error);
    ck_assert_int_eq(linkat(place_fd, "out/main.c", place_fd, "kept", 0), 0);
    auto_fd int fd = openat(place_fd, "out/main.c", O_WRONLY | O_TRUNC);
    ck_assert_int_eq(files_write_fully(fd, "spoiled", 7), 0);
    int again = extract("tar", NULL, &error);
    uint64_t after = tree_hash(place_fd, "out", &files);
    uint64_t kept = size_of("kept");
    remove_place();
    ck_assert_msg(created == TAR_DONE && extracted == TAR_DONE && again == TAR_DONE, "%s",
                  error.text);
    ck_assert_uint_eq(before, after);
    ck_assert_uint_eq(kept, 7);
}
END_TEST

START_TEST(test_stop_ends_both_before_their_end)
{
    struct error error = {0};
    unsigned files;
    make_place();
    struct shared_page *page = shared_page_create(1, &error);
    int whole = create("tar", NULL, &error);
    shared_page_set_state(page, PAGE_STOP);
    int created = create("cut", page, &error);
    int extracted = extract("tar", page, &error);
    uint64_t cut = size_of("cut");
    uint64_t size = size_of("tar");
    tree_hash(place_fd, "out", &files);
    shared_page_destroy(page);
    remove_place();
    ck_assert_int_eq(whole, TAR_DONE);
    ck_assert_int_eq(created, TAR_STOPPED);
    ck_assert_int_eq(extracted, TAR_STOPPED);
    ck_assert_uint_lt(cut, size);
    ck_assert_uint_eq(files, 0);
}
END_TEST

static void add_entry(struct archive *archive, const char *name, mode_t type, const char *target)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 0755);
    archive_entry_set_size(entry, 0);
    if (target != NULL && type == AE_IFLNK)
        archive_entry_set_symlink(entry, target);
    else if (target != NULL)
        archive_entry_set_hardlink(entry, target);
    ck_assert_int_eq(archive_write_header(archive, entry), ARCHIVE_OK);
    archive_entry_free(entry);
}

static const struct {
    const char *first;
    mode_t first_type;
    const char *first_target;
    const char *second;
} escapes[] = {
    {"../escaped", AE_IFREG, NULL, NULL},
    {"/var/tmp/contend-escaped", AE_IFREG, NULL, NULL},
    {"way", AE_IFLNK, "..", "way/escaped"},
    {"way", AE_IFREG, "../tree/main.c", NULL},
};

START_TEST(test_entry_that_leads_out_of_the_tree_is_an_error_and_leaves_nothing_there)
{
    struct error error = {0};
    make_place();
    auto_free char *path = string_format("%s/bad", place);
    struct archive *archive = archive_write_new();
    archive_write_set_format_ustar(archive);
    ck_assert_int_eq(archive_write_open_filename(archive, path), ARCHIVE_OK);
    add_entry(archive, escapes[_i].first, escapes[_i].first_type, escapes[_i].first_target);
    if (escapes[_i].second != NULL)
        add_entry(archive, escapes[_i].second, AE_IFREG, NULL);
    archive_write_free(archive);
    int result = extract("bad", NULL, &error);
    bool has_escaped = faccessat(place_fd, "escaped", F_OK, 0) == 0 ||
                       access("/var/tmp/contend-escaped", F_OK) == 0;
    remove_place();
    ck_assert_int_eq(result, -1);
    ck_assert(!has_escaped);
}
END_TEST

START_TEST(test_tar_that_is_cut_off_is_an_error)
{
    struct error error = {0};
    make_place();
    int created = create("tar", NULL, &error);
    auto_fd int fd = openat(place_fd, "tar", O_WRONLY);
    ck_assert_int_eq(ftruncate(fd, 20000), 0);
    int extracted = extract("tar", NULL, &error);
    remove_place();
    ck_assert_int_eq(created, TAR_DONE);
    ck_assert_int_eq(extracted, -1);
    ck_assert_msg(strstr(error.text, "runcated") != NULL, "%s", error.text);
}
END_TEST

START_TEST(test_full_disk_is_an_error_with_the_reason)
{
    struct error error = {0};
    make_place();
    auto_fd int tree_fd = openat(place_fd, "tree", O_RDONLY | O_DIRECTORY);
    auto_fd int full = open("/dev/full", O_WRONLY);
    int result = tar_create(tree_fd, full, NULL, &error);
    remove_place();
    ck_assert_int_eq(result, -1);
    ck_assert_msg(strstr(error.text, "No space left on device") != NULL, "%s", error.text);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_extracted_tree_equals_the_one_the_tar_was_made_of);
    tcase_add_test(
        tests, test_extraction_over_a_spoiled_tree_mends_it_and_leaves_other_names_of_a_file_alone);
    tcase_add_test(tests, test_stop_ends_both_before_their_end);
    tcase_add_loop_test(tests,
                        test_entry_that_leads_out_of_the_tree_is_an_error_and_leaves_nothing_there,
                        0, sizeof(escapes) / sizeof(escapes[0]));
    tcase_add_test(tests, test_tar_that_is_cut_off_is_an_error);
    tcase_add_test(tests, test_full_disk_is_an_error_with_the_reason);
}

int main(void)
{
    return unit_run("tar", fill);
}
