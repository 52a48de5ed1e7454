// SPDX-License-Identifier: GPL-2.0-or-later
/* Huge pages that hold memory so that the rest of the machine is as small as asked: reclaim, kswapd
 * and the dirty limits then work as on a machine of that size. Huge pages that were there before
 * are counted and stay. */
#pragma once

#include "machine/journal.h"

#include <stdint.h>

struct balloon {
    unsigned records;    /* of the journal, all for the number of huge pages */
    uint64_t pages;      /* in all, those of before included */
    uint64_t left_bytes; /* of memory outside huge pages */
};

/* The kernel has huge pages and lets us change their number. */
bool balloon_is_possible(const struct sysroot *root);

/* Leaves `size_bytes` of memory. ERROR_CANNOT, with nothing changed: what runs needs more than
 * that, or the balloon stays short by more than 5 % of it (says what was reached). */
int balloon_fill(struct journal *journal, uint64_t size_bytes, struct balloon *out,
                 struct error *error);
int balloon_empty(struct journal *journal, struct balloon *balloon, struct error *error);
bool balloon_is_changed(const struct sysroot *root, const struct balloon *balloon, char **out_now);
