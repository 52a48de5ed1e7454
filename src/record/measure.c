// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of the enums of a measure, in both directions. */
#include "record/measure.h"
#include "base/cleanup.h"

#include <string.h>

static const char *const side_names[] = {"job", "load", "machine", "probe"};
static const char *const direction_names[] = {"less", "more", "none"};
static const char *const scale_names[] = {"ratio", "difference"};
static const char *const state_names[] = {"ok", "censored", "unavailable", "withheld"};

static int index_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (name != NULL && strcmp(name, names[i]) == 0)
            return (int)i;
    return -1;
}

bool measure_state_has_value(enum measure_state state)
{
    return state == MEASURE_OK || state == MEASURE_CENSORED;
}

const char *side_name(enum side side)
{
    return side_names[side];
}

const char *direction_name(enum direction direction)
{
    return direction_names[direction];
}

const char *scale_name(enum scale scale)
{
    return scale_names[scale];
}

const char *measure_state_name(enum measure_state state)
{
    return state_names[state];
}

int side_of_name(const char *name)
{
    return index_of(name, side_names, array_length(side_names));
}

int direction_of_name(const char *name)
{
    return index_of(name, direction_names, array_length(direction_names));
}

int scale_of_name(const char *name)
{
    return index_of(name, scale_names, array_length(scale_names));
}

int measure_state_of_name(const char *name)
{
    return index_of(name, state_names, array_length(state_names));
}
