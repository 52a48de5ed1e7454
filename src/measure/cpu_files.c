// SPDX-License-Identifier: GPL-2.0-or-later
/* Sums over the CPUs' directories in /sys. */
#include "measure/cpu_files.h"

#include <stdio.h>

struct cpu_files_sum cpu_files_read(const struct sysroot *root, const char *file)
{
    struct cpu_files_sum sum = {0};
    char path[160];
    for (int cpu = 0;; cpu++) {
        int64_t value;
        struct error absent;
        snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d", cpu);
        if (!sysroot_has(root, path))
            return sum;
        snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d/%s", cpu, file);
        if (sysroot_read_number(root, path, &value, &absent) == 0) {
            sum.sum += (double)value;
            sum.count++;
        } else if (cpu == 0) {
            return sum; /* a machine without it has it on no CPU */
        }
    }
}
