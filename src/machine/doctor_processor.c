// SPDX-License-Identifier: GPL-2.0-or-later
/* Does the processor run at one speed, and does its clock tell the time? */
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/doctor_checks.h"
#include "machine/machine_facts.h"

#include <string.h>

static void check_governor(const struct doctor_examination *examination)
{
    auto_free char *governor = machine_fact_governor(examination->root);
    auto_free char *kind = machine_fact_virtualisation(examination->root);
    if (governor == NULL)
        doctor_say(examination, DOCTOR_OK, "governor", "",
                   "not to be seen here (virtualisation: %s); the host decides",
                   kind != NULL ? kind : "unknown");
    else if (string_is(governor, "performance"))
        doctor_say(examination, DOCTOR_OK, "governor", "", "performance");
    else
        doctor_say(examination, DOCTOR_WARN, "governor",
                   "as root: cpupower frequency-set -g performance",
                   "%s lets the clock follow the load", governor);
}

static void check_turbo(const struct doctor_examination *examination)
{
    auto_free char *turbo = machine_fact_turbo(examination->root);
    if (turbo == NULL)
        doctor_say(examination, DOCTOR_OK, "turbo", "", "no switch to be seen here");
    else if (string_is(turbo, "off"))
        doctor_say(examination, DOCTOR_OK, "turbo", "", "off");
    else
        doctor_say(examination, DOCTOR_WARN, "turbo",
                   "as root: write 1 to intel_pstate/no_turbo or 0 to cpufreq/boost, both in "
                   "/sys/devices/system/cpu",
                   "on: the clock depends on heat and on how many CPUs are busy");
}

static void check_throttling(const struct doctor_examination *examination)
{
    int64_t sum = 0;
    bool is_counted = false;
    for (int cpu = 0;; cpu++) {
        int64_t count;
        struct error absent;
        auto_free char *directory = string_format("sys/devices/system/cpu/cpu%d", cpu);
        auto_free char *path = string_format("%s/thermal_throttle/core_throttle_count", directory);
        if (!sysroot_has(examination->root, directory))
            break;
        if (sysroot_read_number(examination->root, path, &count, &absent) != 0)
            continue;
        is_counted = true;
        sum += count;
    }
    if (!is_counted)
        doctor_say(examination, DOCTOR_OK, "throttling", "", "no counters to be seen here");
    else if (sum == 0)
        doctor_say(examination, DOCTOR_OK, "throttling", "", "none since boot");
    else
        doctor_say(examination, DOCTOR_WARN, "throttling",
                   "better cooling; runs that were throttled are flagged",
                   "cores were slowed down by heat %lld times since boot", (long long)sum);
}

static void check_clock(const struct doctor_examination *examination)
{
    static const char *const slow[] = {"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"};
    auto_free char *source = machine_fact(
        examination->root, "sys/devices/system/clocksource/clocksource0/current_clocksource");
    for (size_t i = 0; source != NULL && i < array_length(slow); i++) {
        if (!string_is(source, slow[i]))
            continue;
        doctor_say(examination, DOCTOR_WARN, "clock source",
                   "see why with: dmesg | grep -i -e clocksource -e tsc",
                   "%s: reading the time is slow or coarse", source);
        return;
    }
    doctor_say(examination, DOCTOR_OK, "clock source", "", "%s",
               source != NULL ? source : "not to be seen here");
}

static void check_irqbalance(const struct doctor_examination *examination)
{
    if (machine_fact_is_running(examination->root, "irqbalance"))
        doctor_say(examination, DOCTOR_WARN, "irqbalance", "as root: systemctl stop irqbalance",
                   "running: it moves interrupts between CPUs during runs");
    else
        doctor_say(examination, DOCTOR_OK, "irqbalance", "", "not running");
}

void doctor_check_processor(const struct doctor_examination *examination)
{
    check_governor(examination);
    check_turbo(examination);
    check_throttling(examination);
    check_clock(examination);
    check_irqbalance(examination);
}
