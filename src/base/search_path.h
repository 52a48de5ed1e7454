// SPDX-License-Identifier: GPL-2.0-or-later
/* Programs as execvp() finds them, asked for before anything is started. */
#pragma once

#include <stdbool.h>

/* Is `program` an executable file: one with a slash relative to `directory` (NULL: the current
 * one), any other in a directory of PATH (unset: the system's default path). */
bool search_path_has(const char *program, const char *directory);
/* PATH, or the default path where it is unset: directories between colons, "" for the current one.
 * The caller's to free. */
char *search_path_text(void);
