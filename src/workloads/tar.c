// SPDX-License-Identifier: GPL-2.0-or-later
/* Tar archives of source trees by libarchive. */
#include "workloads/tar.h"
#include "base/cleanup.h"
#include "base/files.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void cleanup_reader(struct archive **archive)
{
    archive_read_free(*archive);
}

static void cleanup_writer(struct archive **archive)
{
    archive_write_free(*archive);
}

#define auto_reader __attribute__((cleanup(cleanup_reader)))
#define auto_writer __attribute__((cleanup(cleanup_writer)))

/* The archive's end of a transfer: where its bytes go to or come from. */
struct stream {
    int fd;
    struct shared_page *page; /* NULL: neither counted nor stopped */
    bool is_stopped;
    bool is_given_up; /* nothing more is written */
    char buffer[65536];
};

/* Counts; false where it is to stop. */
static bool go_on(struct stream *stream, size_t bytes)
{
    if (stream->page == NULL)
        return true;
    shared_page_count(stream->page, 0, bytes);
    stream->is_stopped = shared_page_is_stopped(stream->page);
    return !stream->is_stopped;
}

static la_ssize_t write_stream(struct archive *archive, void *data, const void *bytes, size_t size)
{
    struct stream *stream = data;
    if (stream->is_given_up)
        return -1;
    if (files_write_fully(stream->fd, bytes, size) != 0) {
        archive_set_error(archive, errno, "%s", strerror(errno));
        return -1;
    }
    return go_on(stream, size) ? (la_ssize_t)size : -1;
}

static la_ssize_t read_stream(struct archive *archive, void *data, const void **out_bytes)
{
    struct stream *stream = data;
    ssize_t got = read(stream->fd, stream->buffer, sizeof(stream->buffer));
    if (got < 0)
        archive_set_error(archive, errno, "%s", strerror(errno));
    *out_bytes = stream->buffer;
    return got >= 0 && go_on(stream, (size_t)got) ? got : -1;
}

/* What libarchive said, as the result of an operation on `what`. */
static int refuse(const struct stream *stream, struct archive *archive, const char *what,
                  struct error *error)
{
    if (stream->is_stopped)
        return TAR_STOPPED;
    const char *reason = archive_error_string(archive);
    return error_set(error, ERROR_FAILED, 0, "%s: %s", what,
                     reason != NULL ? reason : "unknown reason");
}

static bool is_kept(struct archive_entry *entry)
{
    mode_t type = archive_entry_filetype(entry);
    return archive_entry_hardlink(entry) != NULL || type == AE_IFREG || type == AE_IFDIR ||
           type == AE_IFLNK;
}

/* Copies the data of the entry that was read last. */
static int copy_data(struct stream *stream, struct archive *reader, struct archive *writer,
                     bool is_to_disk, struct error *error)
{
    while (true) {
        const void *bytes;
        size_t size;
        la_int64_t offset;
        int result = archive_read_data_block(reader, &bytes, &size, &offset);
        if (result == ARCHIVE_EOF)
            return TAR_DONE;
        if (result < ARCHIVE_WARN)
            return refuse(stream, reader, "read", error);
        la_ssize_t written = is_to_disk ? archive_write_data_block(writer, bytes, size, offset)
                                        : archive_write_data(writer, bytes, size);
        if (written < ARCHIVE_WARN)
            return refuse(stream, writer, "write", error);
    }
}

static int add_entries(struct stream *stream, struct archive *disk, struct archive *writer,
                       struct error *error)
{
    struct archive_entry *entry;
    int result;
    while ((result = archive_read_next_header(disk, &entry)) == ARCHIVE_OK) {
        archive_read_disk_descend(disk);
        if (!is_kept(entry))
            continue;
        const char *name = archive_entry_pathname(entry);
        if (archive_write_header(writer, entry) < ARCHIVE_WARN)
            return refuse(stream, writer, name, error);
        int copied = copy_data(stream, disk, writer, false, error);
        if (copied != TAR_DONE)
            return copied < 0 ? error_context(error, "%s", name) : copied;
    }
    return result == ARCHIVE_EOF ? TAR_DONE : refuse(stream, disk, "read the tree", error);
}

