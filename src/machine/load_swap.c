// SPDX-License-Identifier: GPL-2.0-or-later
/* The swap file that loads need. */
#include "machine/load_swap.h"
#include "base/memory.h"
#include "machine/memory_state.h"
#include "machine/swap_file.h"

int load_swap_destroy(struct load_swap *swap, const struct settings_plan *plan, struct error *error)
{
    if (swap->path != NULL && swap_file_destroy(plan->journal, swap->path, error) != 0)
        return -1;
    *swap = (struct load_swap){0};
    return 0;
}

static int switch_off(struct load_swap *swap, struct error *error)
{
    if (swap->is_on && swap_file_switch_off(swap->path, error) != 0)
        return -1;
    swap->is_on = false;
    return 0;
}

static int make(struct load_swap *swap, const struct settings_plan *plan, uint64_t bytes,
                struct error *error)
{
    if (load_swap_destroy(swap, plan, error) != 0 ||
        swap_file_create(plan->journal, plan->work_directory, "swap-for-load", bytes, &swap->path,
                         error) != 0)
        return -1;
    swap->bytes = bytes;
    swap->is_on = true;
    return 0;
}

int load_swap_hold(struct load_swap *swap, const struct settings_plan *plan, uint64_t bytes,
                   char **out_why, struct error *error)
{
    struct memory_state state;
    struct error reason;
    if (bytes == 0)
        return switch_off(swap, error);
    if (memory_state_read(plan->root, &state, error) != 0)
        return -1;
    uint64_t own_bytes = swap->is_on ? swap->bytes : 0;
    uint64_t other_bytes = state.swap_total > own_bytes ? state.swap_total - own_bytes : 0;
    if (other_bytes >= bytes)
        return switch_off(swap, error);
    uint64_t missing_bytes = bytes - other_bytes;
    if (swap->path != NULL && swap->bytes >= missing_bytes) {
        if (swap->is_on || swap_file_switch_on(swap->path, &reason) == 0) {
            swap->is_on = true;
            return 0;
        }
    } else if (make(swap, plan, missing_bytes, &reason) == 0) {
        return 0;
    }
    if (reason.class == ERROR_NOT_RESTORED) {
        *error = reason;
        return -1;
    }
    *out_why = string_duplicate(reason.text);
    return 1;
}
