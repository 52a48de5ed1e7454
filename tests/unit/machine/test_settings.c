// SPDX-License-Identifier: GPL-2.0-or-later
/* Sequences of values through settings and journal, on a made-up root without privilege. */
#include "../captured_root.h"
#include "../unit.h"
#include "machine/held_value.h"
#include "machine/kernel_value.h"
#include "machine/settings.h"
#include "machine/settings_catalog.h"
#include "machine/sysctl_path.h"

static struct captured_root captured;
static struct journal journal;
static struct control_group_layout layout;
static struct settings *settings;
static int state_fd;

#define HUGE_PAGES "proc/sys/vm/nr_hugepages"
#define AHEAD      "sys/block/vda/queue/read_ahead_kb"
#define SCHEDULER  "sys/block/vda/queue/scheduler"

static void open_all(void)
{
    struct error error;
    captured_root_open(&captured);
    captured_root_put(&captured, "proc/sys/kernel/random/boot_id", "boot\n");
    captured_root_put(&captured, "proc/meminfo",
                      "MemTotal:        4194304 kB\nMemFree:         4000000 kB\n"
                      "MemAvailable:    3670016 kB\nSwapFree:              0 kB\n"
                      "HugePages_Total:       8\nHugepagesize:       2048 kB\n"
                      "Hugetlb:           16384 kB\n");
    captured_root_put(&captured, HUGE_PAGES, "8\n");
    captured_root_put(&captured, "proc/sys/vm/swappiness", "60\n");
    captured_root_put(&captured, "proc/sys/vm/dirty_bytes", "0\n");
    captured_root_put(&captured, "proc/sys/vm/dirty_ratio", "20\n");
    captured_root_put(&captured, "proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n");
    captured_root_put(&captured, AHEAD, "128\n");
    captured_root_put(&captured, SCHEDULER, "none [mq-deadline] bfq\n");
    captured_root_put(&captured, "sys/power/state", "freeze mem\n");
    captured_root_put(&captured, "sys/devices/system/cpu/cpu1/online", "1\n");
    captured_root_put(&captured, "state/.keep", "");
    state_fd = sysroot_open_file(&captured.root, "state", O_RDONLY | O_DIRECTORY);
    journal_init(&journal, &captured.root, state_fd);
    const struct settings_plan plan = {.root = &captured.root,
                                       .journal = &journal,
                                       .layout = &layout,
                                       .work_directory = captured.path,
                                       .experiment_uuid = "01234567"};
    ck_assert_int_eq(settings_open(&settings, &plan, &error), 0);
}

static void close_all(void)
{
    settings_close(settings);
    close(state_fd);
    captured_root_close(&captured);
}

static int apply(const char *const *pairs, struct error *error)
{
    auto_parameters struct parameters wanted = {0};
    for (; pairs[0] != NULL; pairs += 2)
        parameters_set(&wanted, pairs[0], pairs[1]);
    return settings_apply(settings, &wanted, error);
}

static void apply_well(const char *const *pairs)
{
    struct error error = {.text = ""};
    ck_assert_msg(apply(pairs, &error) == 0, "%s", error.text);
}

static void restore_well(void)
{
    struct error error = {.text = ""};
    ck_assert_msg(settings_restore(settings, &error) == 0, "%s", error.text);
    ck_assert(!journal_is_open(state_fd));
}

START_TEST(test_a_value_is_held_and_put_back)
{
    apply_well((const char *[]){"vm.swappiness", "10", "sysfs:block/vda/queue/read_ahead_kb", "512",
                                NULL});
    captured_root_is(&captured, "proc/sys/vm/swappiness", "10");
    captured_root_is(&captured, AHEAD, "512");
    ck_assert(journal_is_open(state_fd));
    restore_well();
    captured_root_is(&captured, "proc/sys/vm/swappiness", "60");
    captured_root_is(&captured, AHEAD, "128");
}
END_TEST

START_TEST(test_a_value_that_is_there_already_is_not_written)
{
    apply_well((const char *[]){"sysctl:vm.swappiness", "60", "net.ipv4.tcp_rmem",
                                "4096 131072 6291456", "sysfs:block/vda/queue/scheduler",
                                "mq-deadline", NULL});
    ck_assert(!journal_is_open(state_fd));
    captured_root_is(&captured, SCHEDULER, "none [mq-deadline] bfq\n");
    restore_well();
}
END_TEST

START_TEST(test_of_a_choice_the_chosen_word_is_journaled)
{
    apply_well((const char *[]){"sysfs:/sys/block/vda/queue/scheduler", "bfq", NULL});
    restore_well();
    captured_root_is(&captured, SCHEDULER, "mq-deadline");
}
END_TEST

