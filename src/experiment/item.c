// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads NAME[:KEY=VALUE[,KEY=VALUE...]] and lists of it. */
#include "experiment/item.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>

void item_finish(struct item *item)
{
    if (item == NULL)
        return;
    free(item->name);
    parameters_finish(&item->parameters);
    *item = (struct item){0};
}

void item_list_finish(struct item_list *list)
{
    if (list == NULL)
        return;
    for (size_t i = 0; i < list->count; i++)
        item_finish(&list->items[i]);
    free(list->items);
    *list = (struct item_list){0};
}

void item_list_add(struct item_list *list, const char *name, const struct parameters *parameters)
{
    list->items = memory_grow(list->items, list->count, sizeof(struct item));
    struct item *item = &list->items[list->count++];
    *item = (struct item){.name = string_duplicate(name)};
    parameters_copy(parameters, &item->parameters);
}

static bool is_continuation(const char *piece)
{
    size_t stop = strcspn(piece, ":=");
    return piece[stop] == '=';
}

/* `pair` is KEY=VALUE, `piece` what the user wrote it in. */
static int add_parameter(struct item *item, const char *pair, const char *piece,
                         struct error *error)
{
    size_t length = strcspn(pair, "=");
    if (length == 0)
        return error_set(error, ERROR_USAGE, 0, "no KEY before the '=' of '%s'", piece);
    if (pair[length] == '\0')
        return error_set(error, ERROR_USAGE, 0, "'%s' in '%s' has no value: write %s=VALUE", pair,
                         piece, pair);
    auto_free char *key = string_format("%.*s", (int)length, pair);
    if (parameters_get(&item->parameters, key) != NULL)
        return error_set(error, ERROR_USAGE, 0, "%s is given twice for %s, again in '%s'", key,
                         item->name, piece);
    parameters_set(&item->parameters, key, pair + length + 1);
    return 0;
}

static int begin_item(struct item_list *list, const char *piece, struct error *error)
{
    size_t length = strcspn(piece, ":");
    auto_free char *name = string_format("%.*s", (int)length, piece);
    if (length == 0)
        return error_set(error, ERROR_USAGE, 0, "no NAME before the ':' of '%s'", piece);
    if (strchr(name, '+') != NULL)
        return error_set(error, ERROR_USAGE, 0,
                         "'%s': loads that run together ('+') can't be run yet: name them one by "
                         "one, with a comma between",
                         name);
    if (strpbrk(name, " \t/@") != NULL)
        return error_set(error, ERROR_USAGE, 0, "'%s' is no name of a workload", name);
    item_list_add(list, name, &(struct parameters){0});
    if (piece[length] == '\0')
        return 0;
    if (piece[length + 1] == '\0')
        return error_set(error, ERROR_USAGE, 0, "nothing follows the ':' of '%s'", piece);
    return add_parameter(&list->items[list->count - 1], piece + length + 1, piece, error);
}

int item_list_parse(const char *text, struct item_list *out, struct error *error)
{
    auto_string_list struct string_list pieces = {0};
    auto_item_list struct item_list list = {0};
    string_list_split(&pieces, text, ',');
    for (size_t i = 0; i < pieces.count; i++) {
        const char *piece = pieces.items[i];
        if (piece[0] == '\0')
            return error_set(error, ERROR_USAGE, 0, "an empty piece in '%s'", text);
        bool goes_on = is_continuation(piece);
        if (goes_on && list.count == 0)
            return error_set(error, ERROR_USAGE, 0, "'%s' has no item before it to go on with",
                             piece);
        int result = goes_on ? add_parameter(&list.items[list.count - 1], piece, piece, error)
                             : begin_item(&list, piece, error);
        if (result != 0)
            return -1;
    }
    if (list.count == 0)
        return error_set(error, ERROR_USAGE, 0, "an empty list of items");
    *out = list;
    list = (struct item_list){0};
    return 0;
}

int item_parse(const char *text, struct item *out, struct error *error)
{
    auto_item_list struct item_list list = {0};
    if (item_list_parse(text, &list, error) != 0)
        return -1;
    if (list.count > 1)
        return error_set(error, ERROR_USAGE, 0,
                         "'%s' begins a second item in '%s', where one is taken (a value with a "
                         "comma is given with --set)",
                         list.items[1].name, text);
    *out = list.items[0];
    list.items[0] = (struct item){0};
    return 0;
}
