// SPDX-License-Identifier: GPL-2.0-or-later
/* The one way out when the program itself cannot go on (out of memory). What has to be undone is in
 * the journal, and undone as after a kill: by the guardian, which outlives this process; children
 * die with their parent. */
#pragma once

/* Prints one line on stderr and leaves with status 4; async-signal-safe. */
_Noreturn void fatal(const char *text);
