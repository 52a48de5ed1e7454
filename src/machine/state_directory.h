// SPDX-License-Identifier: GPL-2.0-or-later
/* Where lock and journal live: /run/contend for root, $XDG_RUNTIME_DIR/contend without (or, where
 * that is unset, /tmp/contend-UID, refused if it is somebody else's). Mode 0700. */
#pragma once

#include "base/error.h"

struct state_directory {
    int fd;
    char *path;
};

int state_directory_open(struct state_directory *out, struct error *error);
/* The same at a given path, for tests. */
int state_directory_open_at(struct state_directory *out, const char *path, struct error *error);
void state_directory_close(struct state_directory *directory);

/* Takes the lock of which one `run` or `sweep` on a machine needs; waits up to `wait_ms` for a
 * guardian that is still putting a killed experiment's settings back. The descriptor holds the lock
 * until every copy of it is closed, so children that inherit it keep it. ERROR_CANNOT names the
 * holder. */
int state_directory_lock(const struct state_directory *directory, int wait_ms, int *out_fd,
                         struct error *error);
