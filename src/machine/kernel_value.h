// SPDX-License-Identifier: GPL-2.0-or-later
/* Values of kernel files in one comparable form: blanks and tabs between words are one blank, of a
 * choice such as "none [mq-deadline] bfq" only the chosen word is left. */
#pragma once

#include "base/sysroot.h"

#include <stdbool.h>

/* The caller's; NULL with error, whose number is the reason of the system. */
char *kernel_value_read(const struct sysroot *root, const char *path, struct error *error);
/* Numbers are equal in any base ("0x10" and "16"), all else word for word. */
bool kernel_value_is_equal(const char *a, const char *b);
