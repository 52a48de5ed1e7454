// SPDX-License-Identifier: GPL-2.0-or-later
/* One number per CPU from /sys/devices/system/cpu/cpuN. */
#pragma once

#include "base/sysroot.h"

struct cpu_files_sum {
    double sum;
    size_t count; /* CPUs that have the file */
};

/* `file`: below cpuN, such as "cpufreq/scaling_cur_freq". Absent files are left out. */
struct cpu_files_sum cpu_files_read(const struct sysroot *root, const char *file);
