// SPDX-License-Identifier: GPL-2.0-or-later
/* What of the kernel's means can be used here? */
#include "base/cleanup.h"
#include "machine/control_group.h"
#include "machine/doctor_checks.h"
#include "machine/machine_facts.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

static void check_pressure(const struct doctor_examination *examination)
{
    if (sysroot_has(examination->root, "proc/pressure/cpu"))
        doctor_say(examination, DOCTOR_OK, "PSI", "", "stall times can be read");
    else
        doctor_say(examination, DOCTOR_CANNOT, "PSI", "boot with psi=1 on a kernel with CONFIG_PSI",
                   "none: stall times will be missing");
}

static bool can_count_events(void)
{
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE,
                                    .size = sizeof(event),
                                    .config = PERF_COUNT_SW_TASK_CLOCK,
                                    .disabled = 1};
    auto_fd int fd = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    return fd >= 0;
}

static void check_perf(const struct doctor_examination *examination)
{
    int64_t paranoid;
    struct error absent;
    bool is_there = sysroot_read_number(examination->root, "proc/sys/kernel/perf_event_paranoid",
                                        &paranoid, &absent) == 0;
    if (!is_there)
        doctor_say(examination, DOCTOR_CANNOT, "perf", "a kernel with CONFIG_PERF_EVENTS",
                   "this kernel counts no events");
    else if (examination->root->is_real ? can_count_events() : examination->is_root || paranoid < 3)
        doctor_say(examination, DOCTOR_OK, "perf", "", "events can be counted (paranoid %lld)",
                   (long long)paranoid);
    else
        doctor_say(examination, DOCTOR_CANNOT, "perf",
                   "as root: sysctl kernel.perf_event_paranoid=1, or run as root",
                   "events can't be counted (paranoid %lld)", (long long)paranoid);
}

static void check_groups(const struct doctor_examination *examination)
{
    struct control_group_layout layout;
    auto_free char *version = machine_fact_cgroup(examination->root);
    control_group_layout_read(examination->root, &layout);
    const char *advice = examination->is_root ? "mount -t cgroup2 none /sys/fs/cgroup/unified"
                                              : "run as root, or below systemd-run --user --scope "
                                                "-p Delegate=yes";
    if (layout.tracking_parent == NULL)
        doctor_say(examination, DOCTOR_WARN, "cgroup", advice,
                   "%s; no group can be made: sides are followed by /proc alone", version);
    else if (layout.memory_parent == NULL)
        doctor_say(examination, DOCTOR_WARN, "cgroup",
                   examination->is_root ? "memory=SIZE takes a balloon here" : advice,
                   "%s; sides have groups, but memory can't be limited", version);
    else
        doctor_say(examination, DOCTOR_OK, "cgroup", "", "%s; sides have groups, memory by v%d",
                   version, layout.memory_owner == CONTROL_GROUP_V1 ? 1 : 2);
    control_group_layout_finish(&layout);
}

static void check_autogroup(const struct doctor_examination *examination)
{
    int64_t value;
    struct error absent;
    if (sysroot_read_number(examination->root, "proc/sys/kernel/sched_autogroup_enabled", &value,
                            &absent) != 0)
        doctor_say(examination, DOCTOR_OK, "autogroup", "", "this kernel has none");
    else
        doctor_say(examination, DOCTOR_OK, "autogroup", "", "%s",
                   value != 0 ? "on; job, load and probe share one session" : "off");
}

static void check_namespaces(const struct doctor_examination *examination)
{
    int64_t limit = 0;
    struct error absent;
    sysroot_read_number(examination->root, "proc/sys/user/max_pid_namespaces", &limit, &absent);
    if (limit > 0 && examination->is_root)
        doctor_say(examination, DOCTOR_OK, "PID namespace", "", "each side can have its own");
    else
        doctor_say(examination, DOCTOR_CANNOT, "PID namespace",
                   examination->is_root ? "as root: sysctl user.max_pid_namespaces=1000"
                                        : "run as root",
                   "sides are ended process by process");
}

static void check_guests(const struct doctor_examination *examination)
{
    auto_fd int fd = sysroot_open_file(examination->root, "dev/kvm", O_RDWR);
    if (fd >= 0)
        doctor_say(examination, DOCTOR_OK, "KVM", "", "/dev/kvm opens");
    else
        doctor_say(examination, DOCTOR_CANNOT, "KVM", "load the kvm modules, or join the group kvm",
                   "/dev/kvm doesn't open: guests are emulated, some 10 times slower");
}

void doctor_check_kernel(const struct doctor_examination *examination)
{
    check_pressure(examination);
    check_perf(examination);
    check_groups(examination);
    check_autogroup(examination);
    check_namespaces(examination);
    check_guests(examination);
}
