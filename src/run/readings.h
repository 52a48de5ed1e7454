// SPDX-License-Identifier: GPL-2.0-or-later
/* One reading of every source of measures, for both sides and the machine; two of them, at the
 * opening and at the closing of the window, give the side measures of a run. */
#pragma once

#include "base/clock.h"
#include "run/side.h"

struct readings; /* what was read, or why it could not be */

struct readings_plan {
    const struct sysroot *root;
    struct run_side *job;
    struct run_side *load;
    const char *device; /* "MAJOR:MINOR" of the disk that holds the work directory, or NULL */
};

struct readings *readings_take(const struct readings_plan *plan);
void readings_destroy(struct readings *readings);
/* All measures of all sources. What could not be read at either end is unavailable. */
void readings_to_record(const struct readings *opening, const struct readings *closing,
                        double window_s, struct run_record *record);
