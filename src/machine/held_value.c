// SPDX-License-Identifier: GPL-2.0-or-later
/* Holding kernel files at values through the journal. */
#include "machine/held_value.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "machine/kernel_value.h"

/* mm/page-writeback.c of Linux 6.1: dirty_ratio_handler() and dirty_bytes_handler() clear the other
 * where the value changes; the least value of the bytes files is not 0. */
static const char *const pairs[][2] = {
    {"proc/sys/vm/dirty_bytes", "proc/sys/vm/dirty_ratio"},
    {"proc/sys/vm/dirty_background_bytes", "proc/sys/vm/dirty_background_ratio"},
};

static const char *partner_of(const char *path)
{
    for (size_t i = 0; i < array_length(pairs); i++) {
        if (string_is(path, pairs[i][0]))
            return pairs[i][1];
        if (string_is(path, pairs[i][1]))
            return pairs[i][0];
    }
    return NULL;
}

static int record_pair(struct journal *journal, const char *partner, struct error *error)
{
    auto_free char *value = kernel_value_read(journal->root, partner, error);
    if (value == NULL)
        return -1;
    if (kernel_value_is_equal(value, "0"))
        return error_set(error, ERROR_CANNOT, 0,
                         "/%s and its partner are both 0, which can't be put back", partner);
    return journal_record_value(journal, partner, value, "0", error);
}

/* Writes and reads back. */
static int change(const struct journal *journal, const char *path, const char *value,
                  struct error *error)
{
    if (sysroot_write(journal->root, path, value, error) != 0)
        return -1;
    auto_free char *now = kernel_value_read(journal->root, path, error);
    if (now == NULL)
        return -1;
    if (!kernel_value_is_equal(now, value))
        return error_set(error, ERROR_CANNOT, 0,
                         "'%s' was written to /%s but it reads back '%s': the kernel does not take "
                         "this value",
                         value, path, now);
    return 0;
}

int held_value_apply(struct journal *journal, const char *path, const char *value,
                     struct held_value *out, struct error *error)
{
    auto_free char *old_value = kernel_value_read(journal->root, path, error);
    if (old_value == NULL) {
        error->class = ERROR_CANNOT;
        return error_context(error, "what can't be read can't be put back");
    }
    struct held_value held = {.path = string_duplicate(path), .value = string_duplicate(value)};
    if (!kernel_value_is_equal(old_value, value)) {
        const char *partner = partner_of(path);
        bool is_pair = partner != NULL && kernel_value_is_equal(old_value, "0");
        int result = is_pair ? record_pair(journal, partner, error)
                             : journal_record_value(journal, path, old_value, value, error);
        if (result == 0) {
            held.record = string_duplicate(is_pair ? partner : path);
            result = change(journal, path, value, error);
        }
        if (result != 0) {
            struct error reason;
            if (held_value_restore(journal, &held, &reason) != 0)
                error_context(error, "%s; and then", reason.text);
            return -1;
        }
    }
    *out = held;
    return 0;
}

int held_value_restore(struct journal *journal, struct held_value *held, struct error *error)
{
    if (held->record != NULL && journal_undo(journal, "value", held->record, error) != 0)
        return -1;
    free(held->path);
    free(held->value);
    free(held->record);
    *held = (struct held_value){0};
    return 0;
}

bool held_value_is_changed(const struct sysroot *root, const struct held_value *held,
                           char **out_now)
{
    struct error reason;
    if (held->path == NULL)
        return false;
    auto_free char *now = kernel_value_read(root, held->path, &reason);
    if (now != NULL && kernel_value_is_equal(now, held->value))
        return false;
    *out_now = now != NULL ? take_pointer(now) : string_duplicate("unreadable");
    return true;
}
