// SPDX-License-Identifier: GPL-2.0-or-later
/* The emergency exit. Not for errors of the world: those are struct error. */
#include "base/fatal.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

static void (*emergency_hook)(void);

void fatal_hook_set(void (*hook)(void))
{
    emergency_hook = hook;
}

_Noreturn void fatal(const char *text)
{
    void (*hook)(void) = emergency_hook;
    emergency_hook = NULL;
    static const char prefix[] = "contend: ";
    ssize_t ignored = write(STDERR_FILENO, prefix, sizeof(prefix) - 1);
    ignored = write(STDERR_FILENO, text, strlen(text));
    ignored = write(STDERR_FILENO, "\n", 1);
    (void)ignored;
    if (hook != NULL)
        hook();
    _exit(4);
}
