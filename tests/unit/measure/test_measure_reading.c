// SPDX-License-Identifier: GPL-2.0-or-later
/* Every source on two captured trees, whose difference is known. */
#include "../unit.h"
#include "base/cleanup.h"
#include "measure/measure_reading.h"

#include <fcntl.h>
#include <math.h>

struct golden {
    enum side side;
    const char *name;
    double value;
    enum measure_state state;
};

/* In the order of the catalogue: job, then load (whose supervisor is not there), then machine. */
static const struct golden goldens[] = {
    {SIDE_JOB, "user_s", 3.900001, MEASURE_OK},
    {SIDE_JOB, "system_s", 0.199999, MEASURE_OK},
    {SIDE_JOB, "minor_faults", 4053, MEASURE_OK},
    {SIDE_JOB, "major_faults", 4, MEASURE_OK},
    {SIDE_JOB, "voluntary_switches", 143, MEASURE_OK},
    {SIDE_JOB, "involuntary_switches", 13, MEASURE_OK},
    {SIDE_JOB, "read_bytes", 1048576, MEASURE_OK},
    {SIDE_JOB, "written_bytes", 61952, MEASURE_OK},
    {SIDE_JOB, "pressure_cpu_some_s", 2, MEASURE_OK},
    {SIDE_JOB, "pressure_cpu_full_s", 0, MEASURE_UNAVAILABLE},
    {SIDE_JOB, "pressure_io_some_s", 3, MEASURE_OK},
    {SIDE_JOB, "pressure_io_full_s", 1, MEASURE_OK},
    {SIDE_JOB, "pressure_memory_some_s", 0, MEASURE_OK},
    {SIDE_JOB, "pressure_memory_full_s", 0, MEASURE_OK},
    {SIDE_LOAD, "user_s", 0, MEASURE_UNAVAILABLE},
    {SIDE_LOAD, "minor_faults", 0, MEASURE_UNAVAILABLE},
    {SIDE_LOAD, "voluntary_switches", 0, MEASURE_UNAVAILABLE},
    {SIDE_LOAD, "read_bytes", 0, MEASURE_UNAVAILABLE},
    {SIDE_LOAD, "pressure_io_some_s", 0, MEASURE_UNAVAILABLE},
    {SIDE_MACHINE, "machine_user_s", 4, MEASURE_OK},
    {SIDE_MACHINE, "machine_system_s", 1.5, MEASURE_OK},
    {SIDE_MACHINE, "machine_iowait_s", 0, MEASURE_WITHHELD},
    {SIDE_MACHINE, "machine_irq_s", 0.05, MEASURE_OK},
    {SIDE_MACHINE, "machine_softirq_s", 0.13, MEASURE_OK},
    {SIDE_MACHINE, "machine_steal_s", 0.89, MEASURE_OK},
    {SIDE_MACHINE, "kernel_threads_s", 2.5, MEASURE_OK},
    {SIDE_MACHINE, "machine_pressure_cpu_some_s", 1.5, MEASURE_OK},
    {SIDE_MACHINE, "machine_pressure_cpu_full_s", 0, MEASURE_OK},
    {SIDE_MACHINE, "machine_pressure_io_some_s", 0.25, MEASURE_OK},
    {SIDE_MACHINE, "machine_pressure_io_full_s", 0.125, MEASURE_OK},
    {SIDE_MACHINE, "machine_pressure_memory_some_s", 0.000005, MEASURE_OK},
    {SIDE_MACHINE, "machine_pressure_memory_full_s", 0, MEASURE_OK},
    {SIDE_MACHINE, "disk_read_bytes", 40960, MEASURE_OK},
    {SIDE_MACHINE, "disk_written_bytes", 81920, MEASURE_OK},
    {SIDE_MACHINE, "disk_reads", 10, MEASURE_OK},
    {SIDE_MACHINE, "disk_writes", 20, MEASURE_OK},
    {SIDE_MACHINE, "disk_busy_s", 0.25, MEASURE_OK},
    {SIDE_MACHINE, "machine_major_faults", 4, MEASURE_OK},
    {SIDE_MACHINE, "swap_in_pages", 2, MEASURE_OK},
    {SIDE_MACHINE, "swap_out_pages", 8, MEASURE_OK},
    {SIDE_MACHINE, "reclaim_kswapd_pages", 360038, MEASURE_OK},
    {SIDE_MACHINE, "reclaim_direct_pages", 50, MEASURE_OK},
    {SIDE_MACHINE, "oom_kills", 1, MEASURE_OK},
    {SIDE_MACHINE, "core_throttles", 4, MEASURE_OK},
    {SIDE_MACHINE, "package_throttles", 2, MEASURE_OK},
    {SIDE_MACHINE, "frequency_mhz", 3250, MEASURE_OK},
};

struct capture {
    struct sysroot root;
    int group_fd;
    struct rusage usage;
};

static struct capture capture_open(const char *path, bool has_group)
{
    struct error error;
    struct capture capture = {.group_fd = -1};
    ck_assert_int_eq(sysroot_open(&capture.root, path, &error), 0);
    if (has_group)
        capture.group_fd = sysroot_open_file(&capture.root, "group", O_RDONLY | O_DIRECTORY);
    return capture;
}

static struct measure_reading *capture_read(const struct capture *capture, const char *device)
{
    const struct measure_target targets[] = {
        {.root = &capture->root,
         .side = SIDE_JOB,
         .supervisor = 500,
         .group_fd = capture->group_fd,
         .supervisor_usage = capture->usage},
        {.root = &capture->root, .side = SIDE_LOAD, .supervisor = 999, .group_fd = -1},
        {.root = &capture->root, .side = SIDE_MACHINE, .group_fd = -1, .device = device},
    };
    struct measure_reading *reading = measure_reading_create();
    measure_reading_take(reading, targets, array_length(targets));
    return reading;
}

