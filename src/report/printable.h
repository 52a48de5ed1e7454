// SPDX-License-Identifier: GPL-2.0-or-later
/* Text from outside (a job's output, a label) made fit to be shown. */
#pragma once

/* A copy that is UTF-8 and holds no control characters but newline and tab: what a job printed must
 * not move the reader's cursor. The caller's to free. */
char *printable_copy(const char *text);
