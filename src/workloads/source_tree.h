// SPDX-License-Identifier: GPL-2.0-or-later
/* A tree of C sources of our own making, to be built by make and a C compiler: always the same
 * bytes for the same number of files. Its layout:
 *
 *   Makefile              CC, CFLAGS and SOURCE (this tree, seen from where it is built) are given
 *   include/              headers that every unit includes
 *   part_NN/unit_NNNN.c   each part becomes a static library
 *   main.c                calls every unit and prints one number
 *
 * It is built outside of itself, in a directory that has one empty directory for each part, so that
 * it stays as it was written: one object for each C file, an archive for each part, `program`. */
#pragma once

#include "base/error.h"

#include <stdint.h>

#define SOURCE_TREE_FILES_MIN 2
#define SOURCE_TREE_FILES_MAX 20000

/* Writes `files` C files, main.c among them, and what belongs to them, into parent_fd/name, which
 * must not exist. */
int source_tree_write(int parent_fd, const char *name, unsigned files, struct error *error);
/* Makes parent_fd/name, a directory to build such a tree in. */
int source_tree_make_place(int parent_fd, const char *name, unsigned files, struct error *error);
/* What the program prints, as 8 hexadecimal digits and a newline. */
uint32_t source_tree_checksum(unsigned files);
/* At least the bytes of such a tree. */
uint64_t source_tree_bytes_max(unsigned files);
