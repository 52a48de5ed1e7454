// SPDX-License-Identifier: GPL-2.0-or-later
/* Sizes, durations and numbers as users write and read them. Sizes are binary (64K = 65536),
 * durations carry their unit (500ms, 3s, 2min, 1h; a bare number is seconds). */
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

int units_parse_size(const char *text, uint64_t *out_bytes, struct error *error);
int units_parse_duration(const char *text, uint64_t *out_ns, struct error *error);
int units_parse_integer(const char *text, int64_t *out_value, struct error *error);
int units_parse_real(const char *text, double *out_value, struct error *error); /* finite only */

/* The shortest exact form: 65536 -> "64K", 1000 -> "1000". `size` of the buffer at least 32. */
const char *units_format_size(uint64_t bytes, char *buffer, size_t size);
/* For people: 1234567 -> "1.2M". */
const char *units_format_size_rounded(uint64_t bytes, char *buffer, size_t size);
/* The shortest exact form: 500000000 -> "500ms". */
const char *units_format_duration(uint64_t ns, char *buffer, size_t size);
/* For people: "43 s", "5 min 20 s", "1 h 3 min". */
const char *units_format_duration_rounded(uint64_t ns, char *buffer, size_t size);
