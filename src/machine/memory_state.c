// SPDX-License-Identifier: GPL-2.0-or-later
/* Reading /proc/meminfo. */
#include "machine/memory_state.h"
#include "base/cleanup.h"

#include <stdlib.h>
#include <string.h>

/* A field in bytes (kB fields) or as it stands; 0 where it is absent. */
static uint64_t field(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text; line != NULL && *line != '\0';) {
        if (strncmp(line, key, length) == 0 && line[length] == ':') {
            char *end;
            uint64_t value = strtoull(line + length + 1, &end, 10);
            return strncmp(end, " kB", 3) == 0 ? value * 1024 : value;
        }
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return 0;
}

int memory_state_read(const struct sysroot *root, struct memory_state *out, struct error *error)
{
    auto_free char *text = sysroot_read_all(root, "proc/meminfo", error);
    if (text == NULL)
        return -1;
    struct memory_state state = {
        .total = field(text, "MemTotal"),
        .free = field(text, "MemFree"),
        .available = field(text, "MemAvailable"),
        .huge = field(text, "Hugetlb"), /* since Linux 4.19, all sizes */
        .huge_page = field(text, "Hugepagesize"),
        .dirty = field(text, "Dirty") + field(text, "Writeback"),
        .swap_total = field(text, "SwapTotal"),
        .swap_free = field(text, "SwapFree"),
    };
    if (state.total == 0)
        return error_set(error, ERROR_CANNOT, 0, "read /proc/meminfo: it has no MemTotal");
    if (state.huge == 0)
        state.huge = field(text, "HugePages_Total") * state.huge_page;
    *out = state;
    return 0;
}
