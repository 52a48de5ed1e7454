// SPDX-License-Identifier: GPL-2.0-or-later
/* Settings of this machine: the dirty pair, memory by balloon and by group, swap files; each is put
 * back to exactly what was there. */
#include "root_frame.h"

#include "machine/balloon.h"
#include "machine/kernel_value.h"
#include "machine/memory_state.h"
#include "machine/settings.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

static struct control_group_layout layout;
static struct settings *settings;

static const char *const watched[] = {
    "proc/sys/vm/dirty_bytes",
    "proc/sys/vm/dirty_ratio",
    "proc/sys/vm/dirty_background_bytes",
    "proc/sys/vm/dirty_background_ratio",
    "proc/sys/vm/nr_hugepages",
    "proc/swaps",
};
enum { WATCHED = sizeof(watched) / sizeof(watched[0]) };

static char *before[WATCHED];

static char *value_of(size_t i)
{
    struct error error;
    char *value = kernel_value_read(&frame.root, watched[i], &error);
    return value != NULL ? value : string_duplicate("none");
}

static void open_settings(void)
{
    struct error error = {.text = ""};
    control_group_layout_read(&frame.root, &layout);
    const struct settings_plan plan = {.root = &frame.root,
                                       .journal = &frame.journal,
                                       .layout = &layout,
                                       .work_directory = frame.path,
                                       .experiment_uuid = "roottest"};
    ck_assert_msg(settings_open(&settings, &plan, &error) == 0, "%s", error.text);
    for (size_t i = 0; i < WATCHED; i++)
        before[i] = value_of(i);
}

static void close_settings(void)
{
    for (size_t i = 0; i < WATCHED; i++) {
        char *now = value_of(i);
        ck_assert_msg(strcmp(now, before[i]) == 0, "%s is %s, was %s", watched[i], now, before[i]);
        free(now);
        free(before[i]);
    }
    ck_assert(!journal_is_open(frame.state_fd));
    settings_close(settings);
    control_group_layout_finish(&layout);
}

static int apply(const char *key, const char *value, struct error *error)
{
    auto_parameters struct parameters wanted = {0};
    parameters_set(&wanted, key, value);
    return settings_apply(settings, &wanted, error);
}

static void apply_well(const char *key, const char *value)
{
    struct error error = {.text = ""};
    ck_assert_msg(apply(key, value, &error) == 0, "%s", error.text);
}

static void restore_well(void)
{
    struct error error = {.text = ""};
    ck_assert_msg(settings_restore(settings, &error) == 0, "%s", error.text);
}

static void is_now(const char *path, const char *value)
{
    struct error error;
    char *now = kernel_value_read(&frame.root, path, &error);
    ck_assert_str_eq(now, value);
    free(now);
}

START_TEST(test_either_file_of_the_dirty_pair_is_held_and_the_pair_put_back)
{
    static const struct {
        const char *key, *value, *path, *partner;
    } members[] = {
        {"vm.dirty_bytes", "104857600", "proc/sys/vm/dirty_bytes", "proc/sys/vm/dirty_ratio"},
        {"vm.dirty_ratio", "33", "proc/sys/vm/dirty_ratio", "proc/sys/vm/dirty_bytes"},
        {"vm.dirty_background_bytes", "52428800", "proc/sys/vm/dirty_background_bytes",
         "proc/sys/vm/dirty_background_ratio"},
    };
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
        apply_well(members[i].key, members[i].value);
        is_now(members[i].path, members[i].value);
        is_now(members[i].partner, "0");
        restore_well();
    }
}
END_TEST

START_TEST(test_the_pair_is_put_back_from_the_journal_after_a_kill)
{
    struct error error = {.text = ""};
    pid_t pid = fork();
    if (pid == 0) {
        if (apply("vm.dirty_bytes", "104857600", &error) == 0)
            raise(SIGKILL);
        _exit(1);
    }
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFSIGNALED(status));
    is_now("proc/sys/vm/dirty_bytes", "104857600");
    ck_assert_msg(journal_restore(&frame.journal, NULL, &error) == 0, "%s", error.text);
}
END_TEST

