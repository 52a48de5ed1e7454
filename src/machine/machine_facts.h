// SPDX-License-Identifier: GPL-2.0-or-later
/* Single facts about the machine that more than one wants to know. Each text is the caller's to
 * free; NULL where the machine doesn't say. */
#pragma once

#include "base/sysroot.h"

#include <stdbool.h>

/* The whole of a small file, blanks at its ends cut. */
char *machine_fact(const struct sysroot *root, const char *path);
/* The choice in brackets of a file such as "none [mq-deadline]"; the whole text where none is. */
char *machine_fact_choice(const struct sysroot *root, const char *path);
/* "governor" of all CPUs: of several, each once, with "+" between. */
char *machine_fact_governor(const struct sysroot *root);
/* "on" or "off". */
char *machine_fact_turbo(const struct sysroot *root);
/* "none", "vm", "container" or both, with the product where the firmware names it. */
char *machine_fact_virtualisation(const struct sysroot *root);
/* "v2", "v1", "hybrid" (v1 with a v2 tree beside it) or "none". */
char *machine_fact_cgroup(const struct sysroot *root);
/* "none", or kinds and sizes such as "zram 2G+file 1G". */
char *machine_fact_swap(const struct sysroot *root);
/* Is a program of that name (at most 15 characters) running? */
bool machine_fact_is_running(const struct sysroot *root, const char *name);
/* CPUs that this process may use (taskset and cpusets regarded). */
int machine_fact_cpus(void);
