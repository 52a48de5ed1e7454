// SPDX-License-Identifier: GPL-2.0-or-later
/* How each kind of journal record is undone. Each may be called twice, or for a change that was
 * never made (J2). What was really done is said in one line; nothing is said where nothing was to
 * be done. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"
#include "base/text.h"

#include <stdbool.h>

struct undo {
    const struct sysroot *root;
    bool is_same_boot;        /* the record is of this boot */
    struct string_list *said; /* NULL: nobody wants to know */
};

/* fields: path, old value, new value. */
int undo_value(const struct undo *undo, char *const *fields, struct error *error);
/* fields: path. */
int undo_swap(const struct undo *undo, char *const *fields, struct error *error);
/* fields: path, priority ("-1": the kernel's choice). Swap of somebody else that we took off. */
int undo_swapon(const struct undo *undo, char *const *fields, struct error *error);
int undo_group(const struct undo *undo, char *const *fields, struct error *error);
int undo_directory(const struct undo *undo, char *const *fields, struct error *error);
/* fields: uuid. */
int undo_marked(const struct undo *undo, char *const *fields, struct error *error);
