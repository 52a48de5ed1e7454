// SPDX-License-Identifier: GPL-2.0-or-later
/* Is memory free, and can it be made scarce on purpose? */
#include "base/cleanup.h"
#include "base/text.h"
#include "base/units.h"
#include "machine/control_group.h"
#include "machine/disk.h"
#include "machine/doctor_checks.h"
#include "machine/machine_facts.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool can_write(const struct doctor_examination *examination, const char *path)
{
    return examination->is_root && faccessat(examination->root->fd, path, W_OK, AT_EACCESS) == 0;
}

static const char *privilege_advice(const struct doctor_examination *examination)
{
    return examination->is_root ? "not in this container: run on the machine itself"
                                : "run as root";
}

static void check_free(const struct doctor_examination *examination)
{
    int64_t total, available;
    struct error absent;
    char total_text[32], available_text[32];
    if (sysroot_read_key(examination->root, "proc/meminfo", "MemTotal", &total, &absent) != 0 ||
        sysroot_read_key(examination->root, "proc/meminfo", "MemAvailable", &available, &absent) !=
            0) {
        doctor_say(examination, DOCTOR_CANNOT, "memory", "mount -t proc proc /proc",
                   "/proc/meminfo does not say");
        return;
    }
    units_format_size_rounded((uint64_t)total * 1024, total_text, sizeof(total_text));
    units_format_size_rounded((uint64_t)available * 1024, available_text, sizeof(available_text));
    uint64_t limit = control_group_memory_limit(examination->root);
    if (limit < (uint64_t)total * 1024) {
        units_format_size_rounded(limit, available_text, sizeof(available_text));
        doctor_say(examination, DOCTOR_WARN, "memory", "run contend outside this group",
                   "a control group limits us to %s of %s", available_text, total_text);
        return;
    }
    bool is_scarce = available < total / 2;
    doctor_say(examination, is_scarce ? DOCTOR_WARN : DOCTOR_OK, "memory",
               is_scarce ? "end what holds the rest: loads are sized by all of it" : "",
               "%s of %s available", available_text, total_text);
}

static void check_swap(const struct doctor_examination *examination)
{
    int64_t total = 0, unused = 0;
    struct error absent;
    auto_free char *swap = machine_fact_swap(examination->root);
    sysroot_read_key(examination->root, "proc/meminfo", "SwapTotal", &total, &absent);
    sysroot_read_key(examination->root, "proc/meminfo", "SwapFree", &unused, &absent);
    if (swap == NULL)
        doctor_say(examination, DOCTOR_CANNOT, "swap", "a kernel with CONFIG_SWAP",
                   "this kernel has none (CONFIG_SWAP)");
    else if (total > unused)
        doctor_say(examination, DOCTOR_WARN, "swap", "as root: swapoff -a && swapon -a",
                   "%s, of which %lld MiB are in use", swap, (long long)(total - unused) / 1024);
    else if (strstr(swap, "zram") != NULL)
        doctor_say(examination, DOCTOR_WARN, "swap", "use a disk's, or say zram beside the results",
                   "%s: swapping there costs CPU and no disk", swap);
    else
        doctor_say(examination, DOCTOR_OK, "swap", "", "%s", swap);
}

static void check_swap_file(const struct doctor_examination *examination)
{
    static const char *const unfit[] = {"tmpfs", "overlay", "btrfs", "nfs", "nfs4", "zfs", "9p"};
    struct disk disk = {0};
    struct error error;
    disk_of_path(examination->root, examination->directory, &disk, &error);
    bool is_fit = disk.filesystem != NULL;
    for (size_t i = 0; i < array_length(unfit); i++)
        is_fit &= !string_is(disk.filesystem, unfit[i]);
    if (!examination->is_root)
        doctor_say(examination, DOCTOR_CANNOT, "swap file", "run as root",
                   "mem_load maps a file and writes to it");
    else if (!is_fit)
        doctor_say(examination, DOCTOR_CANNOT, "swap file", "--dir on ext4 or xfs",
                   "%s can't hold one", disk.filesystem != NULL ? disk.filesystem : "no mount");
    else
        doctor_say(examination, DOCTOR_OK, "swap file", "", "can be made on %s", disk.filesystem);
    disk_finish(&disk);
}

static void check_balloon(const struct doctor_examination *examination)
{
    static const char path[] = "proc/sys/vm/nr_hugepages";
    int64_t pages = 0;
    struct error absent;
    if (sysroot_read_number(examination->root, path, &pages, &absent) != 0)
        doctor_say(examination, DOCTOR_CANNOT, "balloon", "a kernel with CONFIG_HUGETLBFS",
                   "no huge pages: memory=SIZE takes a memory group");
    else if (!can_write(examination, path))
        doctor_say(examination, DOCTOR_CANNOT, "balloon", privilege_advice(examination),
                   "memory=SIZE takes a memory group instead");
    else if (pages > 0)
        doctor_say(examination, DOCTOR_WARN, "balloon", "as root: sysctl vm.nr_hugepages=0",
                   "%lld huge pages are reserved already", (long long)pages);
    else
        doctor_say(examination, DOCTOR_OK, "balloon", "", "memory=SIZE can take huge pages");
}

static void check_caches(const struct doctor_examination *examination)
{
    if (can_write(examination, "proc/sys/vm/drop_caches"))
        doctor_say(examination, DOCTOR_OK, "drop caches", "", "every run can start cold");
    else
        doctor_say(examination, DOCTOR_CANNOT, "drop caches", privilege_advice(examination),
                   "only contend's own files are made cold");
}

void doctor_check_memory(const struct doctor_examination *examination)
{
    check_free(examination);
    check_swap(examination);
    check_swap_file(examination);
    check_balloon(examination);
    check_caches(examination);
}
