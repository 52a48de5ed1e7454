// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of all sources of measures.
 *
 * To add one: write src/measure/NAME.c ending in `const struct measure_source NAME_source`, add
 * NAME below and NAME.c in meson.build, and a test. doc/how-to/add-a-measure.md goes through it. */
#include "measure/measure_source.h"

#define SOURCES(X)                                                                                 \
    X(cpu)                                                                                         \
    X(faults)                                                                                      \
    X(switches)                                                                                    \
    X(io)                                                                                          \
    X(pressure)                                                                                    \
    X(machine_cpu)                                                                                 \
    X(machine_pressure)                                                                            \
    X(disk_traffic)                                                                                \
    X(paging)                                                                                      \
    X(throttling)                                                                                  \
    X(frequency)

#define DECLARE(name) extern const struct measure_source name##_source;
SOURCES(DECLARE)
#undef DECLARE

#define POINTER(name) &name##_source,
static const struct measure_source *const catalog[] = {SOURCES(POINTER) NULL};
#undef POINTER

const struct measure_source *const *measure_source_catalog(size_t *out_count)
{
    *out_count = sizeof(catalog) / sizeof(catalog[0]) - 1;
    return catalog;
}
