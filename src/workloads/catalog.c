// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of all workloads.
 *
 * To add one: write src/workloads/NAME.c ending in `const struct workload NAME_workload`, add NAME
 * below (sorted) and NAME.c in meson.build, write doc/workloads/NAME.md and a test. Nothing else:
 * help, tables and JSON come from the struct. doc/how-to/add-a-workload.md goes through it
 * step by step. */
#include "workloads/catalog.h"
#include "base/cleanup.h"
#include "base/options.h"

#include <string.h>

#define WORKLOADS(X)                                                                               \
    X(build)                                                                                       \
    X(cacherun)                                                                                    \
    X(command)                                                                                     \
    X(ctar_load)                                                                                   \
    X(idle)                                                                                        \
    X(io_load)                                                                                     \
    X(io_other)                                                                                    \
    X(kernel)                                                                                      \
    X(list_load)                                                                                   \
    X(mem_load)                                                                                    \
    X(no_load)                                                                                     \
    X(process_load)                                                                                \
    X(read_load)                                                                                   \
    X(xtar_load)

#define DECLARE(name) extern const struct workload name##_workload;
WORKLOADS(DECLARE)
#undef DECLARE

#define POINTER(name) &name##_workload,
static const struct workload *const catalog[] = {WORKLOADS(POINTER)};
#undef POINTER

const struct workload *const *workload_catalog(size_t *out_count)
{
    *out_count = array_length(catalog);
    return catalog;
}

const struct workload *workload_catalog_find(const char *name)
{
    for (size_t i = 0; i < array_length(catalog); i++)
        if (strcmp(catalog[i]->name, name) == 0)
            return catalog[i];
    return NULL;
}

int workload_catalog_refuse(const char *word, const char *name, struct error *error)
{
    const char *names[array_length(catalog)];
    for (size_t i = 0; i < array_length(catalog); i++)
        names[i] = catalog[i]->name;
    const char *nearest = options_nearest(name, names, array_length(names));
    if (nearest != NULL)
        return error_set(error, ERROR_USAGE, 0, "unknown %s '%s': did you mean %s?", word, name,
                         nearest);
    return error_set(error, ERROR_USAGE, 0,
                     "unknown %s '%s': 'contend workloads' lists what there is", word, name);
}

int workload_catalog_get(const char *name, enum workload_role role, const struct workload **out,
                         struct error *error)
{
    const struct workload *workload = workload_catalog_find(name);
    const char *word = role == ROLE_JOB ? "job" : "load";
    if (workload == NULL)
        return workload_catalog_refuse(word, name, error);
    if ((workload->roles & role) == 0)
        return error_set(error, ERROR_USAGE, 0,
                         "%s can't be a %s: 'contend workloads' says what can", name, word);
    *out = workload;
    return 0;
}
