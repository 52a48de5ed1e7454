// SPDX-License-Identifier: GPL-2.0-or-later
/* Sizes, durations and numbers: text to value and back. */
#include "base/units.h"
#include "base/cleanup.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *suffix;
    uint64_t bytes;
} size_units[] = {
    {"T", 1ULL << 40}, {"G", 1ULL << 30}, {"M", 1ULL << 20}, {"K", 1ULL << 10}, {"", 1},
};

static const struct {
    const char *suffix;
    uint64_t ns;
} duration_units[] = {
    {"h", 3600000000000ULL}, {"min", 60000000000ULL}, {"s", 1000000000ULL},
    {"ms", 1000000ULL},      {"us", 1000ULL},         {"ns", 1},
};

/* Reads the decimal number in front; *out_rest points behind it. Negative, infinite and missing
 * numbers are refused. */
static int parse_number(const char *text, double *out_value, const char **out_rest)
{
    if (!isdigit((unsigned char)text[0]) && text[0] != '.')
        return -1;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        return -1;
    char *rest;
    errno = 0;
    double value = strtod(text, &rest);
    if (rest == text || errno != 0 || !isfinite(value) || value < 0)
        return -1;
    *out_value = value;
    *out_rest = rest;
    return 0;
}

/* A whole number with a unit keeps all its digits; a fraction is rounded to the unit below. */
static int scaled(const char *text, double value, uint64_t factor, uint64_t *out)
{
    char *end;
    errno = 0;
    unsigned long long whole = strtoull(text, &end, 10);
    if (errno == 0 && end != text && *end != '.' && *end != 'e' && *end != 'E') {
        if (factor != 0 && whole > UINT64_MAX / factor)
            return -1;
        *out = whole * factor;
        return 0;
    }
    double product = value * (double)factor;
    if (product >= 18446744073709549568.0)
        return -1;
    *out = (uint64_t)llround(product);
    return 0;
}

int units_parse_size(const char *text, uint64_t *out_bytes, struct error *error)
{
    double value;
    const char *rest;
    if (parse_number(text, &value, &rest) == 0) {
        for (size_t i = 0; i < array_length(size_units); i++) {
            const char *suffix = size_units[i].suffix;
            size_t length = strlen(suffix);
            if (strncasecmp(rest, suffix, length) != 0)
                continue;
            const char *tail = rest + length;
            if (*tail != '\0' && strcasecmp(tail, "iB") != 0 && strcasecmp(tail, "B") != 0)
                continue;
            if (scaled(text, value, size_units[i].bytes, out_bytes) == 0)
                return 0;
        }
    }
    return error_set(error, ERROR_USAGE, 0,
                     "'%s' is not a size: write a number with K, M, G or T, such as 64K or 2G",
                     text);
}

int units_parse_duration(const char *text, uint64_t *out_ns, struct error *error)
{
    double value;
    const char *rest;
    if (parse_number(text, &value, &rest) == 0) {
        if (*rest == '\0')
            rest = "s";
        if (strcmp(rest, "m") == 0)
            rest = "min";
        for (size_t i = 0; i < array_length(duration_units); i++)
            if (strcmp(rest, duration_units[i].suffix) == 0 &&
                scaled(text, value, duration_units[i].ns, out_ns) == 0)
                return 0;
    }
    return error_set(
        error, ERROR_USAGE, 0,
        "'%s' is not a duration: write a number with ms, s, min or h, such as 500ms or 3s", text);
}

int units_parse_integer(const char *text, int64_t *out_value, struct error *error)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || isspace((unsigned char)text[0]))
        return error_set(error, ERROR_USAGE, 0, "'%s' is not a whole number", text);
    *out_value = value;
    return 0;
}

int units_parse_real(const char *text, double *out_value, struct error *error)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (errno != 0 || end == text || *end != '\0' || !isfinite(value) ||
        isspace((unsigned char)text[0]))
        return error_set(error, ERROR_USAGE, 0, "'%s' is not a number", text);
    *out_value = value;
    return 0;
}

const char *units_format_size(uint64_t bytes, char *buffer, size_t size)
{
    for (size_t i = 0; i < array_length(size_units); i++) {
        uint64_t unit = size_units[i].bytes;
        if (unit == 1 || (bytes >= unit && bytes % unit == 0)) {
            snprintf(buffer, size, "%" PRIu64 "%s", bytes / unit, size_units[i].suffix);
            break;
        }
    }
    return buffer;
}

const char *units_format_size_rounded(uint64_t bytes, char *buffer, size_t size)
{
    for (size_t i = 0; i < array_length(size_units); i++) {
        uint64_t unit = size_units[i].bytes;
        if (unit == 1) {
            snprintf(buffer, size, "%" PRIu64, bytes);
            break;
        }
        if (bytes >= unit) {
            double value = (double)bytes / (double)unit;
            snprintf(buffer, size, value < 9.95 ? "%.1f%s" : "%.0f%s", value, size_units[i].suffix);
            break;
        }
    }
    return buffer;
}

const char *units_format_duration(uint64_t ns, char *buffer, size_t size)
{
    snprintf(buffer, size, "0s");
    for (size_t i = 0; i < array_length(duration_units) && ns > 0; i++) {
        uint64_t unit = duration_units[i].ns;
        if (ns % unit == 0) {
            snprintf(buffer, size, "%" PRIu64 "%s", ns / unit, duration_units[i].suffix);
            break;
        }
    }
    return buffer;
}

const char *units_format_duration_rounded(uint64_t ns, char *buffer, size_t size)
{
    uint64_t s = (ns + 500000000ULL) / 1000000000ULL;
    if (s < 60)
        snprintf(buffer, size, "%" PRIu64 " s", s);
    else if (s < 3600)
        snprintf(buffer, size, "%" PRIu64 " min %" PRIu64 " s", s / 60, s % 60);
    else
        snprintf(buffer, size, "%" PRIu64 " h %" PRIu64 " min", s / 3600, s % 3600 / 60);
    return buffer;
}
