// SPDX-License-Identifier: GPL-2.0-or-later
/* Flags from side measures. */
#include "run/run_flags.h"
#include "base/cleanup.h"
#include "base/memory.h"

#include <stdlib.h>

/* Above this share of the CPUs' time, steal is larger than the margin of a comparison. */
static const double steal_share_max = 0.02;

static double machine_value(const struct run_record *record, const char *name)
{
    const struct measure *measure = run_record_measure(record, SIDE_MACHINE, name);
    return measure != NULL && measure->state == MEASURE_OK ? measure->value : 0.0;
}

bool run_flags_has_oom(const struct run_record *record)
{
    return machine_value(record, "oom_kills") > 0;
}

void run_flags_add(struct run_record *record, int cpus)
{
    double cpu_s = (double)record->window_ns / 1e9 * cpus;
    double steal_s = machine_value(record, "machine_steal_s");
    double throttles =
        machine_value(record, "core_throttles") + machine_value(record, "package_throttles");
    if (cpu_s > 0 && steal_s / cpu_s > steal_share_max) {
        auto_free char *detail =
            string_format("%.1f %% of the CPUs' time", 100.0 * steal_s / cpu_s);
        run_record_add_flag(record, "steal", "the hypervisor took CPU away during the run", detail);
    }
    if (throttles > 0) {
        auto_free char *detail = string_format("%.0f events", throttles);
        run_record_add_flag(record, "throttled", "a CPU was slowed down for its temperature",
                            detail);
    }
    if (run_flags_has_oom(record)) {
        auto_free char *detail = string_format("%.0f kills", machine_value(record, "oom_kills"));
        run_record_add_flag(record, "oom", "the kernel killed a process for lack of memory",
                            detail);
    }
}
