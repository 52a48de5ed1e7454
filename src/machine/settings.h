// SPDX-License-Identifier: GPL-2.0-or-later
/* Holding settings at values during a run. One `struct settings` lives in the executor for a chain
 * of runs; the table of settings is in settings_catalog.h.
 *
 * Settings are applied in their order and put back in reverse. From one run of a chain to the next,
 * those that agree in key and value, from the first on, stay applied; from the first difference on
 * all are put back and applied anew, since a later setting's former value may be an earlier one's.
 * What is dear to apply (memory) is therefore best given first. Every write is journaled, done,
 * read back. */
#pragma once

#include "base/error.h"
#include "machine/control_group.h"
#include "machine/journal.h"
#include "record/parameters.h"
#include "record/run_record.h"

enum memory_kind {
    MEMORY_WHOLE,   /* all that the machine has */
    MEMORY_BALLOON, /* huge pages hold the rest: reclaim and dirty limits are those of a small
                       machine */
    MEMORY_GROUP,   /* a memory group with dirty_bytes scaled */
};

/* The memory that the experiment has. */
struct memory_view {
    enum memory_kind kind;
    uint64_t bytes;
    const struct control_group *group; /* for MEMORY_GROUP, borrowed; else NULL */
    bool has_scaled_dirty;             /* for MEMORY_GROUP: dirty_bytes could be set */
};

struct settings;

struct settings_plan {
    const struct sysroot *root;
    struct journal *journal;
    const struct control_group_layout *layout;
    const char *work_directory; /* the disk under test; swap files are made here */
    const char *experiment_uuid;
};

int settings_open(struct settings **out, const struct settings_plan *plan, struct error *error);
/* ERROR_CANNOT: a value was refused, clamped or lost; nothing of `wanted` is left applied. */
int settings_apply(struct settings *settings, const struct parameters *wanted, struct error *error);
/* Holds at least `bytes` of swap for the next run: where the machine has less, a swap file of the
 * experiment (root); with 0 that file is switched off. 1 where there is none and none can be made:
 * *out_why (the caller's) says so. */
int settings_require_swap(struct settings *settings, uint64_t bytes, char **out_why,
                          struct error *error);
/* After the window: flags "tainted" for every value that somebody else changed meanwhile. */
void settings_check(struct settings *settings, struct run_record *record);
struct memory_view settings_memory(const struct settings *settings);
int settings_restore(struct settings *settings, struct error *error);
void settings_close(struct settings *settings); /* restore first */

/* No side effects: is this a setting, is the value of its form? For the main process. ERROR_USAGE
 * names the form, or the nearest setting where the key is none. */
int settings_value_check(const struct sysroot *root, const char *key, const char *value,
                         struct error *error);
bool settings_has_key(const struct sysroot *root, const char *key);