START_TEST(test_a_value_the_kernel_refuses_is_refused_and_nothing_is_left)
{
    struct error error;
    ck_assert_int_eq(apply("vm.swappiness", "100000", &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_ptr_nonnull(strstr(error.text, "vm.swappiness"));
}
END_TEST

/* A balloon of at most 4 GiB for a moment: enough to see it, too little to hurt what else runs. */
START_TEST(test_a_balloon_leaves_what_was_asked_for_and_goes)
{
    struct error error;
    struct memory_state state;
    ck_assert_int_eq(memory_state_read(&frame.root, &state, &error), 0);
    uint64_t piece = state.available / 4 < (4ULL << 30) ? state.available / 4 : 4ULL << 30;
    uint64_t size = state.total - state.huge - piece;
    char value[32];
    snprintf(value, sizeof(value), "balloon:%llu", (unsigned long long)size);
    apply_well("memory", value);
    struct memory_view memory = settings_memory(settings);
    ck_assert_int_eq(memory.kind, MEMORY_BALLOON);
    struct memory_state small;
    ck_assert_int_eq(memory_state_read(&frame.root, &small, &error), 0);
    uint64_t left = small.total - small.huge;
    ck_assert_uint_le(left, size + size / 50 + small.huge_page);
    ck_assert_uint_ge(left, size);
    restore_well();
}
END_TEST

START_TEST(test_a_balloon_larger_than_what_is_free_is_refused_with_the_reason)
{
    struct error error;
    ck_assert_int_eq(apply("memory", "balloon:16M", &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_ptr_nonnull(strstr(error.text, "already needs"));
}
END_TEST

START_TEST(test_a_memory_group_limits_its_processes_and_scales_the_dirty_limits)
{
    struct error error;
    if (layout.memory_owner == CONTROL_GROUP_ABSENT) {
        ck_assert_int_eq(apply("memory", "group:64M", &error), -1);
        return;
    }
    apply_well("memory", "group:64M");
    struct memory_view memory = settings_memory(settings);
    ck_assert_int_eq(memory.kind, MEMORY_GROUP);
    ck_assert_uint_eq(memory.bytes, 64 << 20);
    ck_assert(memory.has_scaled_dirty);
    is_now("proc/sys/vm/dirty_ratio", "0");
    pid_t pid = fork();
    if (pid == 0) {
        size_t size = 256 << 20;
        int joined = control_group_join(memory.group); /* memory touched before is not charged */
        volatile char *block =
            mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (joined != 0 || block == MAP_FAILED)
            _exit(1);
        for (size_t at = 0; at < size; at += 4096)
            block[at] = 1;
        _exit(2);
    }
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    /* Without swap it meets the OOM killer of its group. */
    if (strchr(before[5], '/') == NULL)
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    restore_well();
}
END_TEST

START_TEST(test_a_group_stays_from_run_to_run_and_goes_with_the_setting)
{
    if (layout.memory_owner == CONTROL_GROUP_ABSENT)
        return;
    apply_well("memory", "group:64M");
    char *path = string_duplicate(settings_memory(settings).group->path);
    apply_well("memory", "group:64M");
    ck_assert_str_eq(settings_memory(settings).group->path, path);
    ck_assert(sysroot_has(&frame.root, path));
    restore_well();
    ck_assert(!sysroot_has(&frame.root, path));
    free(path);
}
END_TEST

START_TEST(test_a_swap_file_is_made_used_and_removed)
{
    struct error error;
    struct memory_state old;
    struct memory_state now;
    ck_assert_int_eq(memory_state_read(&frame.root, &old, &error), 0);
    apply_well("swap", "8M");
    ck_assert_int_eq(memory_state_read(&frame.root, &now, &error), 0);
    ck_assert_uint_eq(now.swap_free, old.swap_free + (8 << 20) - 4096);
    restore_well();
    char *path = string_format("%s/swap", frame.path);
    ck_assert_int_ne(access(path, F_OK), 0);
    free(path);
}
END_TEST

START_TEST(test_swap_that_a_load_needs_is_made_where_it_is_missing)
{
    struct error error;
    struct memory_state state;
    char *why = NULL;
    ck_assert_int_eq(memory_state_read(&frame.root, &state, &error), 0);
    uint64_t needed = state.swap_free + (8 << 20);
    ck_assert_int_eq(settings_require_swap(settings, needed, &why, &error), 0);
    ck_assert_int_eq(memory_state_read(&frame.root, &state, &error), 0);
    ck_assert_uint_ge(state.swap_free + 4096, needed);
    restore_well();
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_settings, close_settings);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, test_either_file_of_the_dirty_pair_is_held_and_the_pair_put_back);
    tcase_add_test(tests, test_the_pair_is_put_back_from_the_journal_after_a_kill);
    tcase_add_test(tests, test_a_value_the_kernel_refuses_is_refused_and_nothing_is_left);
    if (balloon_is_possible(&frame.root)) {
        tcase_add_test(tests, test_a_balloon_leaves_what_was_asked_for_and_goes);
        tcase_add_test(tests, test_a_balloon_larger_than_what_is_free_is_refused_with_the_reason);
    }
    tcase_add_test(tests, test_a_memory_group_limits_its_processes_and_scales_the_dirty_limits);
    tcase_add_test(tests, test_a_group_stays_from_run_to_run_and_goes_with_the_setting);
    tcase_add_test(tests, test_a_swap_file_is_made_used_and_removed);
    tcase_add_test(tests, test_swap_that_a_load_needs_is_made_where_it_is_missing);
}

int main(void)
{
    if (access("/proc/sys/vm/dirty_bytes", W_OK) != 0)
        root_frame_skip("needs root and a writable /proc/sys");
    return root_frame_run("settings_root", fill);
}
