// SPDX-License-Identifier: GPL-2.0-or-later
#include "../captured_root.h"
#include "../unit.h"
#include "base/text.h"
#include "machine/doctor_checks.h"

static struct captured_root captured;
static struct doctor_findings findings;

static void open_root(void)
{
    captured_root_open(&captured);
    findings = (struct doctor_findings){0};
}

static void close_root(void)
{
    doctor_findings_finish(&findings);
    captured_root_close(&captured);
}

static const struct doctor_finding *finding_of(const char *topic)
{
    for (size_t i = 0; i < findings.count; i++)
        if (strcmp(findings.items[i].topic, topic) == 0)
            return &findings.items[i];
    ck_abort_msg("nothing is said of %s", topic);
}

typedef void check_function(const struct doctor_examination *examination);

#define CPU "sys/devices/system/cpu/"
#define MEMORY(available, swap, swap_free)                                                         \
    "MemTotal: 1000000 kB\nMemAvailable: " available " kB\nSwapTotal: " swap                       \
    " kB\nSwapFree: " swap_free " kB\n"

/* One file of a machine, and what is to be said of it. */
static const struct {
    check_function *check;
    const char *path, *text;
    bool is_root;
    const char *topic;
    enum doctor_level level;
    const char *said; /* part of the finding */
} cases[] = {
    {doctor_check_processor, CPU "cpu0/cpufreq/scaling_governor", "powersave\n", true, "governor",
     DOCTOR_WARN, "powersave"},
    {doctor_check_processor, CPU "cpu0/cpufreq/scaling_governor", "performance\n", true, "governor",
     DOCTOR_OK, "performance"},
    {doctor_check_processor, "proc/cpuinfo", "x\nflags : fpu hypervisor\n", true, "governor",
     DOCTOR_OK, "vm"},
    {doctor_check_processor, CPU "intel_pstate/no_turbo", "0\n", true, "turbo", DOCTOR_WARN, "on"},
    {doctor_check_processor, CPU "intel_pstate/no_turbo", "1\n", true, "turbo", DOCTOR_OK, "off"},
    {doctor_check_processor, CPU "cpufreq/boost", "1\n", true, "turbo", DOCTOR_WARN, "on"},
    {doctor_check_processor, CPU "cpu0/thermal_throttle/core_throttle_count", "12\n", true,
     "throttling", DOCTOR_WARN, "12 times"},
    {doctor_check_processor, CPU "cpu0/thermal_throttle/core_throttle_count", "0\n", true,
     "throttling", DOCTOR_OK, "none"},
    {doctor_check_processor, "sys/devices/system/clocksource/clocksource0/current_clocksource",
     "hpet\n", true, "clock source", DOCTOR_WARN, "hpet"},
    {doctor_check_processor, "proc/123/comm", "irqbalance\n", true, "irqbalance", DOCTOR_WARN,
     "running"},
    {doctor_check_load, "proc/stat", "cpu  10 0 10 70 0 0 0 10 0 0\n", true, "steal", DOCTOR_WARN,
     "10.0 %"},
    {doctor_check_load, "proc/stat", "cpu  10 0 10 80 0 0 0 0 0 0\n", true, "steal", DOCTOR_OK,
     "0.0 %"},
    {doctor_check_load, "proc/nothing", "", true, "other load", DOCTOR_CANNOT, "/proc/stat"},
    {doctor_check_memory, "proc/meminfo", MEMORY("400000", "0", "0"), true, "memory", DOCTOR_WARN,
     "available"},
    {doctor_check_memory, "proc/meminfo", MEMORY("900000", "0", "0"), true, "memory", DOCTOR_OK,
     "available"},
    {doctor_check_memory, "proc/nothing", "", true, "swap", DOCTOR_CANNOT, "CONFIG_SWAP"},
    {doctor_check_memory, "proc/swaps", "Filename\n/dev/zram0 partition 1024 0 100\n", true, "swap",
     DOCTOR_WARN, "zram 1M"},
    {doctor_check_memory, "proc/swaps", "Filename\n/dev/sda2 partition 1024 0 100\n", true, "swap",
     DOCTOR_OK, "partition 1M"},
    {doctor_check_memory, "proc/sys/vm/drop_caches", "", true, "drop caches", DOCTOR_OK, "cold"},
    {doctor_check_memory, "proc/sys/vm/drop_caches", "", false, "drop caches", DOCTOR_CANNOT,
     "own files"},
    {doctor_check_memory, "proc/sys/vm/nr_hugepages", "0\n", true, "balloon", DOCTOR_OK, "huge"},
    {doctor_check_memory, "proc/sys/vm/nr_hugepages", "3\n", true, "balloon", DOCTOR_WARN,
     "3 huge"},
    {doctor_check_memory, "proc/sys/vm/nr_hugepages", "0\n", false, "balloon", DOCTOR_CANNOT,
     "memory group"},
    {doctor_check_memory, "proc/self/mountinfo", "22 1 0:5 / / rw - tmpfs tmpfs rw\n", true,
     "swap file", DOCTOR_CANNOT, "tmpfs"},
    {doctor_check_memory, "proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n", true,
     "swap file", DOCTOR_OK, "ext4"},
    {doctor_check_memory, "proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n", false,
     "swap file", DOCTOR_CANNOT, "maps a file"},
    {doctor_check_disk, "proc/self/mountinfo", "22 1 0:5 / / rw - tmpfs tmpfs rw\n", true, "disk",
     DOCTOR_WARN, "tmpfs"},
    {doctor_check_kernel, "proc/nothing", "", true, "PSI", DOCTOR_CANNOT, "none"},
    {doctor_check_kernel, "proc/pressure/cpu", "some\n", true, "PSI", DOCTOR_OK, "stall"},
    {doctor_check_kernel, "proc/sys/kernel/perf_event_paranoid", "3\n", false, "perf",
     DOCTOR_CANNOT, "paranoid 3"},
    {doctor_check_kernel, "proc/sys/kernel/perf_event_paranoid", "3\n", true, "perf", DOCTOR_OK,
     "paranoid 3"},
    {doctor_check_kernel, "proc/nothing", "", true, "cgroup", DOCTOR_WARN, "none"},
    {doctor_check_kernel, "proc/sys/kernel/sched_autogroup_enabled", "1\n", true, "autogroup",
     DOCTOR_OK, "on"},
    {doctor_check_kernel, "proc/sys/user/max_pid_namespaces", "100\n", true, "PID namespace",
     DOCTOR_OK, "its own"},
    {doctor_check_kernel, "proc/sys/user/max_pid_namespaces", "100\n", false, "PID namespace",
     DOCTOR_CANNOT, "process by process"},
    {doctor_check_kernel, "proc/nothing", "", true, "KVM", DOCTOR_CANNOT, "/dev/kvm"},
    {doctor_check_kernel, "dev/kvm", "", true, "KVM", DOCTOR_OK, "opens"},
};

