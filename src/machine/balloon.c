// SPDX-License-Identifier: GPL-2.0-or-later
/* Growing the number of huge pages until the rest has the size asked for. */
#include "machine/balloon.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/units.h"
#include "machine/memory_state.h"

#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

enum { ATTEMPTS = 4 };

static const char pages_path[] = "proc/sys/vm/nr_hugepages";
static const uint64_t reserve_bytes = 64 * 1024 * 1024; /* beyond what runs needs */

bool balloon_is_possible(const struct sysroot *root)
{
    return faccessat(root->fd, pages_path, W_OK, AT_EACCESS) == 0;
}

/* Huge pages need contiguous memory: caches are dropped and pages moved together. Both only help;
 * what they reached is seen by the next attempt. */
static void make_room(const struct sysroot *root)
{
    struct error ignored;
    sysroot_write(root, "proc/sys/vm/drop_caches", "3", &ignored);
    sysroot_write(root, "proc/sys/vm/compact_memory", "1", &ignored);
}

static int set_pages(struct journal *journal, uint64_t target, uint64_t *out_pages,
                     struct error *error)
{
    auto_free char *value = string_format("%" PRIu64, target);
    int64_t reached = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (attempt > 0)
            make_room(journal->root);
        if (sysroot_write(journal->root, pages_path, value, error) != 0 ||
            sysroot_read_number(journal->root, pages_path, &reached, error) != 0)
            return -1;
        if ((uint64_t)reached >= target)
            break;
    }
    *out_pages = (uint64_t)reached;
    return 0;
}

static int check_size(const struct memory_state *state, uint64_t size_bytes, struct error *error)
{
    char wanted[32];
    char there[32];
    units_format_size_rounded(size_bytes, wanted, sizeof(wanted));
    uint64_t usable = state->total - state->huge;
    uint64_t used = usable > state->available ? usable - state->available : 0;
    if (size_bytes > usable)
        return error_set(error, ERROR_CANNOT, 0, "memory=%s: the machine has only %s", wanted,
                         units_format_size_rounded(usable, there, sizeof(there)));
    if (size_bytes < used + reserve_bytes)
        return error_set(error, ERROR_CANNOT, 0,
                         "memory=%s: what runs already needs %s, and 64 MiB have to be left; end "
                         "other processes or give a larger size",
                         wanted, units_format_size_rounded(used, there, sizeof(there)));
    return 0;
}

static int refuse_short(const struct balloon *balloon, uint64_t size_bytes, struct error *error)
{
    char wanted[32];
    char left[32];
    units_format_size_rounded(size_bytes, wanted, sizeof(wanted));
    return error_set(error, ERROR_CANNOT, 0,
                     "memory=%s: the kernel gave %" PRIu64 " huge pages, which leaves %s; the rest "
                     "is in use or in pieces too small for huge pages: end other processes, or use "
                     "memory=group:%s",
                     wanted, balloon->pages,
                     units_format_size_rounded(balloon->left_bytes, left, sizeof(left)), wanted);
}

/* The journal's NEW has to be what the kernel holds, else restoring says that somebody else changed
 * it: where fewer pages were reached than asked for, a second record says so. */
static int record_reached(struct journal *journal, const char *old_value, struct balloon *balloon,
                          struct error *error)
{
    auto_free char *value = string_format("%" PRIu64, balloon->pages);
    if (journal_record_value(journal, pages_path, old_value, value, error) != 0)
        return -1;
    balloon->records++;
    return 0;
}

static int inflate(struct journal *journal, const struct memory_state *state, uint64_t size_bytes,
                   struct balloon *balloon, struct error *error)
{
    int64_t before;
    if (sysroot_read_number(journal->root, pages_path, &before, error) != 0)
        return -1;
    uint64_t usable = state->total - state->huge;
    uint64_t target = (uint64_t)before + (usable - size_bytes) / state->huge_page;
    auto_free char *old_value = string_format("%" PRId64, before);
    auto_free char *new_value = string_format("%" PRIu64, target);
    if (journal_record_value(journal, pages_path, old_value, new_value, error) != 0)
        return -1;
    balloon->records = 1;
    if (state->free < usable - size_bytes)
        make_room(journal->root);
    if (set_pages(journal, target, &balloon->pages, error) != 0)
        return -1;
    balloon->left_bytes = usable - (balloon->pages - (uint64_t)before) * state->huge_page;
    if (balloon->left_bytes > size_bytes + size_bytes / 20 + state->huge_page)
        return refuse_short(balloon, size_bytes, error);
    return balloon->pages < target ? record_reached(journal, old_value, balloon, error) : 0;
}

int balloon_fill(struct journal *journal, uint64_t size_bytes, struct balloon *out,
                 struct error *error)
{
    struct memory_state state;
    struct balloon balloon = {0};
    if (memory_state_read(journal->root, &state, error) != 0)
        return -1;
    if (state.huge_page == 0)
        return error_set(error, ERROR_CANNOT, 0, "the kernel has no huge pages");
    if (check_size(&state, size_bytes, error) != 0)
        return -1;
    if (inflate(journal, &state, size_bytes, &balloon, error) != 0) {
        struct error reason;
        if (balloon_empty(journal, &balloon, &reason) != 0)
            error_context(error, "%s; and before that", reason.text);
        return -1;
    }
    *out = balloon;
    return 0;
}

int balloon_empty(struct journal *journal, struct balloon *balloon, struct error *error)
{
    while (balloon->records > 0) {
        if (journal_undo(journal, "value", pages_path, error) != 0)
            return -1;
        balloon->records--;
    }
    return 0;
}

bool balloon_is_changed(const struct sysroot *root, const struct balloon *balloon, char **out_now)
{
    struct error reason;
    int64_t pages;
    if (sysroot_read_number(root, pages_path, &pages, &reason) != 0) {
        *out_now = string_duplicate(reason.text);
        return true;
    }
    if ((uint64_t)pages == balloon->pages)
        return false;
    *out_now = string_format("%" PRId64 " huge pages instead of %" PRIu64, pages, balloon->pages);
    return true;
}
