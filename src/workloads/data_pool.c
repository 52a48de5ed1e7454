// SPDX-License-Identifier: GPL-2.0-or-later
/* Bytes to write, at next to no cost. */
#include "workloads/data_pool.h"
#include "base/memory.h"
#include "base/random.h"

#include <assert.h>
#include <string.h>

void data_pool_init(struct data_pool *pool, uint64_t seed, bool is_random)
{
    *pool = (struct data_pool){.bytes = memory_allocate(DATA_POOL_BYTES),
                               .is_random = is_random,
                               .serial = data_pool_serial(seed)};
    struct random random;
    random_init(&random, seed);
    if (is_random)
        random_fill(&random, pool->bytes, DATA_POOL_BYTES);
}

void data_pool_finish(struct data_pool *pool)
{
    if (pool == NULL)
        return;
    free(pool->bytes);
    pool->bytes = NULL;
}

uint64_t data_pool_serial(uint64_t seed)
{
    return random_derive(seed, "serial");
}

const void *data_pool_block(struct data_pool *pool, size_t size_bytes)
{
    assert(size_bytes <= DATA_POOL_BYTES);
    if (pool->offset + size_bytes > DATA_POOL_BYTES)
        pool->offset = 0;
    unsigned char *block = pool->bytes + pool->offset;
    pool->offset += size_bytes;
    if (!pool->is_random)
        return block;
    for (size_t at = 0; at + sizeof(pool->serial) <= size_bytes; at += DATA_POOL_CHUNK_BYTES) {
        memcpy(block + at, &pool->serial, sizeof(pool->serial));
        pool->serial++;
    }
    return block;
}
