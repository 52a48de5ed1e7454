// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds, unpacks and searches the kernel's configuration. */
#include "machine/kernel_config.h"
#include "base/memory.h"
#include "base/text.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <string.h>

enum { CONFIG_BYTES_MAXIMUM = 4 * 1024 * 1024 };

/* libarchive's "raw" format is one nameless file, here in gzip. */
static char *unpack(struct archive *archive, int fd)
{
    struct archive_entry *entry;
    auto_text struct text text = {0};
    char piece[16384];
    la_ssize_t got;
    archive_read_support_filter_gzip(archive);
    archive_read_support_format_raw(archive);
    if (archive_read_open_fd(archive, fd, sizeof(piece)) != ARCHIVE_OK ||
        archive_read_next_header(archive, &entry) != ARCHIVE_OK ||
        archive_filter_code(archive, 0) != ARCHIVE_FILTER_GZIP)
        return NULL;
    while ((got = archive_read_data(archive, piece, sizeof(piece))) > 0 &&
           text.length < CONFIG_BYTES_MAXIMUM)
        text_append_bytes(&text, piece, (size_t)got);
    return got == 0 ? text_take(&text) : NULL;
}

static char *unpack_file(const struct sysroot *root, const char *path)
{
    auto_fd int fd = sysroot_open_file(root, path, O_RDONLY);
    struct archive *archive = fd >= 0 ? archive_read_new() : NULL;
    if (archive == NULL)
        return NULL;
    char *text = unpack(archive, fd);
    archive_read_free(archive);
    return text;
}

char *kernel_config_read(const struct sysroot *root, const char *release)
{
    struct error absent;
    char *text = unpack_file(root, "proc/config.gz");
    if (text != NULL)
        return text;
    auto_free char *path = string_format("boot/config-%s", release);
    return sysroot_read_all(root, path, &absent);
}

char *kernel_config_get(const char *config, const char *name)
{
    size_t length = strlen(name);
    for (const char *line = config; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0 && line[length] == '=')
            return string_format("%.*s", (int)strcspn(line + length + 1, "\n"), line + length + 1);
    }
    return NULL;
}
