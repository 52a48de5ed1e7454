// SPDX-License-Identifier: GPL-2.0-or-later
/* The setting `memory`: the experiment has SIZE of memory, by a balloon of huge pages where that is
 * possible, else in a memory group. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/units.h"
#include "machine/balloon.h"
#include "machine/held_value.h"
#include "machine/memory_state.h"
#include "machine/settings_catalog.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* A group that is limited sees the machine's dirty limits: 393 of 395 MB of cache were dirty in a
 * 512 MB group against a global limit of 4.7 GB (Linux 6.18). These are the kernel's shares. */
static const struct {
    const char *path;
    unsigned percent;
} dirty_limits[] = {
    {"proc/sys/vm/dirty_bytes", 20},
    {"proc/sys/vm/dirty_background_bytes", 10},
};

struct setting_state {
    struct memory_view before;
    struct balloon balloon;
    struct control_group group;
    struct held_value dirty[array_length(dirty_limits)];
};

enum way { WAY_ANY, WAY_BALLOON, WAY_GROUP };

static int parse(const char *value, enum way *out_way, uint64_t *out_bytes, struct error *error)
{
    enum way way = WAY_ANY;
    const char *size = value;
    if (string_starts_with(value, "balloon:"))
        way = WAY_BALLOON;
    else if (string_starts_with(value, "group:"))
        way = WAY_GROUP;
    if (way != WAY_ANY)
        size = strchr(value, ':') + 1;
    uint64_t bytes;
    if (units_parse_size(size, &bytes, error) != 0)
        return -1;
    if (bytes < 16 * 1024 * 1024)
        return error_set(error, ERROR_USAGE, 0,
                         "memory=%s is too small for any work; use at least "
                         "16M",
                         value);
    *out_way = way;
    *out_bytes = bytes;
    return 0;
}

static int check(const struct setting_context *context, const char *value, struct error *error)
{
    enum way way;
    uint64_t bytes;
    (void)context;
    return parse(value, &way, &bytes, error);
}

static int take_back(const struct setting_context *context, struct setting_state *state,
                     struct error *error)
{
    struct journal *journal = context->plan->journal;
    for (size_t i = array_length(dirty_limits); i-- > 0;)
        if (held_value_restore(journal, &state->dirty[i], error) != 0)
            return -1;
    if (control_group_destroy(journal, &state->group, error) != 0 ||
        balloon_empty(journal, &state->balloon, error) != 0)
        return -1;
    *context->memory = state->before;
    return 0;
}

static bool can_scale_dirty(const struct sysroot *root)
{
    bool can = true;
    for (size_t i = 0; i < array_length(dirty_limits); i++)
        can = can && faccessat(root->fd, dirty_limits[i].path, W_OK, AT_EACCESS) == 0;
    return can;
}

static int scale_dirty(const struct setting_context *context, uint64_t bytes,
                       struct setting_state *state, struct error *error)
{
    for (size_t i = 0; i < array_length(dirty_limits); i++) {
        uint64_t limit = bytes / 100 * dirty_limits[i].percent;
        auto_free char *value = string_format("%" PRIu64, limit);
        if (held_value_apply(context->plan->journal, dirty_limits[i].path, value, &state->dirty[i],
                             error) != 0)
            return -1;
    }
    return 0;
}

static int apply_group(const struct setting_context *context, uint64_t bytes,
                       struct setting_state *state, struct error *error)
{
    struct memory_state machine;
    if (memory_state_read(context->root, &machine, error) != 0)
        return -1;
    if (bytes > machine.total - machine.huge)
        return error_set(error, ERROR_CANNOT, 0, "the machine has less memory than that");
    auto_free char *name = string_format("contend-%.8s-memory", context->plan->experiment_uuid);
    if (control_group_create_memory(context->plan->journal, context->plan->layout, name, bytes,
                                    &state->group, error) != 0)
        return -1;
    bool is_scaled = can_scale_dirty(context->root);
    if (is_scaled && scale_dirty(context, bytes, state, error) != 0)
        return -1;
    *context->memory = (struct memory_view){.kind = MEMORY_GROUP,
                                            .bytes = bytes,
                                            .group = &state->group,
                                            .has_scaled_dirty = is_scaled};
    return 0;
}

static int apply_balloon(const struct setting_context *context, uint64_t bytes,
                         struct setting_state *state, struct error *error)
{
    if (!balloon_is_possible(context->root))
        return error_set(error, ERROR_CANNOT, 0,
                         "a balloon needs root and a kernel with huge pages");
    if (balloon_fill(context->plan->journal, bytes, &state->balloon, error) != 0)
        return -1;
    uint64_t limit = control_group_memory_limit(context->root);
    uint64_t left = state->balloon.left_bytes;
    *context->memory =
        (struct memory_view){.kind = MEMORY_BALLOON, .bytes = left < limit ? left : limit};
    return 0;
}

static int apply(const struct setting_context *context, const char *value,
                 struct setting_state **out_state, struct error *error)
{
    enum way way;
    uint64_t bytes;
    if (parse(value, &way, &bytes, error) != 0)
        return -1;
    if (way == WAY_ANY)
        way = balloon_is_possible(context->root) ? WAY_BALLOON : WAY_GROUP;
    struct setting_state *state = memory_allocate(sizeof(*state));
    state->before = *context->memory;
    int result = way == WAY_BALLOON ? apply_balloon(context, bytes, state, error)
                                    : apply_group(context, bytes, state, error);
    if (result == 0) {
        *out_state = state;
        return 0;
    }
    struct error reason;
    if (take_back(context, state, &reason) != 0)
        error_context(error, "%s; and before that", reason.text);
    free(state);
    return -1;
}

static int restore(const struct setting_context *context, struct setting_state *state,
                   struct error *error)
{
    if (take_back(context, state, error) != 0)
        return -1;
    free(state);
    return 0;
}

static bool is_changed(const struct setting_context *context, const struct setting_state *state,
                       char **out_now)
{
    if (state->balloon.records > 0 && balloon_is_changed(context->root, &state->balloon, out_now))
        return true;
    for (size_t i = 0; i < array_length(dirty_limits); i++)
        if (held_value_is_changed(context->root, &state->dirty[i], out_now))
            return true;
    return false;
}

const struct setting memory_setting = {
    .name = "memory",
    .summary = "the memory that the experiment has: the rest is held by huge pages (root), or job "
               "and load run in a memory group with the dirty limits scaled",
    .value_form = "SIZE, balloon:SIZE or group:SIZE, at least 16M",
    .example = "memory=1G",
    .check = check,
    .apply = apply,
    .restore = restore,
    .is_changed = is_changed,
};
