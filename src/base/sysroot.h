// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's own files (/proc, /sys, /dev) through one root directory handle, so that tests can
 * put a captured tree in its place. Paths are relative to it, without a leading slash
 * ("proc/meminfo"); absolute ones are taken relative as well. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct sysroot {
    int fd;       /* O_PATH directory */
    bool is_real; /* the machine's own root, not a captured tree */
};

int sysroot_open(struct sysroot *out_root, const char *path, struct error *error);
void sysroot_close(struct sysroot *root);

bool sysroot_has(const struct sysroot *root, const char *path);
/* An open descriptor, or -1 with errno. */
int sysroot_open_file(const struct sysroot *root, const char *path, int flags);
/* At most size - 1 bytes, NUL behind, one trailing newline cut. Returns the length, -1 with error.
 */
ssize_t sysroot_read(const struct sysroot *root, const char *path, char *buffer, size_t size,
                     struct error *error);
/* The whole file, the caller's to free; NULL with error. */
char *sysroot_read_all(const struct sysroot *root, const char *path, struct error *error);
/* The first number of a file. */
int sysroot_read_number(const struct sysroot *root, const char *path, int64_t *out_value,
                        struct error *error);
/* The number behind `key` at the start of a line ("MemTotal:", "pswpin"); -1 with error if absent.
 */
int sysroot_read_key(const struct sysroot *root, const char *path, const char *key,
                     int64_t *out_value, struct error *error);
/* One write() of the whole text. */
int sysroot_write(const struct sysroot *root, const char *path, const char *value,
                  struct error *error);
