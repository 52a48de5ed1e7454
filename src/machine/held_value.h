// SPDX-License-Identifier: GPL-2.0-or-later
/* One kernel file held at a value: read, journaled, written, read back.
 *
 * vm.dirty_bytes and vm.dirty_ratio are one setting with two files (so are the background ones):
 * writing one clears the other, and 0 can't be written to the bytes. What is journaled is the one
 * of the two that counts, since writing it back clears the other again. */
#pragma once

#include "machine/journal.h"

struct held_value {
    char *path;   /* below the system root; NULL: nothing is held */
    char *value;  /* as it reads back */
    char *record; /* path of the journal's record; NULL: the value was there already */
};

/* ERROR_CANNOT: it can't be read (so it could not be put back), was refused, or reads back
 * otherwise; then nothing is left changed. */
int held_value_apply(struct journal *journal, const char *path, const char *value,
                     struct held_value *out, struct error *error);
/* Puts the former value back. Accepts a zeroed object; what can't be put back stays held. */
int held_value_restore(struct journal *journal, struct held_value *held, struct error *error);
/* True where the file no longer has the value; what it has now is the caller's in *out_now. */
bool held_value_is_changed(const struct sysroot *root, const struct held_value *held,
                           char **out_now);
