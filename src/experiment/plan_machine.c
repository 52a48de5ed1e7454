// SPDX-License-Identifier: GPL-2.0-or-later
/* Memory, CPUs and privilege, as far as a plan asks. */
#include "experiment/plan_machine.h"
#include "base/units.h"
#include "machine/machine_facts.h"

#include <string.h>
#include <unistd.h>

/* SIZE, or how it is taken away before a colon: balloon:SIZE, group:SIZE. */
static int memory_setting(const char *value, uint64_t *out_bytes, struct error *error)
{
    const char *colon = strchr(value, ':');
    if (units_parse_size(colon != NULL ? colon + 1 : value, out_bytes, error) != 0)
        return error_context(error, "memory=%s", value);
    return 0;
}

int plan_machine_read(const struct sysroot *root, const struct parameters *settings,
                      struct plan_machine *out, struct error *error)
{
    int64_t total_kib;
    if (sysroot_read_key(root, "proc/meminfo", "MemTotal:", &total_kib, error) != 0)
        return error_context(error, "read how much memory there is");
    struct plan_machine machine = {
        .memory_bytes = (uint64_t)total_kib * 1024,
        .cpus = machine_fact_cpus(),
        .is_privileged = geteuid() == 0,
    };
    const char *memory = parameters_get(settings, "memory");
    if (memory != NULL && memory_setting(memory, &machine.memory_bytes, error) != 0)
        return -1;
    *out = machine;
    return 0;
}
