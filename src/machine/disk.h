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
    double median_us, max_us;
};

/* `count` random direct 4 KiB reads of the files, which stay out of the cache; sets O_DIRECT on
 * them. -1 where there are no files, or direct reads are not to be had. */
int disk_read_latency(const struct file_sample *sample, unsigned count, uint64_t seed,
                      struct disk_latency *out, struct error *error);
