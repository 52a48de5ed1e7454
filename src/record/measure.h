// SPDX-License-Identifier: GPL-2.0-or-later
/* A figure of a run and its definition; time series; flags. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum side { SIDE_JOB, SIDE_LOAD, SIDE_MACHINE, SIDE_PROBE };
enum direction { DIRECTION_LESS, DIRECTION_MORE, DIRECTION_NONE }; /* which is better */
enum scale { SCALE_RATIO, SCALE_DIFFERENCE };                      /* how two values are compared */
enum measure_state {
    MEASURE_OK,
    MEASURE_CENSORED,    /* at least this much: the run was cut off */
    MEASURE_UNAVAILABLE, /* could not be read here; value is 0 and never printed */
    MEASURE_WITHHELD,    /* measured, but not proven; value is 0 and never printed */
};

/* One line of the table of what a source can measure. */
struct measure_definition {
    const char *name; /* such as "context_switches" */
    const char *unit; /* such as "s", "B", "1", "us" */
    enum direction direction;
    enum scale scale;
    bool headline; /* shown in the table, not only by `show` and JSON */
    const char *help;
};

struct measure {
    enum side side;
    char *part; /* "" or a part of the side: "server", "cpu0" */
    char *name;
    char *unit;
    enum direction direction;
    enum scale scale;
    bool headline;
    double value;
    enum measure_state state;
};

/* `count` tuples of `columns` numbers, row by row; columns is "ns,count" for a counter in time (ns
 * since the opening of the window, negative before it), or "low_ns,high_ns,count" for a histogram.
 */
struct series {
    enum side side;
    char *name;
    char *unit;
    char *columns;
    size_t width; /* numbers in a tuple */
    size_t count; /* tuples */
    double *data;
};

/* Something a reader of the run must know. `code` is stable ("unsteady", "starved", "throttled").
 */
struct flag {
    char *code;
    char *reason; /* a sentence for a footnote */
    char *detail; /* figures behind it, or "" */
};

/* The state says that there is a value. */
bool measure_state_has_value(enum measure_state state);

const char *side_name(enum side side);
const char *direction_name(enum direction direction);
const char *scale_name(enum scale scale);
const char *measure_state_name(enum measure_state state);
/* The enum of a name, or -1. */
int side_of_name(const char *name);
int direction_of_name(const char *name);
int scale_of_name(const char *name);
int measure_state_of_name(const char *name);
