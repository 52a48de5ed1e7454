// SPDX-License-Identifier: GPL-2.0-or-later
/* Trees of our own: made, copied, measured, removed. */
#include "base/files.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

bool files_is_dot(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static DIR *open_directory(int parent_fd, const char *name)
{
    int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    DIR *directory = fdopendir(fd);
    if (directory == NULL)
        close(fd);
    return directory;
}

int files_empty_directory(int parent_fd, const char *name, const char *spared, struct error *error)
{
    auto_directory DIR *directory = open_directory(parent_fd, name);
    if (directory == NULL)
        return error_set(error, ERROR_FAILED, errno, "open directory %s to remove it", name);
    bool again = true;
    while (again) { /* entries removed while reading can hide others: read until nothing is left */
        again = false;
        rewinddir(directory);
        struct dirent *entry;
        while ((entry = readdir(directory)) != NULL) {
            if (files_is_dot(entry->d_name) || string_is(entry->d_name, spared))
                continue;
            if (files_remove_tree(dirfd(directory), entry->d_name, error) != 0)
                return error_context(error, "%s", name);
            again = true;
        }
    }
    return 0;
}

int files_remove_tree(int parent_fd, const char *name, struct error *error)
{
    if (unlinkat(parent_fd, name, 0) == 0 || errno == ENOENT)
        return 0;
    if (errno != EISDIR && errno != EPERM)
        return error_set(error, ERROR_FAILED, errno, "remove %s", name);
    if (files_empty_directory(parent_fd, name, NULL, error) != 0)
        return -1;
    if (unlinkat(parent_fd, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
        return error_set(error, ERROR_FAILED, errno, "remove directory %s", name);
    return 0;
}

int files_make_directories(const char *path, mode_t mode, struct error *error)
{
    auto_free char *part = string_duplicate(path);
    for (char *at = part + 1; at[-1] != '\0'; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char kept = *at;
        *at = '\0';
        if (mkdir(part, mode) != 0 && errno != EEXIST)
            return error_set(error, ERROR_CANNOT, errno, "make directory %s", part);
        *at = kept;
        if (kept == '\0')
            break;
    }
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set(error, ERROR_CANNOT, errno, "make directory %s", path);
    if (!S_ISDIR(status.st_mode))
        return error_set(error, ERROR_CANNOT, ENOTDIR, "make directory %s", path);
    return 0;
}

int files_write_fully(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(fd, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -1;
        at += written;
        size -= (size_t)written;
    }
    return 0;
}

static int64_t copy_data(int source, int target, off_t size)
{
    int64_t total = 0;
    while (total < size) {
        ssize_t copied = copy_file_range(source, NULL, target, NULL, (size_t)(size - total), 0);
        if (copied < 0 && errno != EXDEV && errno != EINVAL && errno != ENOSYS &&
            errno != EOPNOTSUPP)
            return -1;
        if (copied <= 0)
            break;
        total += copied;
    }
    char buffer[65536];
    ssize_t got;
    while ((got = read(source, buffer, sizeof(buffer))) > 0) {
        if (files_write_fully(target, buffer, (size_t)got) != 0)
            return -1;
        total += got;
    }
    return got < 0 ? -1 : total;
}

static int64_t copy_file(int source_fd, const char *source_name, int target_fd,
                         const char *target_name, const struct stat *status, struct error *error)
{
    auto_fd int source = openat(source_fd, source_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (source < 0)
        return error_set(error, ERROR_FAILED, errno, "open %s to copy it", source_name);
    auto_fd int target = openat(target_fd, target_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                                status->st_mode & 07777);
    if (target < 0)
        return error_set(error, ERROR_FAILED, errno, "create %s", target_name);
    int64_t total = copy_data(source, target, status->st_size);
    if (total < 0)
        return error_set(error, ERROR_FAILED, errno, "copy %s", source_name);
    const struct timespec times[2] = {status->st_atim, status->st_mtim};
    if (fchmod(target, status->st_mode & 07777) != 0 || futimens(target, times) != 0)
        return error_set(error, ERROR_FAILED, errno, "set mode and times of %s", target_name);
    return total;
}

static int copy_link(int source_fd, const char *source_name, int target_fd, const char *target_name,
                     struct error *error)
{
    char text[4096];
    ssize_t length = readlinkat(source_fd, source_name, text, sizeof(text) - 1);
    if (length < 0)
        return error_set(error, ERROR_FAILED, errno, "read link %s", source_name);
    text[length] = '\0';
    if (symlinkat(text, target_fd, target_name) != 0)
        return error_set(error, ERROR_FAILED, errno, "create link %s", target_name);
    return 0;
}

static int64_t copy_directory(int source_fd, const char *source_name, int target_fd,
                              const char *target_name, const struct stat *status,
                              struct error *error)
{
    if (mkdirat(target_fd, target_name, 0700) != 0)
        return error_set(error, ERROR_FAILED, errno, "make directory %s", target_name);
    auto_directory DIR *source = open_directory(source_fd, source_name);
    auto_directory DIR *target = open_directory(target_fd, target_name);
    if (source == NULL || target == NULL)
        return error_set(error, ERROR_FAILED, errno, "open directory %s to copy it", source_name);
    int64_t total = 0;
    struct dirent *entry;
    while ((entry = readdir(source)) != NULL) {
        if (files_is_dot(entry->d_name))
            continue;
        int64_t bytes =
            files_copy_tree(dirfd(source), entry->d_name, dirfd(target), entry->d_name, error);
        if (bytes < 0)
            return error_context(error, "%s", source_name);
        total += bytes;
    }
    const struct timespec times[2] = {status->st_atim, status->st_mtim};
    if (fchmod(dirfd(target), status->st_mode & 07777) != 0 || futimens(dirfd(target), times) != 0)
        return error_set(error, ERROR_FAILED, errno, "set mode and times of %s", target_name);
    return total;
}

int64_t files_copy_tree(int source_fd, const char *source_name, int target_fd,
                        const char *target_name, struct error *error)
{
    struct stat status;
    if (fstatat(source_fd, source_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return error_set(error, ERROR_FAILED, errno, "read %s to copy it", source_name);
    if (S_ISDIR(status.st_mode))
        return copy_directory(source_fd, source_name, target_fd, target_name, &status, error);
    if (S_ISREG(status.st_mode))
        return copy_file(source_fd, source_name, target_fd, target_name, &status, error);
    if (S_ISLNK(status.st_mode))
        return copy_link(source_fd, source_name, target_fd, target_name, error);
    return 0; /* sockets, pipes and devices are not part of a source tree */
}

int files_write_atomically(int directory_fd, const char *name, const char *text, size_t length,
                           struct error *error)
{
    auto_free char *temporary = string_format("%s.new", name);
    auto_fd int fd = openat(directory_fd, temporary,
                            O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "create %s", temporary);
    if (files_write_fully(fd, text, length) != 0 || fsync(fd) != 0 ||
        renameat(directory_fd, temporary, directory_fd, name) != 0) {
        int number = errno;
        unlinkat(directory_fd, temporary, 0);
        return error_set(error, ERROR_CANNOT, number, "write %s", name);
    }
    if (fsync(directory_fd) != 0 && errno != EINVAL)
        return error_set(error, ERROR_CANNOT, errno, "sync the directory of %s", name);
    return 0;
}

char *files_read_all(int directory_fd, const char *name, size_t limit, size_t *out_length,
                     struct error *error)
{
    auto_fd int fd = openat(directory_fd, name, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        error_set(error, ERROR_USAGE, errno, "open %s", name);
        return NULL;
    }
    auto_text struct text text = {0};
    char piece[16384];
    ssize_t got;
    while ((got = read(fd, piece, sizeof(piece))) > 0) {
        if (text.length + (size_t)got > limit) {
            error_set(error, ERROR_USAGE, 0, "read %s: it is larger than %zu bytes", name, limit);
            return NULL;
        }
        text_append_bytes(&text, piece, (size_t)got);
    }
    if (got < 0) {
        error_set(error, ERROR_USAGE, errno, "read %s", name);
        return NULL;
    }
    if (out_length != NULL)
        *out_length = text.length;
    return text_take(&text);
}

int64_t files_tree_bytes(int parent_fd, const char *name, struct error *error)
{
    struct stat status;
    if (fstatat(parent_fd, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return error_set(error, ERROR_FAILED, errno, "read %s", name);
    if (!S_ISDIR(status.st_mode))
        return S_ISREG(status.st_mode) ? status.st_size : 0;
    auto_directory DIR *directory = open_directory(parent_fd, name);
    if (directory == NULL)
        return error_set(error, ERROR_FAILED, errno, "open directory %s", name);
    int64_t total = 0;
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (files_is_dot(entry->d_name))
            continue;
        int64_t bytes = files_tree_bytes(dirfd(directory), entry->d_name, error);
        if (bytes < 0)
            return error_context(error, "%s", name);
        total += bytes;
    }
    return total;
}

int files_free_bytes(const char *path, uint64_t *out_bytes, struct error *error)
{
    struct statvfs status;
    if (statvfs(path, &status) != 0)
        return error_set(error, ERROR_CANNOT, errno, "read the free space of %s", path);
    *out_bytes = (uint64_t)status.f_bavail * status.f_frsize;
    return 0;
}

int files_check_room(const char *path, uint64_t bytes, const char *what, struct error *error)
{
    uint64_t free_bytes;
    if (files_free_bytes(path, &free_bytes, error) != 0)
        return error_context(error, "%s", what);
    if (bytes <= free_bytes)
        return 0;
    char needed[32];
    char available[32];
    return error_set(error, ERROR_CANNOT, ENOSPC, "%s: %s needed in %s, %s free", what,
                     units_format_size_rounded(bytes, needed, sizeof(needed)), path,
                     units_format_size_rounded(free_bytes, available, sizeof(available)));
}
