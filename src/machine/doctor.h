// SPDX-License-Identifier: GPL-2.0-or-later
/* Is this machine fit to measure on? One finding per topic. */
#pragma once

#include "base/sysroot.h"
#include "base/text.h"

#include <stdbool.h>

enum doctor_level { DOCTOR_OK, DOCTOR_WARN, DOCTOR_CANNOT };

struct doctor_finding {
    enum doctor_level level;
    bool is_blocking;   /* nothing can be measured here until it is put right */
    const char *topic;  /* "governor", "swap", ... */
    char *text;         /* what was found */
    const char *advice; /* what to do; "" where all is well */
};

struct doctor_findings {
    struct doctor_finding *items;
    size_t count;
};

/* `directory`: where work would be done. Samples other load for about a second, and the disk's
 * latency on 16 MiB of a nameless file there. On a captured tree nothing is run, written or waited
 * for: such topics are left out. */
void doctor_examine(const struct sysroot *root, const char *directory, struct doctor_findings *out);
void doctor_findings_finish(struct doctor_findings *findings);
const char *doctor_level_name(enum doctor_level level);
bool doctor_findings_block(const struct doctor_findings *findings);

CLEANUP_DEFINE(doctor_findings, struct doctor_findings, doctor_findings_finish)
#define auto_doctor_findings __attribute__((cleanup(cleanup_doctor_findings)))
