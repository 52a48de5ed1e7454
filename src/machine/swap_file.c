// SPDX-License-Identifier: GPL-2.0-or-later
/* Writing, switching on and removing swap files. The header is that of mkswap: union swap_header of
 * include/linux/swap.h. */
#include "machine/swap_file.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/swap.h>
#include <unistd.h>

enum { CHUNK_BYTES = 1024 * 1024, HEADER_OFFSET = 1024, MAGIC_BYTES = 10 };

static const uint64_t spare_bytes = 64 * 1024 * 1024; /* left free on the disk */

struct swap_header {
    uint32_t version;
    uint32_t last_page;
    uint32_t bad_pages;
};

/* swapon() refuses holes, and on btrfs blocks that are copied on write. */
static int write_blocks(int fd, uint64_t bytes, size_t page_bytes)
{
    int flags = 0;
    if (ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0) {
        flags |= FS_NOCOW_FL;
        ioctl(fd, FS_IOC_SETFLAGS, &flags);
    }
    auto_free char *chunk = memory_allocate(CHUNK_BYTES);
    const struct swap_header header = {.version = 1,
                                       .last_page = (uint32_t)(bytes / page_bytes) - 1};
    memcpy(chunk + HEADER_OFFSET, &header, sizeof(header));
    memcpy(chunk + page_bytes - MAGIC_BYTES, "SWAPSPACE2", MAGIC_BYTES);
    for (uint64_t done = 0; done < bytes; done += CHUNK_BYTES) {
        size_t size = bytes - done < CHUNK_BYTES ? (size_t)(bytes - done) : CHUNK_BYTES;
        if (files_write_fully(fd, chunk, size) != 0)
            return -1;
        if (done == 0)
            memset(chunk, 0, page_bytes);
    }
    if (fdatasync(fd) != 0)
        return -1;
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    return 0;
}

int swap_file_switch_on(const char *path, struct error *error)
{
    if (swapon(path, 0) == 0)
        return 0;
    return error_set(error, ERROR_CANNOT, errno, "switch swap on %s%s", path,
                     errno == EINVAL ? " (its file system has no swap files; choose another --dir)"
                                     : "");
}

int swap_file_switch_off(const char *path, struct error *error)
{
    if (swapoff(path) == 0 || errno == EINVAL) /* EINVAL: it is off already */
        return 0;
    return error_set(error, ERROR_NOT_RESTORED, errno, "switch off swap file %s", path);
}

static int make_and_switch_on(const char *path, uint64_t bytes, size_t page_bytes,
                              struct error *error)
{
    auto_fd int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "make swap file %s", path);
    if (write_blocks(fd, bytes, page_bytes) != 0)
        return error_set(error, ERROR_CANNOT, errno, "write swap file %s", path);
    return swap_file_switch_on(path, error);
}

int swap_file_create(struct journal *journal, const char *directory, const char *name,
                     uint64_t bytes, char **out_path, struct error *error)
{
    size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    bytes = bytes < CHUNK_BYTES ? CHUNK_BYTES : (bytes + page_bytes - 1) / page_bytes * page_bytes;
    if (geteuid() != 0)
        return error_set(error, ERROR_CANNOT, EPERM, "make a swap file");
    if (files_check_room(directory, bytes + spare_bytes, "make a swap file", error) != 0)
        return -1;
    auto_free char *path = string_format("%s/%s", directory, name);
    if (access(path, F_OK) == 0)
        return error_set(error, ERROR_CANNOT, EEXIST, "make swap file %s", path);
    if (journal_record(journal, "swap", path, error) != 0)
        return -1;
    if (make_and_switch_on(path, bytes, page_bytes, error) != 0) {
        struct error ignored;
        journal_undo(journal, "swap", path, &ignored);
        return -1;
    }
    *out_path = take_pointer(path);
    return 0;
}

int swap_file_destroy(struct journal *journal, char *path, struct error *error)
{
    if (path != NULL && journal_undo(journal, "swap", path, error) != 0)
        return -1;
    free(path);
    return 0;
}
