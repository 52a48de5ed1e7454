// SPDX-License-Identifier: GPL-2.0-or-later
/* One number for a whole tree: names, kinds and contents in sorted order; no times, no modes. */
#pragma once

#include "../unit.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

/* FNV-1a. */
static inline uint64_t tree_hash_bytes(uint64_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3ULL;
    return hash;
}

static inline uint64_t tree_hash_below(uint64_t hash, int parent_fd, const char *name,
                                       unsigned *out_files)
{
    struct error error = {0};
    struct stat status;
    ck_assert_int_eq(fstatat(parent_fd, name, &status, AT_SYMLINK_NOFOLLOW), 0);
    if (S_ISREG(status.st_mode)) {
        size_t length = 0;
        auto_free char *text = files_read_all(parent_fd, name, 1 << 24, &length, &error);
        ck_assert_msg(text != NULL, "%s", error.text);
        (*out_files)++;
        return tree_hash_bytes(hash, text, length);
    }
    if (S_ISLNK(status.st_mode)) {
        char target[4096];
        ssize_t length = readlinkat(parent_fd, name, target, sizeof(target));
        ck_assert(length > 0);
        return tree_hash_bytes(hash, target, (size_t)length);
    }
    auto_fd int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct dirent **entries = NULL;
    int count = scandirat(fd, ".", &entries, NULL, alphasort);
    ck_assert_int_ge(count, 0);
    for (int i = 0; i < count; i++) {
        const char *entry = entries[i]->d_name;
        if (strcmp(entry, ".") != 0 && strcmp(entry, "..") != 0) {
            hash = tree_hash_bytes(hash, entry, strlen(entry) + 1);
            hash = tree_hash_below(hash, fd, entry, out_files);
        }
        free(entries[i]);
    }
    free(entries);
    return hash;
}

static inline uint64_t tree_hash(int parent_fd, const char *name, unsigned *out_files)
{
    *out_files = 0;
    return tree_hash_below(0xcbf29ce484222325ULL, parent_fd, name, out_files);
}
