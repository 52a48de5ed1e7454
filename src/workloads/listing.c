// SPDX-License-Identifier: GPL-2.0-or-later
/* A listing of one file system. */
#include "workloads/listing.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

enum { OUTPUT_BYTES = 65536 };

struct place {
    dev_t device;
    ino_t inode;
};

struct listing {
    const struct listing_plan *plan;
    int root;
    int sink; /* /dev/null */
    dev_t device;
    struct place left_out[LISTING_LEFT_OUT_MAX];
    size_t left_out_count;
    struct string_list waiting; /* directories below root still to be listed; taken from the end */
    struct text output;
    uint64_t entries;
};

/* Not errors of the listing: they vanished, may not be read, or became something else. */
static bool is_expected(int number)
{
    return number == ENOENT || number == EACCES || number == EPERM || number == ENOTDIR ||
           number == ELOOP || number == ESTALE || number == ENAMETOOLONG;
}

static bool is_left_out(const struct listing *listing, const struct stat *status)
{
    for (size_t i = 0; i < listing->left_out_count; i++)
        if (listing->left_out[i].device == status->st_dev &&
            listing->left_out[i].inode == status->st_ino)
            return true;
    return false;
}

static char type_letter(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFDIR:
        return 'd';
    case S_IFLNK:
        return 'l';
    case S_IFCHR:
        return 'c';
    case S_IFBLK:
        return 'b';
    case S_IFIFO:
        return 'p';
    case S_IFSOCK:
        return 's';
    default:
        return '-';
    }
}

static void format_mode(mode_t mode, char out[11])
{
    static const char letters[] = "rwxrwxrwx";
    out[0] = type_letter(mode);
    for (int i = 0; i < 9; i++)
        out[1 + i] = (mode & (0400U >> i)) != 0 ? letters[i] : '-';
    if ((mode & S_ISUID) != 0)
        out[3] = out[3] == 'x' ? 's' : 'S';
    if ((mode & S_ISGID) != 0)
        out[6] = out[6] == 'x' ? 's' : 'S';
    if ((mode & S_ISVTX) != 0)
        out[9] = out[9] == 'x' ? 't' : 'T';
    out[10] = '\0';
}

static void flush(struct listing *listing)
{
    if (listing->output.length == 0)
        return;
    ssize_t written = write(listing->sink, listing->output.text, listing->output.length);
    (void)written; /* /dev/null takes all */
    listing->output.length = 0;
}

static void print_entry(struct listing *listing, int directory, const char *name,
                        const struct stat *status)
{
    char mode[11];
    char when[32];
    char target[PATH_MAX];
    struct tm local;
    format_mode(status->st_mode, mode);
    localtime_r(&status->st_mtime, &local);
    strftime(when, sizeof(when), "%b %e  %Y", &local);
    text_append_format(&listing->output, "%s %3lu %5u %5u ", mode, (unsigned long)status->st_nlink,
                       status->st_uid, status->st_gid);
    if (S_ISCHR(status->st_mode) || S_ISBLK(status->st_mode))
        text_append_format(&listing->output, "%3u, %3u", major(status->st_rdev),
                           minor(status->st_rdev));
    else
        text_append_format(&listing->output, "%8lld", (long long)status->st_size);
    text_append_format(&listing->output, " %s %s", when, name);
    if (S_ISLNK(status->st_mode)) {
        ssize_t length = readlinkat(directory, name, target, sizeof(target) - 1);
        target[length < 0 ? 0 : length] = '\0';
        text_append_format(&listing->output, " -> %s", target);
    }
    text_append(&listing->output, "\n");
    if (listing->output.length >= OUTPUT_BYTES)
        flush(listing);
}

static int list_entry(struct listing *listing, int directory, const char *path, const char *name,
                      struct error *error)
{
    struct stat status;
    if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return is_expected(errno) ? 0
                                  : error_set(error, ERROR_FAILED, errno, "list %s/%s/%s",
                                              listing->plan->path, path, name);
    if (S_ISDIR(status.st_mode) && is_left_out(listing, &status))
        return 0;
    print_entry(listing, directory, name, &status);
    listing->entries++;
    if (listing->plan->count_entry != NULL)
        listing->plan->count_entry(listing->plan->object);
    if (S_ISDIR(status.st_mode) && status.st_dev == listing->device)
        string_list_take(&listing->waiting, string_format("%s/%s", path, name));
    return 0;
}

static int open_failed(const struct listing *listing, const char *path, struct error *error)
{
    if (is_expected(errno))
        return 0;
    return error_set(error, ERROR_FAILED, errno, "list %s/%s", listing->plan->path, path);
}

static int list_directory(struct listing *listing, const char *path, struct error *error)
{
    auto_fd int fd =
        openat(listing->root, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0)
        return open_failed(listing, path, error);
    if (status.st_dev != listing->device)
        return 0; /* something was mounted meanwhile */
    auto_directory DIR *directory = fdopendir(fd);
    if (directory == NULL)
        return open_failed(listing, path, error);
    take_fd(fd);
    text_append_format(&listing->output, "\n%s:\n", path);
    while (!listing->plan->is_stopped(listing->plan->object)) {
        errno = 0;
        struct dirent *entry = readdir(directory);
        if (entry == NULL)
            return errno == 0 ? 0 : open_failed(listing, path, error);
        if (!files_is_dot(entry->d_name) &&
            list_entry(listing, dirfd(directory), path, entry->d_name, error) != 0)
            return -1;
    }
    return 0;
}

static int list_all(struct listing *listing, struct error *error)
{
    string_list_add(&listing->waiting, ".");
    while (listing->waiting.count > 0 && !listing->plan->is_stopped(listing->plan->object)) {
        auto_free char *path = listing->waiting.items[--listing->waiting.count];
        if (list_directory(listing, path, error) != 0)
            return -1;
    }
    return 0;
}

static void find_left_out(struct listing *listing)
{
    for (size_t i = 0; i < LISTING_LEFT_OUT_MAX; i++) {
        struct stat status;
        const char *path = listing->plan->left_out[i];
        if (path != NULL && stat(path, &status) == 0)
            listing->left_out[listing->left_out_count++] =
                (struct place){status.st_dev, status.st_ino};
    }
}

int listing_make(const struct listing_plan *plan, uint64_t *out_entries, struct error *error)
{
    struct listing listing = {.plan = plan};
    struct stat status;
    auto_fd int root = open(plan->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0 || fstat(root, &status) != 0)
        return error_set(error, ERROR_CANNOT, errno, "list %s", plan->path);
    auto_fd int sink = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (sink < 0)
        return error_set(error, ERROR_CANNOT, errno, "open /dev/null to print the listing there");
    listing.root = root;
    listing.sink = sink;
    listing.device = status.st_dev;
    find_left_out(&listing);
    int result = list_all(&listing, error);
    string_list_finish(&listing.waiting);
    text_finish(&listing.output);
    if (result == 0)
        *out_entries = listing.entries;
    return result;
}
