// SPDX-License-Identifier: GPL-2.0-or-later
/* The doctor's checks, one function a field of the machine; doctor.c calls them in order. To add a
 * topic: one static function in the file of its field, called by that field's function. */
#pragma once

#include "machine/doctor.h"

struct doctor_examination {
    const struct sysroot *root;
    const char *directory; /* where work would be done */
    bool is_root;          /* root's privileges are there */
    struct doctor_findings *findings;
};

/* `advice` is a literal; "" where all is well. */
void doctor_say(const struct doctor_examination *examination, enum doctor_level level,
                const char *topic, const char *advice, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Nothing can be measured: DOCTOR_CANNOT, blocking. */
void doctor_say_blocking(const struct doctor_examination *examination, const char *topic,
                         const char *advice, const char *text);

/* Governor, turbo, throttling, clock source, irqbalance. */
void doctor_check_processor(const struct doctor_examination *examination);
/* Other load and steal; takes a second on the real machine. */
void doctor_check_load(const struct doctor_examination *examination);
/* Free memory, swap, balloon, swap file, dropping caches. */
void doctor_check_memory(const struct doctor_examination *examination);
/* Space, scheduler, seeks. */
void doctor_check_disk(const struct doctor_examination *examination);
/* PSI, perf, cgroups, autogroup, PID namespaces, KVM. */
void doctor_check_kernel(const struct doctor_examination *examination);
/* Compiler, make, ccache; the real machine only. */
void doctor_check_programs(const struct doctor_examination *examination);
