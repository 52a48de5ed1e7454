// SPDX-License-Identifier: GPL-2.0-or-later
/* Files and trees of our own. No symbolic link below the given directory is ever followed. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* "." or "..", which every directory lists. */
bool files_is_dot(const char *name);
/* Removes a file or a whole tree; an absent name is success. */
int files_remove_tree(int parent_fd, const char *name, struct error *error);
/* Removes what lies in the directory, but for the entry `spared` (NULL: none). */
int files_empty_directory(int parent_fd, const char *name, const char *spared, struct error *error);
/* Makes the directory and those above it. */
int files_make_directories(const char *path, mode_t mode, struct error *error);
/* Copies a tree (directories, files with mode and times, symbolic links as links) into
 * `target_fd`/`target_name`, which must not exist. Returns the bytes of file data, -1 with error.
 */
int64_t files_copy_tree(int source_fd, const char *source_name, int target_fd,
                        const char *target_name, struct error *error);
/* Writes the whole file anew: a temporary name, fsync, rename, fsync of the directory. */
int files_write_atomically(int directory_fd, const char *name, const char *text, size_t length,
                           struct error *error);
/* write() until all is written. -1 with errno. */
int files_write_fully(int fd, const void *bytes, size_t size);
/* Reads a whole file below a directory; NULL with error. At most `limit` bytes, else an error. */
char *files_read_all(int directory_fd, const char *name, size_t limit, size_t *out_length,
                     struct error *error);
/* The sum of file sizes below, without following links; -1 with error. */
int64_t files_tree_bytes(int parent_fd, const char *name, struct error *error);
/* Bytes that the file system of `path` has free for us. */
int files_free_bytes(const char *path, uint64_t *out_bytes, struct error *error);
/* ERROR_CANNOT where the file system of `path` has not `bytes` free for us; `what` is what they are
 * for ("unpack X"). */
int files_check_room(const char *path, uint64_t bytes, const char *what, struct error *error);
