// SPDX-License-Identifier: GPL-2.0-or-later
/* Tar archives of source trees, made and extracted by libarchive in this process, a block at a
 * time. Directories, regular files and symbolic links; anything else is left out. While one of
 * these runs, the current directory of the process is the tree. */
#pragma once

#include "base/error.h"
#include "process/shared_page.h"

/* Both count the bytes of the archive, as they are written or read, with counter 0 of `page` and
 * end within a block (64 KiB) of its STOP; NULL: neither. */
enum tar_result { TAR_DONE = 0, TAR_STOPPED = 1 };

/* Writes an archive of what lies below tree_fd (names begin with "./") to file_fd: ustar, with pax
 * headers where ustar can't say it. enum tar_result, or -1 with error. */
int tar_create(int tree_fd, int file_fd, struct shared_page *page, struct error *error);
/* Extracts an archive, plain or compressed (gzip, bzip2, xz, zstd), below tree_fd, over what is
 * there, as `tar x` does: a file that exists is unlinked and made anew. Entries that would lead out
 * of the tree (absolute, with "..", through a symbolic link) are an error. Times are set, owners
 * are not, and the mode obeys the umask. */
int tar_extract(int file_fd, int tree_fd, struct shared_page *page, struct error *error);
