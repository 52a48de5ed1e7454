// SPDX-License-Identifier: GPL-2.0-or-later
/* The grammar of jobs and loads on the command line:
 *
 *   ITEM  = NAME[:KEY=VALUE[,KEY=VALUE...]]
 *   ITEMS = ITEM[,ITEM...]
 *
 * After a comma, a piece with `=` before any `:` goes on with the item before it; anything else
 * begins a new item. A value holds no comma: such a one is given with --set, verbatim. `+` between
 * names is kept for loads that run together and refused.
 *
 * Only the form is read here; whether a name or a key exists is asked of the catalogues. Errors are
 * ERROR_USAGE and name the piece. */
#pragma once

#include "record/parameters.h"

struct item {
    char *name;
    struct parameters parameters;
    bool is_of_set; /* nobody named it: it stands in the list through a set */
};

struct item_list {
    struct item *items;
    size_t count;
};

int item_parse(const char *text, struct item *out, struct error *error);
void item_finish(struct item *item);

/* At least one item. */
int item_list_parse(const char *text, struct item_list *out, struct error *error);
/* Appends a copy. */
void item_list_add(struct item_list *list, const char *name, const struct parameters *parameters);
void item_list_finish(struct item_list *list);

CLEANUP_DEFINE(item, struct item, item_finish)
#define auto_item __attribute__((cleanup(cleanup_item)))
CLEANUP_DEFINE(item_list, struct item_list, item_list_finish)
#define auto_item_list __attribute__((cleanup(cleanup_item_list)))
