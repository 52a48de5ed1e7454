// SPDX-License-Identifier: GPL-2.0-or-later
/* Sets: named lists of loads that `-l NAME` stands for, each a table that people know. */
#pragma once

#include "experiment/item.h"

struct set {
    const char *name;
    const char *summary;      /* one line for the list */
    const char *job;          /* the job where none is given */
    const char *const *loads; /* in the order of the table; NULL-terminated */
};

const struct set *set_catalog(size_t *out_count);
/* NULL if there is none of that name. */
const struct set *set_catalog_find(const char *name);
/* Puts the loads of a set in the place of its name. A set with parameters is an ERROR_USAGE. */
int set_catalog_expand(struct item_list *list, struct error *error);
