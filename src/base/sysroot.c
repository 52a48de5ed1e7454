// SPDX-License-Identifier: GPL-2.0-or-later
/* Reading and writing the kernel's files below one root handle. */
#include "base/sysroot.h"
#include "base/cleanup.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int sysroot_open(struct sysroot *out_root, const char *path, struct error *error)
{
    int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return error_set(error, ERROR_USAGE, errno, "open system root %s", path);
    out_root->fd = fd;
    out_root->is_real = strcmp(path, "/") == 0;
    return 0;
}

void sysroot_close(struct sysroot *root)
{
    if (root == NULL || root->fd <= 0)
        return;
    close(root->fd);
    root->fd = -1;
}

static const char *relative(const char *path)
{
    while (*path == '/')
        path++;
    return *path != '\0' ? path : ".";
}

bool sysroot_has(const struct sysroot *root, const char *path)
{
    return faccessat(root->fd, relative(path), F_OK, 0) == 0;
}

int sysroot_open_file(const struct sysroot *root, const char *path, int flags)
{
    return openat(root->fd, relative(path), flags | O_CLOEXEC);
}

static ssize_t read_some(int fd, char *buffer, size_t size)
{
    size_t used = 0;
    while (used < size) {
        ssize_t got = read(fd, buffer + used, size - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        used += (size_t)got;
    }
    return (ssize_t)used;
}

ssize_t sysroot_read(const struct sysroot *root, const char *path, char *buffer, size_t size,
                     struct error *error)
{
    auto_fd int fd = sysroot_open_file(root, path, O_RDONLY);
    ssize_t length = fd >= 0 ? read_some(fd, buffer, size - 1) : -1;
    if (length < 0)
        return error_set(error, ERROR_FAILED, errno, "read /%s", relative(path));
    if (length > 0 && buffer[length - 1] == '\n')
        length--;
    buffer[length] = '\0';
    return length;
}

char *sysroot_read_all(const struct sysroot *root, const char *path, struct error *error)
{
    auto_fd int fd = sysroot_open_file(root, path, O_RDONLY);
    auto_text struct text text = {0};
    char piece[4096];
    ssize_t got = fd >= 0 ? 1 : -1;
    while (got > 0) {
        got = read_some(fd, piece, sizeof(piece));
        if (got > 0)
            text_append_bytes(&text, piece, (size_t)got);
    }
    if (got < 0) {
        error_set(error, ERROR_FAILED, errno, "read /%s", relative(path));
        return NULL;
    }
    return text_take(&text);
}

int sysroot_read_number(const struct sysroot *root, const char *path, int64_t *out_value,
                        struct error *error)
{
    char text[256];
    if (sysroot_read(root, path, text, sizeof(text), error) < 0)
        return -1;
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno != 0 || end == text)
        return error_set(error, ERROR_FAILED, 0, "read /%s: '%s' is not a number", relative(path),
                         text);
    *out_value = value;
    return 0;
}

int sysroot_read_key(const struct sysroot *root, const char *path, const char *key,
                     int64_t *out_value, struct error *error)
{
    auto_free char *text = sysroot_read_all(root, path, error);
    if (text == NULL)
        return -1;
    size_t length = strlen(key);
    for (const char *line = text; line != NULL && *line != '\0';) {
        if (strncmp(line, key, length) == 0 && strchr(" \t:", line[length]) != NULL) {
            *out_value = strtoll(line + length + strspn(line + length, " \t:"), NULL, 10);
            return 0;
        }
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return error_set(error, ERROR_FAILED, 0, "read /%s: it has no '%s'", relative(path), key);
}

int sysroot_write(const struct sysroot *root, const char *path, const char *value,
                  struct error *error)
{
    auto_fd int fd = sysroot_open_file(root, path, O_WRONLY | O_TRUNC); /* for captured trees */
    if (fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "write '%s' to /%s", value, relative(path));
    ssize_t length = (ssize_t)strlen(value);
    ssize_t written = write(fd, value, (size_t)length);
    if (written != length)
        return error_set(error, ERROR_CANNOT, written < 0 ? errno : EIO, "write '%s' to /%s", value,
                         relative(path));
    return 0;
}
