// SPDX-License-Identifier: GPL-2.0-or-later
/* FNV-1a. */
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>

uint64_t hash_bytes(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t hash = 0xcbf29ce484222325ULL;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3ULL;
    return hash;
}

void hash_text(uint64_t hash, char out_text[HASH_TEXT_BYTES])
{
    snprintf(out_text, HASH_TEXT_BYTES, "%016" PRIx64, hash);
}
