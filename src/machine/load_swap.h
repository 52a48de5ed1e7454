// SPDX-License-Identifier: GPL-2.0-or-later
/* Swap for the runs whose load needs it, and for no others: one file of the experiment, made at its
 * first use, switched on before such a run and off before one that can do without, so that all runs
 * of a condition find the same. */
#pragma once

#include "machine/settings.h"

struct load_swap {
    char *path; /* NULL: not made */
    uint64_t bytes;
    bool is_on;
};

/* At least `bytes` of swap in all, 0: none of ours. 1 where that can't be had; *out_why (the
 * caller's) says why. */
int load_swap_hold(struct load_swap *swap, const struct settings_plan *plan, uint64_t bytes,
                   char **out_why, struct error *error);
int load_swap_destroy(struct load_swap *swap, const struct settings_plan *plan,
                      struct error *error);
