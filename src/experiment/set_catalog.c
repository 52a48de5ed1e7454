// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of sets.
 *
 * To add one: a list of loads and a line below. A load that needs a second directory is left out of
 * a set, with a note, where none was given. */
#include "experiment/set_catalog.h"
#include "base/cleanup.h"
#include "workloads/contest_loads.h"

#include <string.h>

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

int set_catalog_expand(struct item_list *list, struct error *error)
{
    auto_item_list struct item_list expanded = {0};
    for (size_t i = 0; i < list->count; i++) {
        const struct item *item = &list->items[i];
        const struct set *set = set_catalog_find(item->name);
        if (set == NULL) {
            item_list_add(&expanded, item->name, &item->parameters);
            continue;
        }
        if (item->parameters.count > 0)
            return error_set(error, ERROR_USAGE, 0,
                             "%s is a set and takes no parameters: write --set LOAD:%s=VALUE",
                             set->name, item->parameters.items[0].key);
        for (const char *const *name = set->loads; *name != NULL; name++) {
            item_list_add(&expanded, *name, &item->parameters);
            expanded.items[expanded.count - 1].is_of_set = true;
        }
    }
    item_list_finish(list);
    *list = expanded;
    expanded = (struct item_list){0};
    return 0;
}
