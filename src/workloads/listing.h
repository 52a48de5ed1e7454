// SPDX-License-Identifier: GPL-2.0-or-later
/* A listing of one file system from a directory on down, as `ls -lRa` makes it: every entry is
 * stat'ed, links are read, a line is formatted and thrown away. It does not go into other file
 * systems (so not into /proc, /sys, /dev or what is mounted over the network), follows no symbolic
 * link, and takes entries that vanish or may not be read as they come. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { LISTING_LEFT_OUT_MAX = 2 };

struct listing_plan {
    const char *path;
    const char *left_out[LISTING_LEFT_OUT_MAX]; /* directories not gone into; NULL: none */
    void *object;                               /* given to both functions */
    bool (*is_stopped)(void *object);           /* asked ahead of every entry */
    void (*count_entry)(void *object);          /* told of every entry; NULL: nobody is */
};

/* One listing; *out_entries entries without "." and "..". Ends early where it was stopped. */
int listing_make(const struct listing_plan *plan, uint64_t *out_entries, struct error *error);