START_TEST(test_one_file_of_the_machine_decides_the_finding_of_its_topic)
{
    captured_root_put(&captured, cases[_i].path, cases[_i].text);
    const struct doctor_examination examination = {.root = &captured.root,
                                                   .directory = "/var/tmp",
                                                   .is_root = cases[_i].is_root,
                                                   .findings = &findings};
    cases[_i].check(&examination);
    const struct doctor_finding *finding = finding_of(cases[_i].topic);
    ck_assert_msg(finding->level == cases[_i].level, "%s: %s", doctor_level_name(finding->level),
                  finding->text);
    ck_assert_msg(strstr(finding->text, cases[_i].said) != NULL, "it says: %s", finding->text);
}
END_TEST

static const char *const topics[] = {
    "governor",      "turbo",  "throttling", "clock source", "irqbalance", "steal",
    "other load",    "memory", "swap",       "swap file",    "balloon",    "drop caches",
    "disk space",    "disk",   "PSI",        "perf",         "cgroup",     "autogroup",
    "PID namespace", "KVM",    "compiler",   "make",         "ccache"};

START_TEST(test_real_machine_is_examined_in_every_topic_once)
{
    struct sysroot root;
    struct error error;
    ck_assert_int_eq(sysroot_open(&root, "/", &error), 0);
    doctor_examine(&root, "/var/tmp", &findings);
    sysroot_close(&root);
    ck_assert(!doctor_findings_block(&findings));
    for (size_t i = 0; i < array_length(topics); i++)
        finding_of(topics[i]);
    for (size_t i = 0; i < findings.count; i++)
        for (size_t j = i + 1; j < findings.count; j++)
            ck_assert_str_ne(findings.items[i].topic, findings.items[j].topic);
}
END_TEST

START_TEST(test_a_directory_that_is_not_there_blocks_measuring)
{
    struct sysroot root;
    struct error error;
    ck_assert_int_eq(sysroot_open(&root, "/", &error), 0);
    const struct doctor_examination examination = {.root = &root,
                                                   .directory = "/var/tmp/absent/absent",
                                                   .is_root = true,
                                                   .findings = &findings};
    doctor_check_disk(&examination);
    sysroot_close(&root);
    ck_assert_uint_eq(findings.count, 1);
    ck_assert(doctor_findings_block(&findings));
}
END_TEST

START_TEST(test_whatever_is_not_ok_comes_with_advice)
{
    doctor_examine(&captured.root, "/var/tmp", &findings);
    for (size_t i = 0; i < findings.count; i++) {
        const struct doctor_finding *finding = &findings.items[i];
        ck_assert_msg((finding->level == DOCTOR_OK) == (finding->advice[0] == '\0'), "%s",
                      finding->topic);
    }
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_root, close_root);
    tcase_add_loop_test(tests, test_one_file_of_the_machine_decides_the_finding_of_its_topic, 0,
                        array_length(cases));
    tcase_add_test(tests, test_real_machine_is_examined_in_every_topic_once);
    tcase_add_test(tests, test_a_directory_that_is_not_there_blocks_measuring);
    tcase_add_test(tests, test_whatever_is_not_ok_comes_with_advice);
}

int main(void)
{
    return unit_run("doctor", fill);
}
