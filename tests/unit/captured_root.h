// SPDX-License-Identifier: GPL-2.0-or-later
/* A made-up system root under /tmp for tests of what reads /proc and /sys: files are put there and
 * the whole is removed at the end. */
#pragma once

#include "base/files.h"
#include "base/memory.h"
#include "base/sysroot.h"

#include <check.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct captured_root {
    char path[64];
    struct sysroot root;
};

static inline void captured_root_open(struct captured_root *captured)
{
    struct error error;
    snprintf(captured->path, sizeof(captured->path), "/tmp/contend-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(captured->path));
    ck_assert_int_eq(sysroot_open(&captured->root, captured->path, &error), 0);
}

static inline void captured_root_close(struct captured_root *captured)
{
    struct error error;
    sysroot_close(&captured->root);
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, captured->path, &error), 0);
}

/* The directory above `path` (relative to the root) is made. */
static inline void captured_root_put(const struct captured_root *captured, const char *path,
                                     const char *text)
{
    struct error error;
    char *whole = string_format("%s/%s", captured->path, path);
    char *copy = string_duplicate(whole);
    ck_assert_int_eq(files_make_directories(dirname(copy), 0700, &error), 0);
    FILE *file = fopen(whole, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    free(copy);
    free(whole);
}

static inline void captured_root_link(const struct captured_root *captured, const char *path,
                                      const char *target)
{
    struct error error;
    char *whole = string_format("%s/%s", captured->path, path);
    char *copy = string_duplicate(whole);
    ck_assert_int_eq(files_make_directories(dirname(copy), 0700, &error), 0);
    ck_assert_int_eq(symlink(target, whole), 0);
    free(copy);
    free(whole);
}

static inline void captured_root_is(const struct captured_root *captured, const char *path,
                                    const char *text)
{
    struct error error;
    char *now = sysroot_read_all(&captured->root, path, &error);
    ck_assert_ptr_nonnull(now);
    ck_assert_str_eq(now, text);
    free(now);
}
