// SPDX-License-Identifier: GPL-2.0-or-later
/* The one directory of an experiment: PARENT/contend-XXXXXXXX (the first eight characters of its
 * uuid), marked as Contend's by the file `.contend` (experiment uuid, boot id, process). Everything
 * the experiment writes lies below it. */
#pragma once

#include "base/error.h"
#include "base/text.h"
#include "machine/journal.h"

struct work_directory {
    char *path; /* absolute, without symbolic links */
    int fd;
};

/* Journaled as "directory". ERROR_CANNOT: no such parent, read-only, full, a name that is there and
 * not ours. */
int work_directory_create(struct journal *journal, const char *parent, const char *experiment_uuid,
                          struct work_directory *out, struct error *error);
int work_directory_remove(struct journal *journal, struct work_directory *directory,
                          struct error *error);
void work_directory_close(struct work_directory *directory); /* removes nothing */

/* Removes what crashed experiments left in `parent`: marked directories whose boot is over or whose
 * process is gone. One line each in `out_said`. */
int work_directory_clean_stale(const struct sysroot *root, const char *parent,
                               struct string_list *out_said, struct error *error);
/* Can a work directory be made there? ERROR_CANNOT where it is no directory, not ours to write in
 * or read-only. */
int work_directory_check(const char *parent, struct error *error);
