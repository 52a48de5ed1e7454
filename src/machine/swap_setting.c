// SPDX-License-Identifier: GPL-2.0-or-later
/* The setting `swap`: a swap file of the experiment in its work directory, beside what swap the
 * machine has. */
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/units.h"
#include "machine/settings_catalog.h"
#include "machine/swap_file.h"

struct setting_state {
    char *path;
};

static int check(const struct setting_context *context, const char *value, struct error *error)
{
    uint64_t bytes;
    (void)context;
    if (units_parse_size(value, &bytes, error) != 0)
        return -1;
    if (bytes < 1024 * 1024)
        return error_set(error, ERROR_USAGE, 0, "a swap file has at least 1M, not %s", value);
    return 0;
}

static int apply(const struct setting_context *context, const char *value,
                 struct setting_state **out_state, struct error *error)
{
    uint64_t bytes;
    char *path;
    if (units_parse_size(value, &bytes, error) != 0 ||
        swap_file_create(context->plan->journal, context->plan->work_directory, "swap", bytes,
                         &path, error) != 0)
        return -1;
    *out_state = memory_allocate(sizeof(**out_state));
    (*out_state)->path = path;
    return 0;
}

static int restore(const struct setting_context *context, struct setting_state *state,
                   struct error *error)
{
    if (swap_file_destroy(context->plan->journal, state->path, error) != 0)
        return -1;
    free(state);
    return 0;
}

const struct setting swap_setting = {
    .name = "swap",
    .summary = "a swap file of the experiment, added to what swap there is (root)",
    .value_form = "SIZE, at least 1M",
    .example = "swap=2G",
    .check = check,
    .apply = apply,
    .restore = restore,
};
