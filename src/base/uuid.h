// SPDX-License-Identifier: GPL-2.0-or-later
/* Random identifiers (RFC 9562, version 4). */
#pragma once

enum { UUID_SIZE = 37 }; /* text with its NUL */

/* From the kernel's random numbers. Returns `buffer`. */
const char *uuid_fresh(char buffer[UUID_SIZE]);
