// SPDX-License-Identifier: GPL-2.0-or-later
/* Facts from /proc and /sys that take more than reading one file. */
#include "machine/machine_facts.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

static const char blanks[] = " \t\n\r";

char *machine_fact(const struct sysroot *root, const char *path)
{
    char text[4096];
    struct error absent;
    if (sysroot_read(root, path, text, sizeof(text), &absent) < 0)
        return NULL;
    const char *start = text + strspn(text, blanks);
    size_t length = strlen(start);
    while (length > 0 && strchr(blanks, start[length - 1]) != NULL)
        length--;
    return string_format("%.*s", (int)length, start);
}

char *machine_fact_choice(const struct sysroot *root, const char *path)
{
    char *text = machine_fact(root, path);
    const char *open = text != NULL ? strpbrk(text, "[(") : NULL;
    if (open == NULL)
        return text;
    char *choice = string_format("%.*s", (int)strcspn(open + 1, "])"), open + 1);
    free(text);
    return choice;
}

char *machine_fact_governor(const struct sysroot *root)
{
    auto_string_list struct string_list seen = {0};
    for (int cpu = 0;; cpu++) {
        auto_free char *directory = string_format("sys/devices/system/cpu/cpu%d", cpu);
        if (!sysroot_has(root, directory))
            break;
        auto_free char *path = string_format("%s/cpufreq/scaling_governor", directory);
        auto_free char *governor = machine_fact(root, path);
        if (governor != NULL && !string_list_has(&seen, governor))
            string_list_add(&seen, governor);
    }
    return seen.count > 0 ? string_list_join(&seen, "+") : NULL;
}

char *machine_fact_turbo(const struct sysroot *root)
{
    int64_t value;
    struct error absent;
    const char *directory = "sys/devices/system/cpu";
    auto_free char *intel = string_format("%s/intel_pstate/no_turbo", directory);
    auto_free char *other = string_format("%s/cpufreq/boost", directory);
    if (sysroot_read_number(root, intel, &value, &absent) == 0)
        return string_duplicate(value == 0 ? "on" : "off");
    if (sysroot_read_number(root, other, &value, &absent) == 0)
        return string_duplicate(value != 0 ? "on" : "off");
    return NULL;
}

static bool has_hypervisor(const struct sysroot *root)
{
    struct error absent;
    if (sysroot_has(root, "sys/hypervisor/type"))
        return true;
    auto_free char *text = sysroot_read_all(root, "proc/cpuinfo", &absent);
    const char *flags = text != NULL ? strstr(text, "\nflags") : NULL;
    const char *found = flags != NULL ? strstr(flags, " hypervisor") : NULL;
    return found != NULL && found < flags + 1 + strcspn(flags + 1, "\n");
}

static bool is_container(const struct sysroot *root)
{
    return sysroot_has(root, "run/systemd/container") || sysroot_has(root, ".dockerenv") ||
           sysroot_has(root, "run/.containerenv");
}

char *machine_fact_virtualisation(const struct sysroot *root)
{
    if (!sysroot_has(root, "proc/cpuinfo"))
        return NULL;
    bool is_guest = has_hypervisor(root);
    auto_free char *product = is_guest ? machine_fact(root, "sys/class/dmi/id/product_name") : NULL;
    const char *kind = is_guest ? "vm" : "none";
    if (is_container(root))
        kind = is_guest ? "container in vm" : "container";
    return product != NULL ? string_format("%s (%s)", kind, product) : string_duplicate(kind);
}

char *machine_fact_cgroup(const struct sysroot *root)
{
    if (sysroot_has(root, "sys/fs/cgroup/cgroup.controllers"))
        return string_duplicate("v2");
    bool has_v1 =
        sysroot_has(root, "sys/fs/cgroup/cpu") || sysroot_has(root, "sys/fs/cgroup/memory");
    if (sysroot_has(root, "sys/fs/cgroup/unified/cgroup.controllers"))
        return string_duplicate(has_v1 ? "hybrid" : "v2");
    return string_duplicate(has_v1 ? "v1" : "none");
}

char *machine_fact_swap(const struct sysroot *root)
{
    struct error absent;
    auto_free char *swaps = sysroot_read_all(root, "proc/swaps", &absent);
    if (swaps == NULL)
        return NULL;
    auto_text struct text text = {0};
    for (const char *line = strchr(swaps, '\n'); line != NULL; line = strchr(line + 1, '\n')) {
        char name[256], kind[32], size[32];
        uint64_t kib;
        if (sscanf(line + 1, "%255s %31s %" SCNu64, name, kind, &kib) != 3)
            break;
        bool is_zram = string_starts_with(name, "/dev/zram");
        text_append_format(&text, "%s%s %s", text.length > 0 ? "+" : "", is_zram ? "zram" : kind,
                           units_format_size(kib * 1024, size, sizeof(size)));
    }
    return text.length > 0 ? text_take(&text) : string_duplicate("none");
}

bool machine_fact_is_running(const struct sysroot *root, const char *name)
{
    int fd = sysroot_open_file(root, "proc", O_RDONLY | O_DIRECTORY);
    auto_directory DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        if (strchr("0123456789", entry->d_name[0]) == NULL)
            continue;
        auto_free char *path = string_format("proc/%s/comm", entry->d_name);
        auto_free char *comm = machine_fact(root, path);
        if (string_is(comm, name))
            return true;
    }
    return false;
}

int machine_fact_cpus(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) == 0)
        return CPU_COUNT(&set);
    return (int)sysconf(_SC_NPROCESSORS_ONLN); /* more CPUs than a cpu_set_t holds */
}