START_TEST(test_equal_beginnings_stay_applied_from_run_to_run)
{
    apply_well((const char *[]){"vm.swappiness", "10", "sysfs:block/vda/queue/read_ahead_kb", "512",
                                NULL});
    captured_root_put(&captured, "proc/sys/vm/swappiness", "11\n"); /* would be seen if rewritten */
    apply_well((const char *[]){"vm.swappiness", "10", "sysfs:block/vda/queue/read_ahead_kb", "256",
                                NULL});
    captured_root_is(&captured, "proc/sys/vm/swappiness", "11\n");
    captured_root_is(&captured, AHEAD, "256");
    apply_well((const char *[]){NULL});
    captured_root_is(&captured, AHEAD, "128");
    captured_root_is(&captured, "proc/sys/vm/swappiness", "60");
    ck_assert(!journal_is_open(state_fd));
}
END_TEST

START_TEST(test_after_a_refused_value_nothing_is_left_applied)
{
    struct error error;
    ck_assert_int_eq(apply((const char *[]){"vm.swappiness", "10", "memory", "64G", NULL}, &error),
                     -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_ptr_nonnull(strstr(error.text, "memory"));
    captured_root_is(&captured, "proc/sys/vm/swappiness", "60");
    ck_assert(!journal_is_open(state_fd));
}
END_TEST

START_TEST(test_of_the_dirty_pair_the_one_that_counts_is_journaled)
{
    apply_well((const char *[]){"vm.dirty_bytes", "1048576", NULL});
    captured_root_is(&captured, "state/journal", "boot boot\nvalue proc/sys/vm/dirty_ratio 20 0\n");
    captured_root_put(&captured, "proc/sys/vm/dirty_ratio", "0\n"); /* as the kernel does */
    restore_well();
    captured_root_is(&captured, "proc/sys/vm/dirty_ratio", "20");
}
END_TEST

START_TEST(test_a_balloon_leaves_the_size_and_respects_huge_pages_of_before)
{
    /* 4 GiB - 16 MiB outside huge pages; 1 GiB is to be left: 1528 pages of 2 MiB more. */
    apply_well((const char *[]){"memory", "1G", NULL});
    captured_root_is(&captured, HUGE_PAGES, "1536");
    struct memory_view memory = settings_memory(settings);
    ck_assert_int_eq(memory.kind, MEMORY_BALLOON);
    ck_assert_uint_eq(memory.bytes, 1ULL << 30);
    restore_well();
    captured_root_is(&captured, HUGE_PAGES, "8");
    ck_assert_int_eq(settings_memory(settings).kind, MEMORY_WHOLE);
    ck_assert_uint_eq(settings_memory(settings).bytes, (4ULL << 30) - (16ULL << 20));
}
END_TEST

START_TEST(test_a_balloon_over_what_others_need_is_refused)
{
    struct error error; /* 496 MiB are in use */
    ck_assert_int_eq(apply((const char *[]){"memory", "512M", NULL}, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "already needs"));
    captured_root_is(&captured, HUGE_PAGES, "8\n");
}
END_TEST

START_TEST(test_a_group_without_a_memory_controller_is_refused)
{
    struct error error;
    ck_assert_int_eq(apply((const char *[]){"memory", "group:512M", NULL}, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "memory controller"));
    ck_assert_int_eq(error_exit_status(&error), 4);
}
END_TEST

START_TEST(test_a_value_changed_by_somebody_else_taints_the_run)
{
    auto_run_record struct run_record record = {0};
    apply_well((const char *[]){"vm.swappiness", "10", "memory", "1G", NULL});
    settings_check(settings, &record);
    ck_assert_uint_eq(record.flag_count, 0);
    captured_root_put(&captured, "proc/sys/vm/swappiness", "99\n");
    captured_root_put(&captured, HUGE_PAGES, "100\n");
    settings_check(settings, &record);
    ck_assert_uint_eq(record.flag_count, 2);
    ck_assert_str_eq(record.flags[0].code, "tainted");
    ck_assert_ptr_nonnull(strstr(record.flags[0].reason, "vm.swappiness"));
    ck_assert_str_eq(record.flags[0].detail, "99");
    restore_well();
}
END_TEST

static const struct {
    const char *key, *value, *says;
} refused[] = {
    {"memry", "1G", "did you mean 'memory'"},
    {"vm.nosuch", "1", "no setting 'vm.nosuch'"},
    {"memory", "lots", "memory takes"},
    {"memory", "1M", "too small"},
    {"memory", "balloon:", "memory takes"},
    {"swap", "4K", "at least 1M"},
    {"vm.swappiness", "", "one line"},
    {"vm.swappiness", "1\n2", "one line"},
    {"sysctl:../../etc/passwd", "1", "can't be the name"},
    {"sysfs:../proc/meminfo", "1", "not a path below /sys"},
    {"sysfs:block", "1", "not a file"},
    {"sysfs:block/vdb/queue/scheduler", "none", "No such file"},
    {"sysfs:power/state", "mem", "sleep"},
    {"sysfs:devices/system/cpu/cpu1/online", "0", "interrupt"},
};

START_TEST(test_what_is_no_setting_or_no_value_is_a_usage_error)
{
    struct error error;
    ck_assert_int_eq(
        settings_value_check(&captured.root, refused[_i].key, refused[_i].value, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_msg(strstr(error.text, refused[_i].says) != NULL, "%s", error.text);
}
END_TEST

START_TEST(test_what_reads_back_otherwise_is_refused)
{
    struct error error;
    struct held_value held;
    captured_root_link(&captured, "proc/sys/vm/void", "/dev/null");
    ck_assert_int_eq(held_value_apply(&journal, "proc/sys/vm/void", "7", &held, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "reads back"));
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert(!journal_is_open(state_fd));
}
END_TEST

static const struct {
    const char *name, *path;
} sysctls[] = {
    {"vm.dirty_bytes", "proc/sys/vm/dirty_bytes"},
    {"vm/dirty_bytes", "proc/sys/vm/dirty_bytes"},
    {"net.ipv4.conf.eth0/1.rp_filter", "proc/sys/net/ipv4/conf/eth0.1/rp_filter"},
    {"net/ipv4/conf/eth0.1/rp_filter", "proc/sys/net/ipv4/conf/eth0.1/rp_filter"},
    {"memory", NULL},
    {".x", NULL},
    {"vm/../../x", NULL},
    {"vm.", NULL},
};

START_TEST(test_a_sysctl_name_is_read_as_sysctl_does)
{
    char *path = sysctl_path(sysctls[_i].name);
    ck_assert_pstr_eq(path, sysctls[_i].path);
    free(path);
}
END_TEST

static const struct {
    const char *a, *b;
    bool is_equal;
} values[] = {
    {"16", "0x10", true},
    {"1 2", "1\t2\n", true},
    {"none [bfq]", "bfq", true},
    {"[none] bfq", "bfq", false},
    {"1", "1 1", false},
    {"", " ", true},
    {"madvise", "always [madvise] never", true},
};

START_TEST(test_kernel_values_are_compared_by_what_they_mean)
{
    ck_assert_int_eq(kernel_value_is_equal(values[_i].a, values[_i].b), values[_i].is_equal);
}
END_TEST

START_TEST(test_every_setting_is_complete_and_takes_its_own_example)
{
    size_t count;
    const struct setting *const *catalog = setting_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_ptr_nonnull(catalog[i]->summary);
        ck_assert_ptr_nonnull(catalog[i]->value_form);
        ck_assert_ptr_nonnull(strchr(catalog[i]->example, '='));
        if (i > 0)
            ck_assert_int_lt(strcmp(catalog[i - 1]->name, catalog[i]->name), 0);
    }
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_add_test(tests, test_a_value_is_held_and_put_back);
    tcase_add_test(tests, test_a_value_that_is_there_already_is_not_written);
    tcase_add_test(tests, test_of_a_choice_the_chosen_word_is_journaled);
    tcase_add_test(tests, test_equal_beginnings_stay_applied_from_run_to_run);
    tcase_add_test(tests, test_after_a_refused_value_nothing_is_left_applied);
    tcase_add_test(tests, test_of_the_dirty_pair_the_one_that_counts_is_journaled);
    tcase_add_test(tests, test_a_balloon_leaves_the_size_and_respects_huge_pages_of_before);
    tcase_add_test(tests, test_a_balloon_over_what_others_need_is_refused);
    tcase_add_test(tests, test_a_group_without_a_memory_controller_is_refused);
    tcase_add_test(tests, test_a_value_changed_by_somebody_else_taints_the_run);
    tcase_add_loop_test(tests, test_what_is_no_setting_or_no_value_is_a_usage_error, 0,
                        sizeof(refused) / sizeof(refused[0]));
    tcase_add_test(tests, test_what_reads_back_otherwise_is_refused);
    tcase_add_loop_test(tests, test_a_sysctl_name_is_read_as_sysctl_does, 0,
                        sizeof(sysctls) / sizeof(sysctls[0]));
    tcase_add_loop_test(tests, test_kernel_values_are_compared_by_what_they_mean, 0,
                        sizeof(values) / sizeof(values[0]));
    tcase_add_test(tests, test_every_setting_is_complete_and_takes_its_own_example);
}

int main(void)
{
    return unit_run("settings", fill);
}
