// SPDX-License-Identifier: GPL-2.0-or-later
/* Repeatable pseudo-random numbers: the same seed gives the same numbers on every machine and in
 * every version. xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64. Not for secrets. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t state[4];
};

void random_init(struct random *random, uint64_t seed);
uint64_t random_next(struct random *random);
uint64_t random_below(struct random *random, uint64_t bound); /* uniform in [0, bound), bound > 0 */
void random_fill(struct random *random, void *bytes, size_t size);
/* A seed for a part of something: the same (seed, name) gives the same part. */
uint64_t random_derive(uint64_t seed, const char *name);
/* A fresh seed from the kernel, below 2^53 so that JSON keeps it. */
uint64_t random_seed_fresh(void);