static int create_here(struct stream *stream, struct error *error)
{
    auto_reader struct archive *disk = archive_read_disk_new();
    auto_writer struct archive *writer = archive_write_new();
    archive_read_disk_set_behavior(
        disk, ARCHIVE_READDISK_NO_ACL | ARCHIVE_READDISK_NO_XATTR | ARCHIVE_READDISK_NO_FFLAGS |
                  ARCHIVE_READDISK_NO_SPARSE | ARCHIVE_READDISK_NO_TRAVERSE_MOUNTS);
    archive_write_set_format_pax_restricted(writer);
    if (archive_write_open(writer, stream, NULL, write_stream, NULL) != ARCHIVE_OK)
        return refuse(stream, writer, "begin an archive", error);
    if (archive_read_disk_open(disk, ".") != ARCHIVE_OK)
        return refuse(stream, disk, "open the tree", error);
    int result = add_entries(stream, disk, writer, error);
    if (result != TAR_DONE) {
        /* Freeing it ends the archive, which must not be written any more; archive_write_fail(),
         * made for this, leaks the writer's buffer (libarchive 3.6.2). */
        stream->is_given_up = true;
        return result;
    }
    if (archive_write_close(writer) != ARCHIVE_OK)
        return refuse(stream, writer, "end the archive", error);
    return TAR_DONE;
}

static int extract_entries(struct stream *stream, struct archive *reader, struct archive *disk,
                           struct error *error)
{
    struct archive_entry *entry;
    int result;
    while ((result = archive_read_next_header(reader, &entry)) >= ARCHIVE_WARN &&
           result != ARCHIVE_EOF) {
        if (!is_kept(entry))
            continue;
        const char *name = archive_entry_pathname(entry);
        if (archive_write_header(disk, entry) < ARCHIVE_WARN)
            return refuse(stream, disk, name != NULL ? name : "an entry", error);
        int copied = copy_data(stream, reader, disk, true, error);
        if (copied != TAR_DONE)
            return copied < 0 ? error_context(error, "%s", name) : copied;
        if (archive_write_finish_entry(disk) < ARCHIVE_WARN)
            return refuse(stream, disk, name, error);
    }
    return result == ARCHIVE_EOF ? TAR_DONE : refuse(stream, reader, "read the archive", error);
}

static int extract_here(struct stream *stream, struct error *error)
{
    auto_reader struct archive *reader = archive_read_new();
    auto_writer struct archive *disk = archive_write_disk_new();
    archive_read_support_filter_gzip(reader);
    archive_read_support_filter_bzip2(reader);
    archive_read_support_filter_xz(reader);
    archive_read_support_filter_zstd(reader);
    archive_read_support_format_tar(reader);
    archive_write_disk_set_options(disk, ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_SECURE_SYMLINKS |
                                             ARCHIVE_EXTRACT_SECURE_NODOTDOT |
                                             ARCHIVE_EXTRACT_SECURE_NOABSOLUTEPATHS);
    if (archive_read_open(reader, stream, NULL, read_stream, NULL) != ARCHIVE_OK)
        return refuse(stream, reader, "open the archive", error);
    int result = extract_entries(stream, reader, disk, error);
    if (result != TAR_DONE)
        return result;
    if (archive_write_close(disk) != ARCHIVE_OK)
        return refuse(stream, disk, "set times of directories", error);
    return TAR_DONE;
}

/* libarchive works from the current directory: this makes it the tree for the time of `work`. */
static int with_current_directory(int tree_fd, struct stream *stream,
                                  int (*work)(struct stream *stream, struct error *error),
                                  struct error *error)
{
    auto_fd int before = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (before < 0 || fchdir(tree_fd) != 0)
        return error_set(error, ERROR_FAILED, errno, "change to the directory of a tree");
    int result = work(stream, error);
    if (fchdir(before) != 0 && result >= 0)
        return error_set(error, ERROR_FAILED, errno, "change back from the directory of a tree");
    return result;
}

int tar_create(int tree_fd, int file_fd, struct shared_page *page, struct error *error)
{
    struct stream stream = {.fd = file_fd, .page = page};
    return with_current_directory(tree_fd, &stream, create_here, error);
}

int tar_extract(int file_fd, int tree_fd, struct shared_page *page, struct error *error)
{
    struct stream stream = {.fd = file_fd, .page = page};
    return with_current_directory(tree_fd, &stream, extract_here, error);
}
