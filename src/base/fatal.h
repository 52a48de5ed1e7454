// SPDX-License-Identifier: GPL-2.0-or-later
/* The one way out when the program itself cannot go on (out of memory). It takes the same path as a
 * signal: the hook, set once by main.c or by a child after fork, puts settings back and ends
 * children. */
#pragma once

/* Called once by fatal() before it exits; must be async-signal-safe. NULL: nothing to do. */
void fatal_hook_set(void (*hook)(void));

/* Prints one line on stderr, runs the hook and leaves with status 4. */
_Noreturn void fatal(const char *text);
