// SPDX-License-Identifier: GPL-2.0-or-later
/* Is this machine fit to measure on? One finding per topic. */
#pragma once

#include "base/sysroot.h"
#include "base/text.h"

enum doctor_level { DOCTOR_OK, DOCTOR_WARN, DOCTOR_CANNOT };

struct doctor_finding {
    enum doctor_level level;
    const char *topic; /* "governor", "swap", ... */
    char *text;        /* what was found */
    char *advice;      /* what to do; "" where all is well */
};

struct doctor_findings {
    struct doctor_finding *items;
    size_t count;
};

/* `directory`: where work would be done. Samples other load for about a second. */
void doctor_examine(const struct sysroot *root, const char *directory, struct doctor_findings *out);
void doctor_findings_finish(struct doctor_findings *findings);
