// SPDX-License-Identifier: GPL-2.0-or-later
#include "../captured_root.h"
#include "../unit.h"
#include "base/text.h"
#include "machine/fingerprint.h"
#include "machine/kernel_config.h"
#include "machine/machine_facts.h"

static struct captured_root captured;

static void open_root(void)
{
    captured_root_open(&captured);
}

static void close_root(void)
{
    captured_root_close(&captured);
}

static const struct {
    const char *path, *text;
} files[] = {
    {"proc/sys/kernel/osrelease", "6.1.0-18-amd64\n"},
    {"proc/version", "Linux version 6.1.0-18-amd64 (x) (y) #1 SMP PREEMPT_DYNAMIC Debian\n"},
    {"boot/config-6.1.0-18-amd64", "# CONFIG_HZ_100 is not set\nCONFIG_HZ_250=y\nCONFIG_HZ=250\n"},
    {"proc/sys/kernel/sched_autogroup_enabled", "1\n"},
    {"proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nflags\t\t: fpu hypervisor\n"},
    {"proc/meminfo", "MemTotal:       1048576 kB\n"},
    {"proc/swaps", "Filename Type Size Used Priority\n/dev/zram0 partition 2097152 0 100\n"
                   "/swap file 1048576 0 -2\n"},
    {"proc/self/mountinfo", "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw,discard\n"},
    {"sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n"},
    {"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n"},
    {"sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n"},
    {"sys/devices/system/cpu/intel_pstate/no_turbo", "0\n"},
    {"sys/devices/system/cpu/vulnerabilities/spectre_v2", "Mitigation: Retpolines\n"},
    {"sys/devices/system/cpu/vulnerabilities/meltdown", "Not affected\n"},
    {"sys/devices/pci/block/sda/dev", "8:0\n"},
    {"sys/devices/pci/block/sda/sda1/dev", "8:1\n"},
    {"sys/devices/pci/block/sda/sda1/partition", "1\n"},
    {"sys/devices/pci/block/sda/queue/scheduler", "none [mq-deadline] bfq\n"},
    {"sys/devices/pci/block/sda/queue/rotational", "1\n"},
    {"sys/devices/pci/block/sda/queue/wbt_lat_usec", "75000\n"},
    {"sys/devices/pci/block/sda/device/model", "Old Disk      \n"},
    {"sys/fs/cgroup/cgroup.controllers", "cpu io memory\n"},
    {"proc/17/comm", "irqbalance\n"},
    {"etc/machine-id", "0123456789abcdef0123456789abcdef\n"},
};

static const struct {
    const char *key, *value; /* numbers as text; NULL: null */
} expected[] = {
    {"kernel_release", "6.1.0-18-amd64"},
    {"hz", "250"},
    {"preemption", "PREEMPT_DYNAMIC"},
    {"config_hash", "0ba02b82a788d77a"},
    {"autogroup", "1"},
    {"irqbalance", "running"},
    {"wbt_lat_usec", "75000"},
    {"cpu_model", "Some CPU @ 2 GHz"},
    {"memory_bytes", "1073741824"},
    {"swap", "zram 2G+file 1G"},
    {"disk", "sda"},
    {"disk_model", "Old Disk"},
    {"disk_scheduler", "mq-deadline"},
    {"disk_rotational", "1"},
    {"filesystem", "ext4"},
    {"mount_options", "rw,relatime,rw,discard"},
    {"virtualisation", "vm"},
    {"governor", "powersave+performance"},
    {"turbo", "on"},
    {"mitigations", "meltdown: Not affected | spectre_v2: Mitigation: Retpolines"},
    {"transparent_hugepage", "madvise"},
    {"cgroup", "v2"},
    {"psi", "no"},
    {"compiler", NULL}, /* a captured tree has none that could be asked */
    {"clocksource", NULL},
};

static void put_machine(void)
{
    for (size_t i = 0; i < array_length(files); i++)
        captured_root_put(&captured, files[i].path, files[i].text);
    captured_root_link(&captured, "sys/class/block/sda", "../../devices/pci/block/sda");
    captured_root_link(&captured, "sys/class/block/sda1", "../../devices/pci/block/sda/sda1");
    captured_root_link(&captured, "sys/dev/block/8:1", "../../devices/pci/block/sda/sda1");
    captured_root_link(&captured, "sys/block/sda", "../devices/pci/block/sda");
}

