// SPDX-License-Identifier: GPL-2.0-or-later
/* Bytes to write, at next to no cost: blocks out of a pool that was filled once. Random ones can't
 * be compressed, and a serial number in every 4 KiB keeps any two from being the same, so that
 * deduplication wins nothing either. */
#pragma once

#include "base/cleanup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DATA_POOL_BYTES = 1 << 20, /* the largest block */
    DATA_POOL_CHUNK_BYTES = 4096,
};

struct data_pool {
    unsigned char *bytes;
    size_t offset;   /* of the next block */
    bool is_random;  /* else all zeros, without serial numbers */
    uint64_t serial; /* of the next chunk */
};

/* Serial numbers begin at a value that the seed gives: data_pool_serial(). */
void data_pool_init(struct data_pool *pool, uint64_t seed, bool is_random);
void data_pool_finish(struct data_pool *pool);
uint64_t data_pool_serial(uint64_t seed);

/* The next block, at most DATA_POOL_BYTES; valid until the next call. The first eight bytes of each
 * of its chunks are the chunk's serial number, which goes up by one a chunk. */
const void *data_pool_block(struct data_pool *pool, size_t size_bytes);

CLEANUP_DEFINE(data_pool, struct data_pool, data_pool_finish)
#define auto_data_pool __attribute__((cleanup(cleanup_data_pool)))