static void record_difference(bool has_group, struct run_record *record)
{
    struct capture first = capture_open(TEST_DATA "/proc-opening", has_group);
    struct capture last = capture_open(TEST_DATA "/proc-closing", has_group);
    first.usage = (struct rusage){.ru_nvcsw = 10};
    last.usage = (struct rusage){.ru_nvcsw = 110, .ru_nivcsw = 7};
    auto_measure_reading struct measure_reading *opening = capture_read(&first, "254:0");
    auto_measure_reading struct measure_reading *closing = capture_read(&last, "254:0");
    measure_reading_record(opening, closing, 5.0, record);
    sysroot_close(&first.root);
    sysroot_close(&last.root);
}

START_TEST(test_every_source_gives_the_difference_of_the_captured_trees)
{
    auto_run_record struct run_record record = {0};
    record_difference(true, &record);
    for (size_t i = 0; i < array_length(goldens); i++) {
        const struct golden *golden = &goldens[i];
        const struct measure *measure = run_record_measure(&record, golden->side, golden->name);
        ck_assert_msg(measure != NULL, "no measure %s", golden->name);
        ck_assert_msg(measure->state == golden->state, "%s is %s", golden->name,
                      measure_state_name(measure->state));
        ck_assert_msg(fabs(measure->value - golden->value) < 1e-9, "%s is %.9f", golden->name,
                      measure->value);
    }
}
END_TEST

START_TEST(test_golden_table_names_every_measure_of_the_job_and_the_machine)
{
    auto_run_record struct run_record record = {0};
    record_difference(true, &record);
    for (size_t i = 0; i < record.measure_count; i++) {
        bool is_golden = record.measures[i].side == SIDE_LOAD;
        for (size_t j = 0; j < array_length(goldens); j++)
            is_golden |= goldens[j].side == record.measures[i].side &&
                         strcmp(goldens[j].name, record.measures[i].name) == 0;
        ck_assert_msg(is_golden, "%s is tested by nothing", record.measures[i].name);
    }
}
END_TEST

START_TEST(test_cpu_comes_from_the_process_tree_where_there_is_no_group)
{
    auto_run_record struct run_record record = {0};
    record_difference(false, &record);
    ck_assert_double_eq_tol(run_record_measure(&record, SIDE_JOB, "user_s")->value, 3.95, 1e-9);
    ck_assert_double_eq_tol(run_record_measure(&record, SIDE_JOB, "system_s")->value, 0.54, 1e-9);
    ck_assert_int_eq(run_record_measure(&record, SIDE_JOB, "pressure_io_some_s")->state,
                     MEASURE_UNAVAILABLE);
}
END_TEST

START_TEST(test_what_a_bare_machine_lacks_is_unavailable_and_the_rest_is_read)
{
    static const struct golden expected[] = {
        {SIDE_MACHINE, "machine_user_s", 0, MEASURE_OK},
        {SIDE_MACHINE, "kernel_threads_s", 0, MEASURE_UNAVAILABLE},
        {SIDE_MACHINE, "machine_pressure_cpu_some_s", 0, MEASURE_UNAVAILABLE},
        {SIDE_MACHINE, "disk_read_bytes", 0, MEASURE_UNAVAILABLE},
        {SIDE_MACHINE, "machine_major_faults", 0, MEASURE_OK},
        {SIDE_MACHINE, "oom_kills", 0, MEASURE_UNAVAILABLE},
        {SIDE_MACHINE, "core_throttles", 0, MEASURE_UNAVAILABLE},
        {SIDE_MACHINE, "frequency_mhz", 0, MEASURE_UNAVAILABLE},
    };
    auto_run_record struct run_record record = {0};
    struct capture bare = capture_open(TEST_DATA "/proc-bare", false);
    auto_measure_reading struct measure_reading *opening = capture_read(&bare, NULL);
    auto_measure_reading struct measure_reading *closing = capture_read(&bare, NULL);
    measure_reading_record(opening, closing, 5.0, &record);
    sysroot_close(&bare.root);
    for (size_t i = 0; i < array_length(expected); i++)
        ck_assert_int_eq(run_record_measure(&record, SIDE_MACHINE, expected[i].name)->state,
                         expected[i].state);
}
END_TEST

START_TEST(test_names_of_measures_are_unique_and_fit)
{
    size_t count;
    const struct measure_source *const *sources = measure_source_catalog(&count);
    for (size_t s = 0; s < count; s++) {
        size_t own = 0;
        for (const struct measure_definition *m = sources[s]->measures; m->name != NULL; m++, own++)
            for (size_t o = s + 1; o < count; o++)
                for (const struct measure_definition *n = sources[o]->measures; n->name != NULL;
                     n++)
                    ck_assert_str_ne(m->name, n->name);
        ck_assert_uint_le(own, MEASURE_SOURCE_MAXIMUM);
    }
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_every_source_gives_the_difference_of_the_captured_trees);
    tcase_add_test(tests, test_golden_table_names_every_measure_of_the_job_and_the_machine);
    tcase_add_test(tests, test_cpu_comes_from_the_process_tree_where_there_is_no_group);
    tcase_add_test(tests, test_what_a_bare_machine_lacks_is_unavailable_and_the_rest_is_read);
    tcase_add_test(tests, test_names_of_measures_are_unique_and_fit);
}

int main(void)
{
    return unit_run("measure_reading", fill);
}
