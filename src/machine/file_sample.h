// SPDX-License-Identifier: GPL-2.0-or-later
/* A few files out of a tree, drawn by random descents: directories are read only on the way to the
 * files, so that a tree of 80,000 files costs no more than a small one, and little of its metadata
 * is cached by it. The files are held open: they can be examined later without a path lookup. */
#pragma once

#include "base/cleanup.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct sampled_file {
    int fd; /* O_RDONLY */
    off_t size;
    ino_t inode;
};

struct file_sample {
    struct sampled_file *files;
    size_t count;
    off_t size_bytes; /* of all */
};

/* At most `count` regular files of at least one byte, none twice; an absent tree gives none. Links
 * and other file systems are not entered. */
void file_sample_draw(struct file_sample *out, const char *tree, size_t count, uint64_t seed);
void file_sample_finish(struct file_sample *sample);
/* The share of their pages that is in the page cache (mincore), 0 to 1; of a file larger than 64
 * MiB the first 64 MiB. -1 where the sample is empty or can't be examined. */
double file_sample_resident_share(const struct file_sample *sample);

CLEANUP_DEFINE(file_sample, struct file_sample, file_sample_finish)
#define auto_file_sample __attribute__((cleanup(cleanup_file_sample)))
