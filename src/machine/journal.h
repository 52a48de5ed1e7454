// SPDX-License-Identifier: GPL-2.0-or-later
/* The journal: what must be undone, written and synced before it is done.
 *
 * File `journal` in the state directory, one line a record, the boot id in the first; blanks, line
 * ends and backslashes in fields are written as backslash and three octal digits. Kinds:
 *
 *   value PATH OLD NEW   a kernel file below the system root whose value was OLD: undone by writing
 *                        OLD; where it holds neither OLD nor NEW somebody else changed it
 *                        meanwhile: it is put back to OLD all the same and that is said
 *   swap PATH            a swap file of ours: swapoff, unlink
 *   swapon PATH PRIORITY somebody else's swap that is off for a moment: switched on again
 *   group PATH           a control group of ours: everything in it is killed, then it is removed
 *   directory PATH       a work directory of ours (marked): removed
 *   marked UUID          processes whose environment carries CONTEND_EXPERIMENT=UUID: killed
 *
 * Invariants:
 *   J1 a record is on disk (fdatasync) before its change is made;
 *   J2 undoing is idempotent: a record may be undone twice, or undone when its change was never
 *      made;
 *   J3 records are undone in reverse order, after all groups and marked processes have been killed;
 *   J4 the file is removed only after every record was undone; a record that can't be undone stays;
 *   J5 values of an earlier boot are not written back (they went with it); the rest is undone. A
 *      boot that could not be told counts as this one.
 *
 * A last line without its end was torn by a crash in the middle of writing it: by J1 its change was
 * not made, and it is dropped.
 *
 * Several processes (main process, executor, guardian) may use one journal: each call opens the
 * file by name, locks it (flock), and closes it again. No descriptor is kept, so forks share
 * nothing. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"
#include "base/text.h"

#include <stdbool.h>

struct journal {
    const struct sysroot *root;
    int state_fd; /* borrowed: directory of the journal */
};

void journal_init(struct journal *journal, const struct sysroot *root, int state_fd);
void journal_finish(struct journal *journal); /* undoes nothing */

/* True where a journal lies there: of a crashed experiment, or of a running one. */
bool journal_is_open(int state_fd);

/* Values are in the form of kernel_value.h. */
int journal_record_value(struct journal *journal, const char *path, const char *old_value,
                         const char *new_value, struct error *error);
/* kind: "swap", "group", "directory" or "marked". */
int journal_record(struct journal *journal, const char *kind, const char *target,
                   struct error *error);
int journal_record_swapon(struct journal *journal, const char *path, int priority,
                          struct error *error);
/* Undoes the latest record of that kind and target and takes it out. None: nothing to do. */
int journal_undo(struct journal *journal, const char *kind, const char *target,
                 struct error *error);
/* Takes the latest record of that kind and target out without undoing it: its change failed, and
 * what is there is somebody else's. */
int journal_forget(struct journal *journal, const char *kind, const char *target,
                   struct error *error);
/* Undoes all (J3), removes the file (J4). Appends one line per thing that was undone to `out_said`
 * (NULL: nobody wants to know). ERROR_NOT_RESTORED names every record that could not be undone. */
int journal_restore(struct journal *journal, struct string_list *out_said, struct error *error);
