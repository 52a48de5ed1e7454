// SPDX-License-Identifier: GPL-2.0-or-later
/* The chain of settings that are applied, and the swap files made because a load needs them. */
#include "machine/settings.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/options.h"
#include "machine/load_swap.h"
#include "machine/memory_state.h"
#include "machine/settings_catalog.h"

struct applied {
    char *key;
    char *value;
    const struct setting *setting;
    struct setting_state *state;
};

struct settings {
    struct settings_plan plan;
    struct memory_view memory;
    struct applied *applied;
    size_t count;
    struct load_swap swap;
};

static struct setting_context context_of(struct settings *settings, const char *key)
{
    return (struct setting_context){.root = settings->plan.root,
                                    .key = key,
                                    .plan = &settings->plan,
                                    .memory = &settings->memory};
}

int settings_open(struct settings **out, const struct settings_plan *plan, struct error *error)
{
    struct memory_state state;
    if (memory_state_read(plan->root, &state, error) != 0)
        return -1;
    uint64_t limit = control_group_memory_limit(plan->root);
    uint64_t left = state.total - state.huge;
    *out = memory_allocate(sizeof(**out));
    **out = (struct settings){
        .plan = *plan,
        .memory = {.kind = MEMORY_WHOLE, .bytes = left < limit ? left : limit},
    };
    return 0;
}

/* Puts back the last ones until `count` are left. */
static int restore_to(struct settings *settings, size_t count, struct error *error)
{
    while (settings->count > count) {
        struct applied *last = &settings->applied[settings->count - 1];
        const struct setting_context context = context_of(settings, last->key);
        if (last->setting->restore(&context, last->state, error) != 0) {
            error->class = ERROR_NOT_RESTORED;
            return error_context(error, "put %s back", last->key);
        }
        free(last->key);
        free(last->value);
        settings->count--;
    }
    return 0;
}

static int apply_one(struct settings *settings, const struct parameter *wanted, struct error *error)
{
    if (settings_value_check(settings->plan.root, wanted->key, wanted->value, error) != 0)
        return -1;
    struct applied applied = {.setting = setting_catalog_find(settings->plan.root, wanted->key)};
    const struct setting_context context = context_of(settings, wanted->key);
    if (applied.setting->apply(&context, wanted->value, &applied.state, error) != 0)
        return error_context(error, "hold %s at %s", wanted->key, wanted->value);
    applied.key = string_duplicate(wanted->key);
    applied.value = string_duplicate(wanted->value);
    settings->applied = memory_grow(settings->applied, settings->count, sizeof(struct applied));
    settings->applied[settings->count++] = applied;
    return 0;
}

int settings_apply(struct settings *settings, const struct parameters *wanted, struct error *error)
{
    size_t same = 0;
    while (same < settings->count && same < wanted->count &&
           string_is(settings->applied[same].key, wanted->items[same].key) &&
           string_is(settings->applied[same].value, wanted->items[same].value))
        same++;
    if (restore_to(settings, same, error) != 0)
        return -1;
    for (size_t i = same; i < wanted->count; i++) {
        if (apply_one(settings, &wanted->items[i], error) == 0)
            continue;
        struct error reason;
        if (restore_to(settings, 0, &reason) != 0) {
            error_context(error, "%s; and before that", reason.text);
            error->class = ERROR_NOT_RESTORED;
        }
        return -1;
    }
    return 0;
}

int settings_require_swap(struct settings *settings, uint64_t bytes, char **out_why,
                          struct error *error)
{
    return load_swap_hold(&settings->swap, &settings->plan, bytes, out_why, error);
}

void settings_check(struct settings *settings, struct run_record *record)
{
    for (size_t i = 0; i < settings->count; i++) {
        const struct applied *applied = &settings->applied[i];
        const struct setting_context context = context_of(settings, applied->key);
        auto_free char *now = NULL;
        if (applied->setting->is_changed == NULL ||
            !applied->setting->is_changed(&context, applied->state, &now))
            continue;
        auto_free char *reason =
            string_format("%s was set to %s and somebody else changed it during the run",
                          applied->key, applied->value);
        run_record_add_flag(record, "tainted", reason, now);
    }
}

struct memory_view settings_memory(const struct settings *settings)
{
    return settings->memory;
}

int settings_restore(struct settings *settings, struct error *error)
{
    if (load_swap_destroy(&settings->swap, &settings->plan, error) != 0)
        return -1;
    return restore_to(settings, 0, error);
}

void settings_close(struct settings *settings)
{
    if (settings == NULL)
        return;
    free(settings->swap.path);
    for (size_t i = 0; i < settings->count; i++) {
        free(settings->applied[i].key);
        free(settings->applied[i].value);
    }
    free(settings->applied);
    free(settings);
}

bool settings_has_key(const struct sysroot *root, const char *key)
{
    return setting_catalog_find(root, key) != NULL;
}

static int refuse_unknown(const char *key, struct error *error)
{
    size_t count;
    const struct setting *const *catalog = setting_catalog(&count);
    auto_free const char **names = memory_allocate(count * sizeof(char *));
    for (size_t i = 0; i < count; i++)
        names[i] = catalog[i]->name;
    const char *nearest = options_nearest(key, names, count);
    if (nearest != NULL)
        return error_set(error, ERROR_USAGE, 0, "there is no setting '%s'; did you mean '%s'?", key,
                         nearest);
    return error_set(error, ERROR_USAGE, 0,
                     "there is no setting '%s', and no sysctl of that name here", key);
}

int settings_value_check(const struct sysroot *root, const char *key, const char *value,
                         struct error *error)
{
    const struct setting *setting = setting_catalog_find(root, key);
    if (setting == NULL)
        return refuse_unknown(key, error);
    const struct setting_context context = {.root = root, .key = key};
    if (setting->check(&context, value, error) == 0)
        return 0;
    return error_context(error, "%s takes %s, as in %s", key, setting->value_form,
                         setting->example);
}
