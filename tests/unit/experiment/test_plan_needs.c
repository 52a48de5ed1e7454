// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/memory.h"
#include "experiment/plan_needs.h"

#include <string.h>
#include <sys/resource.h>

enum { MIB = 1 << 20 };

static void heavy_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    out_needs->disk_bytes = context->memory_bytes;
}

static void compiling_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    (void)context;
    out_needs->programs[0] = "no-such-compiler";
    out_needs->package_hint = "apt-get install compiler";
}

static void open_files_need(const struct workload_context *context,
                            struct workload_needs *out_needs)
{
    (void)context;
    out_needs->descriptors = 32;
}

static void other_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    (void)context;
    out_needs->needs_other_directory = true;
    out_needs->needs_privilege = true;
}

/* All of it on the second disk and gone after each run. */
static void streaming_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    bool is_other = context->other_directory != NULL;
    uint64_t *bytes = is_other ? &out_needs->other_disk_bytes : &out_needs->disk_bytes;
    *bytes = 2 * context->memory_bytes;
    out_needs->transient_bytes = *bytes;
}

/* Swap and half of the files stay. */
static void mixed_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    out_needs->disk_bytes = context->memory_bytes;
    out_needs->swap_bytes = context->memory_bytes;
    out_needs->transient_bytes = context->memory_bytes / 2;
}

static const struct workload job = {.name = "job", .roles = ROLE_JOB};
static const struct workload heavy = {.name = "heavy", .roles = ROLE_LOAD, .need = heavy_need};
static const struct workload streaming = {.name = "streaming", .need = streaming_need};
static const struct workload mixed = {.name = "mixed", .need = mixed_need};
static const struct workload compiling = {.name = "compiling", .need = compiling_need};
static const struct workload other = {.name = "other", .need = other_need};
static const struct plan_machine machine = {.memory_bytes = 100 * (uint64_t)MIB, .cpus = 2};
static const struct parameters none;

static void add_load(struct plan *plan, const struct workload *load, const char *directory)
{
    plan->conditions =
        memory_grow(plan->conditions, plan->condition_count, sizeof(struct plan_condition));
    plan->conditions[plan->condition_count++] = (struct plan_condition){
        .job = &job,
        .load = load,
        .job_directory = string_duplicate("job"),
        .load_directory = string_duplicate(directory),
    };
}

static void add(struct plan *plan, const char *directory)
{
    add_load(plan, &heavy, directory);
}

START_TEST(test_space_is_counted_once_for_each_directory)
{
    auto_plan struct plan plan = {0};
    auto_plan_needs struct plan_needs needs = {0};
    add(&plan, "one");
    add(&plan, "one");
    add(&plan, "two");
    add(&plan, "three");
    plan.conditions[3].skip_reason = string_duplicate("not here");
    plan_needs_sum(&plan, &machine, &needs);
    ck_assert_uint_eq(needs.disk_bytes, 200 * (uint64_t)MIB);
    ck_assert_str_eq(needs.parts, "heavy 100M, heavy 100M");
}
END_TEST

START_TEST(test_of_what_a_run_removes_the_largest_counts)
{
    auto_plan struct plan plan = {0};
    auto_plan_needs struct plan_needs needs = {0};
    add_load(&plan, &heavy, "heavy");
    add_load(&plan, &streaming, "one");
    add_load(&plan, &streaming, "two");
    add_load(&plan, &mixed, "mixed");
    plan_needs_sum(&plan, &machine, &needs);
    ck_assert_uint_eq(needs.disk_bytes, (100 + 150 + 200) * (uint64_t)MIB);
    ck_assert_str_eq(needs.parts, "heavy 100M, mixed 150M; in turn streaming 200M, streaming 200M, "
                                  "mixed 50M");
    ck_assert_uint_eq(needs.other_disk_bytes, 0);
    ck_assert_str_eq(needs.other_parts, "");
}
END_TEST

START_TEST(test_what_a_run_removes_from_the_second_disk_counts_there)
{
    auto_plan struct plan plan = {.other_directory = string_duplicate("/other")};
    auto_plan_needs struct plan_needs needs = {0};
    add_load(&plan, &streaming, "one");
    add_load(&plan, &mixed, "mixed");
    plan_needs_sum(&plan, &machine, &needs);
    ck_assert_uint_eq(needs.disk_bytes, 200 * (uint64_t)MIB);
    ck_assert_uint_eq(needs.other_disk_bytes, 200 * (uint64_t)MIB);
    ck_assert_str_eq(needs.other_parts, "in turn streaming 200M");
}
END_TEST

START_TEST(test_too_little_space_is_refused_with_what_is_there_and_who_needs_it)
{
    char parts[] = "heavy 100M";
    const struct plan_needs needs = {.disk_bytes = 100 * (uint64_t)MIB, .parts = parts};
    struct error error;
    ck_assert_int_eq(plan_needs_check(&needs, 200 * (uint64_t)MIB, 0, &error), 0);
    ck_assert_int_eq(plan_needs_check(&needs, 120 * (uint64_t)MIB, 0, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_ptr_nonnull(strstr(error.text, "120M"));
    ck_assert_ptr_nonnull(strstr(error.text, "heavy 100M"));
}
END_TEST

START_TEST(test_a_missing_program_or_directory_or_root_is_named)
{
    const struct plan_place bare = {.directory = "/var/tmp", .machine = machine};
    const struct plan_place whole = {
        .directory = "/var/tmp", .other_directory = "/tmp", .machine = machine};
    struct error error;
    ck_assert_int_eq(plan_needs_examine(&compiling, &none, &bare, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 4);
    ck_assert_ptr_nonnull(strstr(error.text, "no-such-compiler"));
    ck_assert_ptr_nonnull(strstr(error.text, "apt-get install compiler"));
    ck_assert_int_eq(plan_needs_examine(&other, &none, &bare, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "--other"));
    ck_assert_int_eq(plan_needs_examine(&other, &none, &whole, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "root"));
    ck_assert_int_eq(plan_needs_examine(&heavy, &none, &bare, &error), 0);
}
END_TEST

START_TEST(test_more_open_files_than_are_allowed_are_refused)
{
    static const struct workload opening = {.name = "opening", .need = open_files_need};
    struct error error;
    const struct plan_place place = {.directory = "/var/tmp", .machine = machine};
    struct rlimit limit = {.rlim_cur = 16, .rlim_max = 32};
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    ck_assert_int_eq(plan_needs_examine(&opening, &none, &place, &error), 0);
    limit.rlim_max = 31;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    ck_assert_int_eq(plan_needs_examine(&opening, &none, &place, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "ulimit -n"));
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_space_is_counted_once_for_each_directory);
    tcase_add_test(tests, test_of_what_a_run_removes_the_largest_counts);
    tcase_add_test(tests, test_what_a_run_removes_from_the_second_disk_counts_there);
    tcase_add_test(tests, test_too_little_space_is_refused_with_what_is_there_and_who_needs_it);
    tcase_add_test(tests, test_more_open_files_than_are_allowed_are_refused);
    tcase_add_test(tests, test_a_missing_program_or_directory_or_root_is_named);
}

int main(void)
{
    return unit_run("plan_needs", fill);
}
