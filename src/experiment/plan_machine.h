// SPDX-License-Identifier: GPL-2.0-or-later
/* What this machine offers to a plan, with the settings that change it. */
#pragma once

#include "base/sysroot.h"
#include "record/parameters.h"

#include <stdbool.h>
#include <stdint.h>

struct plan_machine {
    uint64_t memory_bytes; /* that the experiment would have */
    int cpus;              /* that this process may use */
    bool is_privileged;
};

/* `settings`: those of the experiment; `memory` among them is the memory that counts. */
int plan_machine_read(const struct sysroot *root, const struct parameters *settings,
                      struct plan_machine *out, struct error *error);
