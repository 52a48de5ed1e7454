// SPDX-License-Identifier: GPL-2.0-or-later
/* The object files that a build left: proof that it did something. */
#pragma once

#include "base/error.h"

#include <time.h>

struct objects {
    unsigned made;    /* files *.o with something in them, modified at `since` or later */
    unsigned missing; /* files .NAME.o.cmd, as Kbuild leaves them, without NAME.o */
};

/* Adds up what lies below parent_fd/name. */
int objects_count(int parent_fd, const char *name, struct timespec since, struct objects *objects,
                  struct error *error);
