// SPDX-License-Identifier: GPL-2.0-or-later
/* Repeatable pseudo-random numbers: xoshiro256**, splitmix64 for seeding, FNV-1a for names. */
#include "base/random.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t value, int bits)
{
    return (value << bits) | (value >> (64 - bits));
}

void random_init(struct random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        random->state[i] = splitmix(&seed);
}

uint64_t random_next(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint64_t random_below(struct random *random, uint64_t bound)
{
    uint64_t threshold = -bound % bound; /* values below it would make the low residues likelier */
    while (1) {
        uint64_t value = random_next(random);
        if (value >= threshold)
            return value % bound;
    }
}

void random_fill(struct random *random, void *bytes, size_t size)
{
    unsigned char *at = bytes;
    while (size >= sizeof(uint64_t)) {
        uint64_t value = random_next(random);
        memcpy(at, &value, sizeof(value));
        at += sizeof(value);
        size -= sizeof(value);
    }
    if (size > 0) {
        uint64_t value = random_next(random);
        memcpy(at, &value, size);
    }
}

uint64_t random_derive(uint64_t seed, const char *name)
{
    uint64_t hash = 0xcbf29ce484222325ULL ^ seed;
    for (const char *at = name; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3ULL;
    return splitmix(&hash);
}

uint64_t random_seed_fresh(void)
{
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed)) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
    }
    return seed & ((1ULL << 53) - 1);
}
