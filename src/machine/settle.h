// SPDX-License-Identifier: GPL-2.0-or-later
/* Bringing the machine to rest before a run, and the proof of how far that went. */
#pragma once

#include "base/sysroot.h"
#include "machine/journal.h"
#include "record/run_record.h"

struct settle_plan {
    const struct sysroot *root;
    struct journal *journal; /* swap that is emptied is off for a moment; NULL: it is left alone */
    const char *directory;   /* work directory: its disk is waited for */
    const char *sample;      /* tree whose files are sampled for what is still cached, or NULL */
    uint64_t seed;           /* which files are sampled */
    bool may_drop_caches;    /* false inside tests that must not disturb the machine */
};

/* sync (given up after 30 s); drop page cache, dentries and inodes (without privilege:
 * posix_fadvise on the sample's files); empty swap where available memory exceeds what is swapped;
 * wait until dirty and writeback pages are below 4 MiB or 1 % of the background threshold (30 s at
 * most) and the disk has done nothing for 200 ms (10 s at most, 3 s where its queue ran empty
 * meanwhile). Each step is attempted, verified and written into record->coldness as JSON:
 *
 *   sync            {"done", "seconds"}
 *   caches          {"dropped", "reason", "advised_files"}
 *   swap            {"used_bytes", "emptied", "reason"}
 *   dirty_bytes, dirty_limit_bytes
 *   disk_idle       true, false, or null where no disk lies below the directory
 *   resident_share  0 to 1 of up to 64 sampled files, null where there are none; resident_files
 *   read_us_p50, read_us_max   of 16 direct reads of 4 KiB; null where there are none
 *   seconds         all in all
 *
 * A step that failed is a flag with its reason: "sync_unfinished", "caches_kept", "warm_start"
 * (more than 5 % resident), "swap_not_empty", "dirty_left", "disk_busy". Never fails the run by
 * itself. */
void settle_machine(const struct settle_plan *plan, struct run_record *record);

/* The same document for a run that is not settled (cacherun): only what is resident. Flag
 * "cold_start" where that is less than 1 % of the sample. */
void settle_observe(const struct settle_plan *plan, struct run_record *record);
