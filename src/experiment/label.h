// SPDX-License-Identifier: GPL-2.0-or-later
/* The name under which results are compared. */
#pragma once

#include "base/error.h"

#include <stdbool.h>

enum { LABEL_BYTES_MAX = 200 };

/* ERROR_USAGE for an empty label, one of more than LABEL_BYTES_MAX, one that begins or ends with a
 * blank, and one with @ / , = or a control character: selectors are written with these. */
int label_check(const char *label, struct error *error);

/* The label of a kernel that was given none: its release, with the build number of `version` (the
 * text of /proc/version, "... #5 SMP ...") added as RELEASE#5 where `has_other_build` says that the
 * store knows another build of this release. Letters that a label can't have become `_`. The
 * caller's to free. */
char *label_default(const char *release, const char *version, bool has_other_build);
