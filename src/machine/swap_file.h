// SPDX-License-Identifier: GPL-2.0-or-later
/* A swap file of the experiment: real blocks, journaled before it is made, removed at the end. */
#pragma once

#include "machine/journal.h"

#include <stdint.h>

/* Makes DIRECTORY/NAME of `bytes` (rounded up to pages, at least 1 MiB) and switches swap on it.
 * *out_path is the caller's. ERROR_CANNOT: no privilege, no room, or a file system that has no swap
 * files; then nothing is left. */
int swap_file_create(struct journal *journal, const char *directory, const char *name,
                     uint64_t bytes, char **out_path, struct error *error);
/* For a while; the file and its record stay. */
int swap_file_switch_off(const char *path, struct error *error);
int swap_file_switch_on(const char *path, struct error *error);
/* Frees the path too. ERROR_NOT_RESTORED where what is swapped doesn't fit into memory. */
int swap_file_destroy(struct journal *journal, char *path, struct error *error);
