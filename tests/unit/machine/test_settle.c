// SPDX-License-Identifier: GPL-2.0-or-later
/* What settling writes down, on a made-up root that can't disturb the machine. */
#include "../captured_root.h"
#include "../unit.h"
#include "base/clock.h"
#include "machine/settle.h"
#include "record/json.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct captured_root captured;
static struct run_record record;
static char *tree;

static void open_all(void)
{
    captured_root_open(&captured);
    captured_root_put(&captured, "proc/meminfo",
                      "MemTotal: 4194304 kB\nMemAvailable: 3000000 kB\nDirty: 12 kB\n"
                      "Writeback: 0 kB\n");
    captured_root_put(&captured, "proc/swaps",
                      "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n");
    captured_root_put(&captured, "proc/self/mountinfo", "22 1 8:0 / / rw - ext4 /dev/sda rw\n");
    captured_root_put(&captured, "sys/class/block/sda/dev", "8:0\n");
    captured_root_link(&captured, "sys/dev/block/8:0", "../../class/block/sda");
    captured_root_put(&captured, "sys/block/sda/stat", "10 0 80 1 20 0 160 2 0 3 3 0 0 0 0 0 0\n");
    captured_root_put(&captured, "proc/sys/vm/drop_caches", "0\n");
    captured_root_put(&captured, "tree/a/file", "content");
    tree = string_format("%s/tree", captured.path);
    record = (struct run_record){0};
}

static void close_all(void)
{
    free(tree);
    run_record_finish(&record);
    captured_root_close(&captured);
}

static json_t *settle(bool may_drop_caches)
{
    const struct settle_plan plan = {.root = &captured.root,
                                     .directory = captured.path,
                                     .sample = tree,
                                     .seed = 1,
                                     .may_drop_caches = may_drop_caches};
    settle_machine(&plan, &record);
    json_t *document = json_loads(record.coldness, 0, NULL);
    ck_assert_ptr_nonnull(document);
    return document;
}

static bool has_flag(const char *code)
{
    for (size_t i = 0; i < record.flag_count; i++)
        if (string_is(record.flags[i].code, code))
            return true;
    return false;
}

START_TEST(test_every_step_is_written_down)
{
    auto_json json_t *document = settle(true);
    ck_assert(json_is_true(json_object_get(json_object_get(document, "sync"), "done")));
    ck_assert(json_is_true(json_object_get(json_object_get(document, "caches"), "dropped")));
    ck_assert(json_is_true(json_object_get(json_object_get(document, "swap"), "emptied")));
    ck_assert_int_eq(json_integer_value(json_object_get(document, "dirty_bytes")), 12 * 1024);
    ck_assert(json_is_true(json_object_get(document, "disk_idle")));
    ck_assert_int_eq(json_integer_value(json_object_get(document, "resident_files")), 1);
    ck_assert_double_ge(json_number_value(json_object_get(document, "resident_share")), 0.0);
    ck_assert_ptr_nonnull(json_object_get(document, "read_us_p50"));
    captured_root_is(&captured, "proc/sys/vm/drop_caches", "3");
}
END_TEST

/* In memory whatever else on this machine drops caches meanwhile. */
static void hold_in_memory(const char *path)
{
    int fd = open(path, O_RDONLY);
    struct stat status;
    ck_assert_int_eq(fstat(fd, &status), 0);
    void *map = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, fd, 0);
    ck_assert(map != MAP_FAILED);
    ck_assert_int_eq(mlock(map, (size_t)status.st_size), 0);
    close(fd);
}

START_TEST(test_what_stayed_cached_is_a_warm_start)
{
    char *path = string_format("%s/a/file", tree);
    hold_in_memory(path);
    free(path);
    auto_json json_t *document = settle(true); /* the made-up root drops nothing */
    ck_assert_double_eq(json_number_value(json_object_get(document, "resident_share")), 1.0);
    ck_assert(has_flag("warm_start"));
}
END_TEST

