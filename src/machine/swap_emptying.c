// SPDX-License-Identifier: GPL-2.0-or-later
/* Switching swap areas off and on again. The order of areas of the kernel's own choice (negative
 * priority) is kept by doing it in the order of /proc/swaps, which is that of priority. */
#include "machine/swap_emptying.h"
#include "base/bounded_call.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/units.h"
#include "machine/memory_state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/swap.h>
#include <unistd.h>

enum { SWAPOFF_MS = 60000 };

static const uint64_t reserve_bytes = 64 * 1024 * 1024;

struct swap_area {
    char path[256];
    int priority;
    uint64_t used_bytes;
};

struct swap_areas {
    struct swap_area *items;
    size_t count;
    uint64_t used_bytes;
};

static void swap_areas_finish(struct swap_areas *areas)
{
    free(areas->items);
    *areas = (struct swap_areas){0};
}
CLEANUP_DEFINE(swap_areas, struct swap_areas, swap_areas_finish)
#define auto_swap_areas __attribute__((cleanup(cleanup_swap_areas)))

/* Lines of /proc/swaps behind its head: Filename Type Size Used Priority, in KiB. */
static int read_areas(const struct sysroot *root, struct swap_areas *out, struct error *error)
{
    auto_free char *text = sysroot_read_all(root, "proc/swaps", error);
    if (text == NULL)
        return error->number == ENOENT ? 0 : -1; /* a kernel without swap */
    auto_string_list struct string_list lines = {0};
    string_list_split(&lines, text, '\n');
    for (size_t i = 1; i < lines.count; i++) {
        struct swap_area area;
        unsigned long long used_kib;
        if (sscanf(lines.items[i], "%255s %*s %*u %llu %d", area.path, &used_kib, &area.priority) !=
            3)
            continue;
        area.used_bytes = used_kib * 1024;
        out->used_bytes += area.used_bytes;
        out->items = memory_grow(out->items, out->count, sizeof(area));
        out->items[out->count++] = area;
    }
    return 0;
}

static int check_room(const struct sysroot *root, uint64_t used_bytes, struct error *error)
{
    struct memory_state state;
    char used[32];
    char available[32];
    if (memory_state_read(root, &state, error) != 0)
        return -1;
    if (state.available >= used_bytes + used_bytes / 10 + reserve_bytes)
        return 0;
    return error_set(error, ERROR_CANNOT, 0, "%s are swapped and only %s of memory are available",
                     units_format_size_rounded(used_bytes, used, sizeof(used)),
                     units_format_size_rounded(state.available, available, sizeof(available)));
}

static int switch_off(const void *argument)
{
    return swapoff(argument) == 0 ? 0 : errno;
}

static int empty_area(struct journal *journal, const struct swap_area *area, struct error *error)
{
    if (strchr(area->path, '\\') != NULL)
        return error_set(error, ERROR_CANNOT, 0, "swap on %s is of a removed or oddly named file",
                         area->path);
    if (access(area->path, F_OK) != 0)
        return error_set(error, ERROR_CANNOT, errno,
                         "swap on %s can't be seen from here, so it could not be switched on again",
                         area->path);
    if (journal_record_swapon(journal, area->path, area->priority, error) != 0)
        return -1;
    int result = bounded_call(switch_off, area->path, deadline_after_ms(SWAPOFF_MS), error);
    struct error reason;
    if (journal_undo(journal, "swapon", area->path, &reason) != 0) {
        *error = reason;
        return -1;
    }
    return result == 0 ? 0 : error_context(error, "empty swap on %s", area->path);
}

int swap_emptying_run(const struct sysroot *root, struct journal *journal, uint64_t *out_used_bytes,
                      struct error *error)
{
    auto_swap_areas struct swap_areas areas = {0};
    if (read_areas(root, &areas, error) != 0)
        return -1;
    *out_used_bytes = areas.used_bytes;
    if (areas.used_bytes == 0)
        return 0;
    if (journal == NULL || !root->is_real)
        return error_set(error, ERROR_CANNOT, 0, "there is no journal for the time that it is off");
    if (check_room(root, areas.used_bytes, error) != 0)
        return -1;
    for (size_t i = 0; i < areas.count; i++)
        if (areas.items[i].used_bytes > 0 && empty_area(journal, &areas.items[i], error) != 0)
            return -1;
    return 0;
}
