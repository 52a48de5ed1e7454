// SPDX-License-Identifier: GPL-2.0-or-later
/* The disk under a path: device number, name, queue; and how fast it answers. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"
#include "machine/file_sample.h"

#include <stdint.h>

struct disk {
    char *number; /* "254:0" of the file system's device */
    char *name;  /* of the whole disk below it ("vda"), NULL where there is none (tmpfs, network) */
    char *queue; /* "sys/block/vda/queue", NULL with name */
    char *filesystem; /* "ext4" */
    char *mount_point;
    char *mount_options;
};

/* The mount that holds `path` (on the real root: after following links) and the disk below it,
 * through partitions, and through device mapper and RAID as long as there is one disk only; else
 * the last device that is one. */
int disk_of_path(const struct sysroot *root, const char *path, struct disk *out,
                 struct error *error);
void disk_finish(struct disk *disk);

struct disk_latency {
    unsigned count; /* reads */
    double p50_us, max_us;
};

/* `count` random direct 4 KiB reads of files below `tree`, which stay out of the cache. -1 where
 * direct reads are not to be had. */
int disk_read_latency(const char *tree, unsigned count, uint64_t seed, struct disk_latency *out,
                      struct error *error);
/* The same of files that are open already; sets O_DIRECT on them. */
int disk_read_latency_of_sample(const struct file_sample *sample, unsigned count, uint64_t seed,
                                struct disk_latency *out, struct error *error);
