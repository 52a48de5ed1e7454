// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of sets.
 *
 * To add one: a list of loads and a line below. A load that needs a second directory is left out of
 * a set, with a note, where none was given. */
#include "experiment/set_catalog.h"
#include "base/cleanup.h"

#include <string.h>

/* contest's order. dbench_load is not among the workloads yet. */
static const char *const contest_loads[] = {
    "no_load",  "cacherun",  "process_load", "ctar_load", "xtar_load", "io_load",
    "io_other", "read_load", "list_load",    "mem_load",  NULL,
};

static const struct set catalog[] = {
    {
        .name = "contest",
        .summary = "a build under the ten loads of contest",
        .job = "build",
        .loads = contest_loads,
    },
};

const struct set *set_catalog(size_t *out_count)
{
    *out_count = array_length(catalog);
    return catalog;
}

const struct set *set_catalog_find(const char *name)
{
    for (size_t i = 0; i < array_length(catalog); i++)
        if (strcmp(catalog[i].name, name) == 0)
            return &catalog[i];
    return NULL;
}
