// SPDX-License-Identifier: GPL-2.0-or-later
/* Comparing what was written with a file under tests/data/. With UPDATE_GOLDEN=1 in the
 * environment the files are written anew instead, to be read through and committed. */
#pragma once

#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

/* `name` is relative to tests/data/. */
static inline void golden_check(const char *name, const char *text)
{
    struct error error;
    size_t length;
    auto_free char *path = string_format("%s/%s", TEST_DATA, name);
    if (getenv("UPDATE_GOLDEN") != NULL) {
        FILE *file = fopen(path, "w");
        ck_assert_ptr_nonnull(file);
        fputs(text, file);
        ck_assert_int_eq(fclose(file), 0);
        return;
    }
    auto_free char *wanted = files_read_all(AT_FDCWD, path, 1 << 20, &length, &error);
    ck_assert_msg(wanted != NULL, "%s", error.text);
    ck_assert_msg(strcmp(wanted, text) == 0,
                  "%s differs (UPDATE_GOLDEN=1 renews it); written was:\n%s", name, text);
}