START_TEST(test_caches_that_could_not_be_dropped_are_a_flag_with_the_reason)
{
    auto_json json_t *document = settle(false);
    const json_t *caches = json_object_get(document, "caches");
    ck_assert(json_is_false(json_object_get(caches, "dropped")));
    ck_assert_int_eq(json_integer_value(json_object_get(caches, "advised_files")), 1);
    ck_assert(has_flag("caches_kept"));
}
END_TEST

START_TEST(test_swap_that_does_not_fit_into_memory_is_left_and_flagged)
{
    captured_root_put(&captured, "proc/swaps",
                      "Filename Type Size Used Priority\n/swap file 9000000 8000000 -2\n");
    auto_json json_t *document = settle(true);
    const json_t *swap = json_object_get(document, "swap");
    ck_assert(json_is_false(json_object_get(swap, "emptied")));
    ck_assert_int_eq(json_integer_value(json_object_get(swap, "used_bytes")), 8000000LL * 1024);
    ck_assert(has_flag("swap_not_empty"));
}
END_TEST

START_TEST(test_a_run_that_is_not_settled_only_says_what_is_resident)
{
    const struct settle_plan plan = {
        .root = &captured.root, .directory = captured.path, .sample = tree, .seed = 1};
    settle_observe(&plan, &record);
    auto_json json_t *document = json_loads(record.coldness, 0, NULL);
    ck_assert_double_eq(json_number_value(json_object_get(document, "resident_share")), 1.0);
    ck_assert_ptr_null(json_object_get(document, "sync"));
    ck_assert_uint_eq(record.flag_count, 0);
    captured_root_is(&captured, "proc/sys/vm/drop_caches", "0\n");
}
END_TEST

START_TEST(test_a_run_that_was_to_be_warm_and_is_not_is_flagged)
{
    char *path = string_format("%s/a/file", tree);
    ck_assert_int_eq(truncate(path, 0), 0);
    ck_assert_int_eq(truncate(path, 65536), 0); /* holes are in no cache */
    free(path);
    const struct settle_plan plan = {
        .root = &captured.root, .directory = captured.path, .sample = tree, .seed = 1};
    settle_observe(&plan, &record);
    ck_assert(has_flag("cold_start"));
}
END_TEST

/* The disk of others: always something new, and nothing waiting in between. */
static pid_t start_traffic(void)
{
    pid_t pid = fork();
    for (unsigned i = 0; pid == 0; i++) {
        char text[64];
        int length = snprintf(text, sizeof(text), "10 0 80 1 %u 0 160 2 0 3 3\n", 20 + i % 1000);
        int fd = openat(captured.root.fd, "sys/block/sda/stat", O_WRONLY);
        if (getppid() == 1 || pwrite(fd, text, (size_t)length, 0) != length)
            _exit(1);
        close(fd);
        clock_pause_ms(20);
    }
    return pid;
}

START_TEST(test_a_disk_that_others_use_is_not_waited_for_as_long_as_one_that_drains)
{
    pid_t pid = start_traffic();
    struct time_point start = clock_now();
    auto_json json_t *document = settle(true);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    ck_assert(json_is_false(json_object_get(document, "disk_idle")));
    ck_assert(has_flag("disk_busy"));
    ck_assert_double_lt(time_span_seconds(clock_since(start)), 9.0);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 30);
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_add_test(tests, test_every_step_is_written_down);
    tcase_add_test(tests, test_what_stayed_cached_is_a_warm_start);
    tcase_add_test(tests, test_caches_that_could_not_be_dropped_are_a_flag_with_the_reason);
    tcase_add_test(tests, test_swap_that_does_not_fit_into_memory_is_left_and_flagged);
    tcase_add_test(tests, test_a_run_that_is_not_settled_only_says_what_is_resident);
    tcase_add_test(tests, test_a_run_that_was_to_be_warm_and_is_not_is_flagged);
    tcase_add_test(tests, test_a_disk_that_others_use_is_not_waited_for_as_long_as_one_that_drains);
}

int main(void)
{
    return unit_run("settle", fill);
}
