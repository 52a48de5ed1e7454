// SPDX-License-Identifier: GPL-2.0-or-later
/* Bringing the machine to rest before a run, and the proof of how far that went. */
#pragma once

#include "base/sysroot.h"
#include "record/run_record.h"

struct settle_plan {
    const struct sysroot *root;
    const char *directory; /* work directory: its disk is waited for */
    const char *sample;    /* tree whose files are sampled for what is still cached, or NULL */
    uint64_t seed;         /* which files are sampled */
    bool may_drop_caches;  /* false inside tests that must not disturb the machine */
};

/* sync; drop page cache, dentries and inodes (without privilege: posix_fadvise on the sample's
 * files); empty swap where free memory exceeds what is swapped; wait until dirty and writeback
 * pages are below 4 MiB and the disk is idle, deadline 30 s. Each step is attempted, verified and
 * written into record->coldness as JSON: {"sync": {...}, "caches": {"dropped": true},
 * "resident_share": 0.0, "swap": {...}, "dirty_bytes": N, "disk_idle": true, "read_us_p50": N,
 * ...}; a step that failed is a flag with its reason ("warm_start", "swap_not_empty", "disk_busy").
 * Never fails the run by itself. */
void settle_machine(const struct settle_plan *plan, struct run_record *record);

/* The same document for a run that is not settled (cacherun): only what is resident. */
void settle_observe(const struct settle_plan *plan, struct run_record *record);
