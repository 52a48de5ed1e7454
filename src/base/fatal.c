// SPDX-License-Identifier: GPL-2.0-or-later
/* The emergency exit. Not for errors of the world: those are struct error. */
#include "base/fatal.h"

#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

_Noreturn void fatal(const char *text)
{
    char prefix[] = "contend: ";
    char end[] = "\n";
    const struct iovec line[] = {
        {prefix, sizeof(prefix) - 1},
        {(char *)(uintptr_t)text, strlen(text)},
        {end, 1},
    };
    ssize_t written = writev(STDERR_FILENO, line, 3);
    (void)written; /* nothing is left to tell it to */
    _exit(4);
}
