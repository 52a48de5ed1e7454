// SPDX-License-Identifier: GPL-2.0-or-later
/* A hash to tell texts and files apart that nobody forges: FNV-1a, 64 bits (Fowler, Noll, Vo). Not
 * for secrets. The same bytes give the same hash on every machine and in every version. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { HASH_TEXT_BYTES = 17 }; /* 16 hexadecimal digits and NUL */

uint64_t hash_bytes(const void *bytes, size_t size);
void hash_text(uint64_t hash, char out_text[HASH_TEXT_BYTES]);
