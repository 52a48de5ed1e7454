// SPDX-License-Identifier: GPL-2.0-or-later
/* C source made from random numbers: functions of one 32-bit number that are written as text and,
 * by the same description, evaluated here. What a program built of them prints is therefore known
 * before it is built.
 *
 * A library is a set of shared headers full of inline functions; a unit is the contents of one C
 * file that includes them. The same seed gives the same text in every version, on every machine. */
#pragma once

#include "base/text.h"

#include <stdint.h>

#define SOURCE_HEADERS        6
#define SOURCE_INLINES        32 /* in each header */
#define SOURCE_STEPS_MAX      8
#define SOURCE_CHAINS         16
#define SOURCE_UNIT_FUNCTIONS 4

/* One statement that changes x. */
struct source_step {
    unsigned operation; /* index of the table in source_code.c */
    unsigned shift;     /* 1 to 31 */
    uint32_t constant;
    unsigned inline_number; /* header * SOURCE_INLINES + function, of a call */
};

struct source_chain {
    struct source_step steps[SOURCE_STEPS_MAX];
    unsigned count;
};

struct source_library {
    struct source_chain inlines[SOURCE_HEADERS * SOURCE_INLINES];
};

struct source_function {
    unsigned kind; /* index of the table of kinds in source_code.c */
    unsigned rounds;
    uint32_t constant;
    uint32_t table[16];
    struct source_chain chains[SOURCE_CHAINS];
};

struct source_unit {
    unsigned number;
    struct source_function functions[SOURCE_UNIT_FUNCTIONS];
};

void source_library_init(struct source_library *library, uint64_t seed);
/* The header `header` (below SOURCE_HEADERS), to be included as "mix_HEADER.h". */
void source_library_print(const struct source_library *library, unsigned header,
                          struct text *out_text);

void source_unit_init(struct source_unit *unit, uint64_t seed, unsigned number);
/* The C file, which defines `uint32_t unit_NUMBER(uint32_t x)`, NUMBER in at least 4 digits. */
void source_unit_print(const struct source_unit *unit, struct text *out_text);
/* What that function returns. */
uint32_t source_unit_value(const struct source_library *library, const struct source_unit *unit,
                           uint32_t x);
