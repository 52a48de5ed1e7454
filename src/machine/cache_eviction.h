// SPDX-License-Identifier: GPL-2.0-or-later
/* Taking the files of a tree out of the page cache without privilege. */
#pragma once

#include <stddef.h>

/* posix_fadvise(DONTNEED) on every regular file below `tree` that can be read; links and other file
 * systems are not entered; given up after 10 s. Returns the number of files. What is dirty or
 * mapped stays: sync first. */
size_t cache_eviction_of_tree(const char *tree);
