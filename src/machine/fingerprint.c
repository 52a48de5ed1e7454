// SPDX-License-Identifier: GPL-2.0-or-later
/* Collects what the machine is, mostly from single files of /proc and /sys. The compiler is known
 * by the file that `cc` leads to and its hash: asking it would mean to run it, and its version text
 * says less. */
#include "machine/fingerprint.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/search_path.h"
#include "base/text.h"
#include "machine/disk.h"
#include "machine/kernel_config.h"
#include "machine/machine_facts.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <string.h>

enum { COMPILER_BYTES_MAXIMUM = 256 * 1024 * 1024 };

enum fact_form { FACT_TEXT, FACT_NUMBER, FACT_CHOICE };

struct fact {
    const char *key;
    enum fact_form form;
    const char *path; /* below the root; of the disk's queue, below that */
};

static const struct fact machine_facts[] = {
    {"kernel_release", FACT_TEXT, "proc/sys/kernel/osrelease"},
    {"kernel_version", FACT_TEXT, "proc/version"},
    {"command_line", FACT_TEXT, "proc/cmdline"},
    {"architecture", FACT_TEXT, "proc/sys/kernel/arch"},
    {"autogroup", FACT_NUMBER, "proc/sys/kernel/sched_autogroup_enabled"},
    {"swappiness", FACT_NUMBER, "proc/sys/vm/swappiness"},
    {"dirty_ratio", FACT_NUMBER, "proc/sys/vm/dirty_ratio"},
    {"dirty_background_ratio", FACT_NUMBER, "proc/sys/vm/dirty_background_ratio"},
    {"dirty_bytes", FACT_NUMBER, "proc/sys/vm/dirty_bytes"},
    {"dirty_background_bytes", FACT_NUMBER, "proc/sys/vm/dirty_background_bytes"},
    {"overcommit_memory", FACT_NUMBER, "proc/sys/vm/overcommit_memory"},
    {"transparent_hugepage", FACT_CHOICE, "sys/kernel/mm/transparent_hugepage/enabled"},
    {"cpus_online", FACT_TEXT, "sys/devices/system/cpu/online"},
    {"smt", FACT_NUMBER, "sys/devices/system/cpu/smt/active"},
    {"cpufreq_driver", FACT_TEXT, "sys/devices/system/cpu/cpu0/cpufreq/scaling_driver"},
    {"cpuidle_driver", FACT_TEXT, "sys/devices/system/cpu/cpuidle/current_driver"},
    {"numa_nodes", FACT_TEXT, "sys/devices/system/node/online"},
    {"clocksource", FACT_TEXT, "sys/devices/system/clocksource/clocksource0/current_clocksource"},
};

static const struct fact disk_facts[] = {
    {"disk_model", FACT_TEXT, "../device/model"},
    {"disk_scheduler", FACT_CHOICE, "scheduler"},
    {"disk_rotational", FACT_NUMBER, "rotational"},
    {"disk_write_cache", FACT_TEXT, "write_cache"},
    {"disk_read_ahead_kb", FACT_NUMBER, "read_ahead_kb"},
    {"disk_requests", FACT_NUMBER, "nr_requests"},
    {"wbt_lat_usec", FACT_NUMBER, "wbt_lat_usec"},
};

/* Takes `text`; null where it is NULL or no UTF-8. */
static void set_text(json_t *json, const char *key, char *text)
{
    json_t *value = text != NULL ? json_string(text) : NULL;
    json_object_set_new(json, key, value != NULL ? value : json_null());
    free(text);
}

static void set_fact(const struct sysroot *root, const struct fact *fact, const char *path,
                     json_t *json)
{
    int64_t number;
    struct error absent;
    if (fact->form == FACT_TEXT)
        set_text(json, fact->key, machine_fact(root, path));
    else if (fact->form == FACT_CHOICE)
        set_text(json, fact->key, machine_fact_choice(root, path));
    else if (sysroot_read_number(root, path, &number, &absent) == 0)
        json_object_set_new(json, fact->key, json_integer(number));
    else
        json_object_set_new(json, fact->key, json_null());
}

static char *preemption(const struct sysroot *root, const char *config)
{
    static const char *const models[] = {"PREEMPT_RT", "PREEMPT_DYNAMIC", "PREEMPT"};
    char *text = machine_fact_choice(root, "sys/kernel/debug/sched/preempt");
    if (text != NULL)
        return text;
    auto_free char *version = machine_fact(root, "proc/version");
    for (size_t i = 0; version != NULL && i < array_length(models); i++) {
        auto_free char *word = string_format(" %s ", models[i]);
        if (strstr(version, word) != NULL)
            return string_duplicate(models[i]);
    }
    auto_free char *voluntary =
        config != NULL ? kernel_config_get(config, "CONFIG_PREEMPT_VOLUNTARY") : NULL;
    if (voluntary != NULL)
        return string_duplicate("PREEMPT_VOLUNTARY");
    return config != NULL ? string_duplicate("PREEMPT_NONE") : NULL;
}

static char *hash_of(const void *bytes, size_t size)
{
    char text[HASH_TEXT_BYTES];
    hash_text(hash_bytes(bytes, size), text);
    return string_duplicate(text);
}

static void set_kernel(const struct sysroot *root, json_t *json)
{
    auto_free char *release = machine_fact(root, "proc/sys/kernel/osrelease");
    auto_free char *config = kernel_config_read(root, release != NULL ? release : "");
    auto_free char *hz = config != NULL ? kernel_config_get(config, "CONFIG_HZ") : NULL;
    json_object_set_new(json, "hz", hz != NULL ? json_integer(atoi(hz)) : json_null());
    set_text(json, "config_hash", config != NULL ? hash_of(config, strlen(config)) : NULL);
    set_text(json, "preemption", preemption(root, config));
}