START_TEST(test_every_key_says_what_the_captured_machine_is)
{
    put_machine();
    auto_json json_t *json = fingerprint_collect(&captured.root, "/var/tmp");
    for (size_t i = 0; i < array_length(expected); i++) {
        const json_t *value = json_object_get(json, expected[i].key);
        char number[32];
        snprintf(number, sizeof(number), "%lld", (long long)json_integer_value(value));
        ck_assert_msg(value != NULL, "there is no %s", expected[i].key);
        const char *text = json_is_string(value)    ? json_string_value(value)
                           : json_is_integer(value) ? number
                                                    : NULL;
        ck_assert_msg(text == expected[i].value || string_is(text, expected[i].value), "%s is %s",
                      expected[i].key, text != NULL ? text : "null");
    }
}
END_TEST

START_TEST(test_an_empty_machine_has_every_key_of_a_full_one_as_null_or_text)
{
    auto_json json_t *empty = fingerprint_collect(&captured.root, "/var/tmp");
    put_machine();
    auto_json json_t *full = fingerprint_collect(&captured.root, "/var/tmp");
    const char *key;
    json_t *value;
    json_object_foreach (full, key, value)
        ck_assert_msg(json_object_get(empty, key) != NULL, "%s is missing", key);
    ck_assert(json_is_null(json_object_get(empty, "hz")));
    ck_assert(json_is_null(json_object_get(empty, "disk_scheduler")));
}
END_TEST

START_TEST(test_the_same_machine_gives_the_same_document)
{
    put_machine();
    auto_json json_t *once = fingerprint_collect(&captured.root, "/var/tmp");
    auto_json json_t *again = fingerprint_collect(&captured.root, "/var/tmp");
    ck_assert(json_equal(once, again));
}
END_TEST

/* printf 'CONFIG_HZ=1000\n' | gzip -9n */
static const unsigned char packed[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02,
                                       0x03, 0x73, 0xf6, 0xf7, 0x73, 0xf3, 0x74, 0x8f, 0xf7,
                                       0x88, 0xb2, 0x35, 0x34, 0x30, 0x30, 0xe0, 0x02, 0x00,
                                       0xc3, 0x43, 0x6e, 0x4d, 0x0f, 0x00, 0x00, 0x00};

static void put_packed_config(size_t size)
{
    captured_root_put(&captured, "proc/config.gz", "");
    auto_fd int fd = sysroot_open_file(&captured.root, "proc/config.gz", O_WRONLY);
    ck_assert_int_eq(files_write_fully(fd, packed, size), 0);
}

START_TEST(test_config_of_the_running_kernel_is_unpacked_and_precedes_the_one_in_boot)
{
    put_packed_config(sizeof(packed));
    captured_root_put(&captured, "boot/config-1", "CONFIG_HZ=100\n");
    auto_free char *config = kernel_config_read(&captured.root, "1");
    ck_assert_pstr_eq(config, "CONFIG_HZ=1000\n");
}
END_TEST

START_TEST(test_a_config_that_can_not_be_unpacked_leaves_the_one_in_boot)
{
    put_packed_config(sizeof(packed) / 2);
    captured_root_put(&captured, "boot/config-1", "CONFIG_HZ=100\n");
    auto_free char *config = kernel_config_read(&captured.root, "1");
    auto_free char *hz = config != NULL ? kernel_config_get(config, "CONFIG_HZ") : NULL;
    ck_assert_pstr_eq(hz, "100");
}
END_TEST

static const struct {
    const char *present[3];
    const char *expected;
} cgroups[] = {
    {{NULL}, "none"},
    {{"sys/fs/cgroup/cgroup.controllers"}, "v2"},
    {{"sys/fs/cgroup/memory/tasks"}, "v1"},
    {{"sys/fs/cgroup/memory/tasks", "sys/fs/cgroup/unified/cgroup.controllers"}, "hybrid"},
};

START_TEST(test_version_of_cgroup_is_read_from_what_is_mounted)
{
    for (size_t i = 0; cgroups[_i].present[i] != NULL; i++)
        captured_root_put(&captured, cgroups[_i].present[i], "");
    auto_free char *version = machine_fact_cgroup(&captured.root);
    ck_assert_str_eq(version, cgroups[_i].expected);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, open_root, close_root);
    tcase_add_test(tests, test_every_key_says_what_the_captured_machine_is);
    tcase_add_test(tests, test_an_empty_machine_has_every_key_of_a_full_one_as_null_or_text);
    tcase_add_test(tests, test_the_same_machine_gives_the_same_document);
    tcase_add_test(tests,
                   test_config_of_the_running_kernel_is_unpacked_and_precedes_the_one_in_boot);
    tcase_add_test(tests, test_a_config_that_can_not_be_unpacked_leaves_the_one_in_boot);
    tcase_add_loop_test(tests, test_version_of_cgroup_is_read_from_what_is_mounted, 0,
                        array_length(cgroups));
}

int main(void)
{
    return unit_run("fingerprint", fill);
}
