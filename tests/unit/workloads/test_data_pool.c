// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "workloads/data_pool.h"

#include <string.h>

static uint64_t serial_at(const void *block, size_t chunk)
{
    uint64_t serial;
    memcpy(&serial, (const char *)block + chunk * DATA_POOL_CHUNK_BYTES, sizeof(serial));
    return serial;
}

START_TEST(test_chunks_are_numbered_in_the_order_of_blocks)
{
    static const size_t sizes[] = {65536, 512, 4097, DATA_POOL_BYTES, 100};
    auto_data_pool struct data_pool pool = {0};
    data_pool_init(&pool, 7, true);
    uint64_t next = data_pool_serial(7);
    for (size_t i = 0; i < 500; i++) {
        size_t size = sizes[i % 5];
        const void *block = data_pool_block(&pool, size);
        size_t chunks = (size + DATA_POOL_CHUNK_BYTES - 1) / DATA_POOL_CHUNK_BYTES;
        if (size == 4097)
            chunks = 1; /* no room for a number in its last byte */
        for (size_t chunk = 0; chunk < chunks; chunk++)
            ck_assert_uint_eq(serial_at(block, chunk), next++);
    }
}
END_TEST

START_TEST(test_same_seed_gives_the_same_bytes_and_another_does_not)
{
    auto_data_pool struct data_pool a = {0};
    auto_data_pool struct data_pool b = {0};
    auto_data_pool struct data_pool c = {0};
    data_pool_init(&a, 1, true);
    data_pool_init(&b, 1, true);
    data_pool_init(&c, 2, true);
    const void *block = data_pool_block(&a, 4096);
    ck_assert_mem_eq(block, data_pool_block(&b, 4096), 4096);
    ck_assert_mem_ne(block, data_pool_block(&c, 4096), 4096);
}
END_TEST

START_TEST(test_zeros_stay_zeros)
{
    static const char zeros[8192];
    auto_data_pool struct data_pool pool = {0};
    data_pool_init(&pool, 1, false);
    for (int i = 0; i < 300; i++)
        ck_assert_mem_eq(data_pool_block(&pool, sizeof(zeros)), zeros, sizeof(zeros));
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_chunks_are_numbered_in_the_order_of_blocks);
    tcase_add_test(tests, test_same_seed_gives_the_same_bytes_and_another_does_not);
    tcase_add_test(tests, test_zeros_stay_zeros);
}

int main(void)
{
    return unit_run("data_pool", fill);
}