/* What follows the first of `keys` that a line of /proc/cpuinfo begins with. */
static char *cpu_model(const struct sysroot *root)
{
    static const char *const keys[] = {"model name", "cpu model", "cpu\t", "Processor", "uarch"};
    struct error absent;
    auto_free char *text = sysroot_read_all(root, "proc/cpuinfo", &absent);
    for (size_t i = 0; text != NULL && i < array_length(keys); i++) {
        const char *line = text;
        while (line != NULL && !string_starts_with(line, keys[i])) {
            line = strchr(line, '\n');
            line = line != NULL ? line + 1 : NULL;
        }
        const char *colon = line != NULL ? strchr(line, ':') : NULL;
        if (colon != NULL)
            return string_format("%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
    }
    return machine_fact(root, "sys/firmware/devicetree/base/model");
}

/* "meltdown: Mitigation: PTI | ..." in order of name. */
static char *mitigations(const struct sysroot *root)
{
    static const char place[] = "sys/devices/system/cpu/vulnerabilities";
    int fd = sysroot_open_file(root, place, O_RDONLY | O_DIRECTORY);
    auto_directory DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    if (directory == NULL)
        return NULL;
    auto_string_list struct string_list lines = {0};
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        auto_free char *path = string_format("%s/%s", place, entry->d_name);
        auto_free char *state = entry->d_name[0] != '.' ? machine_fact(root, path) : NULL;
        if (state != NULL)
            string_list_take(&lines, string_format("%s: %s", entry->d_name, state));
    }
    string_list_sort(&lines);
    return string_list_join(&lines, " | ");
}

static void set_disk(const struct sysroot *root, const char *path, json_t *json)
{
    struct disk disk = {0};
    struct error absent;
    disk_of_path(root, path, &disk, &absent);
    set_text(json, "disk", string_duplicate(disk.name));
    set_text(json, "filesystem", string_duplicate(disk.filesystem));
    set_text(json, "mount_options", string_duplicate(disk.mount_options));
    for (size_t i = 0; i < array_length(disk_facts); i++) {
        auto_free char *file =
            string_format("%s/%s", disk.queue != NULL ? disk.queue : "absent", disk_facts[i].path);
        set_fact(root, &disk_facts[i], file, json);
    }
    disk_finish(&disk);
}

/* The first `cc` in PATH, links followed; NULL where there is none. */
static char *compiler_path(void)
{
    auto_free char *path = search_path_text();
    auto_string_list struct string_list places = {0};
    string_list_split(&places, path, ':');
    for (size_t i = 0; i < places.count; i++) {
        auto_free char *candidate = string_format("%s/cc", places.items[i]);
        char *real = access(candidate, X_OK) == 0 ? realpath(candidate, NULL) : NULL;
        if (real != NULL)
            return real;
    }
    return NULL;
}

static void set_compiler(const struct sysroot *root, json_t *json)
{
    size_t size = 0;
    struct error unreadable;
    auto_free char *path = root->is_real ? compiler_path() : NULL;
    auto_free char *bytes =
        path != NULL ? files_read_all(AT_FDCWD, path, COMPILER_BYTES_MAXIMUM, &size, &unreadable)
                     : NULL;
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    set_text(json, "compiler", slash != NULL ? string_duplicate(slash + 1) : NULL);
    set_text(json, "compiler_hash", bytes != NULL ? hash_of(bytes, size) : NULL);
}

static void set_system(const struct sysroot *root, json_t *json)
{
    int64_t kib;
    struct error absent;
    bool has_memory = sysroot_read_key(root, "proc/meminfo", "MemTotal", &kib, &absent) == 0;
    auto_free char *id = machine_fact(root, "etc/machine-id");
    json_object_set_new(json, "memory_bytes", has_memory ? json_integer(kib * 1024) : json_null());
    set_text(json, "cpu_model", cpu_model(root));
    set_text(json, "governor", machine_fact_governor(root));
    set_text(json, "turbo", machine_fact_turbo(root));
    set_text(json, "mitigations", mitigations(root));
    set_text(json, "swap", machine_fact_swap(root));
    set_text(json, "virtualisation", machine_fact_virtualisation(root));
    set_text(json, "cgroup", machine_fact_cgroup(root));
    set_text(json, "psi", string_duplicate(sysroot_has(root, "proc/pressure/cpu") ? "yes" : "no"));
    set_text(json, "irqbalance",
             string_duplicate(machine_fact_is_running(root, "irqbalance") ? "running" : "no"));
    set_text(json, "machine_id_hash", id != NULL && *id != '\0' ? hash_of(id, strlen(id)) : NULL);
}

json_t *fingerprint_collect(const struct sysroot *root, const char *directory)
{
    json_t *json = json_object();
    for (size_t i = 0; i < array_length(machine_facts); i++)
        set_fact(root, &machine_facts[i], machine_facts[i].path, json);
    set_kernel(root, json);
    set_system(root, json);
    set_disk(root, directory, json);
    set_compiler(root, json);
    set_text(json, "libc", string_duplicate(root->is_real ? gnu_get_libc_version() : NULL));
    set_text(json, "privilege", string_duplicate(geteuid() == 0 ? "root" : "user"));
    set_text(json, "contend_version", string_duplicate(CONTEND_VERSION));
    return json;
}
