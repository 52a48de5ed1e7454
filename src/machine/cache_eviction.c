// SPDX-License-Identifier: GPL-2.0-or-later
/* A walk that tells the kernel of each file that its pages aren't needed. */
#include "machine/cache_eviction.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WALK_MS = 10000 };

struct walk {
    dev_t device;
    struct time_point deadline;
    size_t files;
};

/* Takes `fd`. */
static void evict_below(struct walk *walk, int fd)
{
    auto_directory DIR *directory = fdopendir(fd);
    const struct dirent *entry;
    if (directory == NULL)
        close(fd);
    while (directory != NULL && (entry = readdir(directory)) != NULL &&
           !deadline_is_past(walk->deadline)) {
        struct stat status;
        if (files_is_dot(entry->d_name))
            continue;
        auto_fd int below =
            openat(fd, entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (below < 0 || fstat(below, &status) != 0 || status.st_dev != walk->device)
            continue;
        if (S_ISREG(status.st_mode) && posix_fadvise(below, 0, 0, POSIX_FADV_DONTNEED) == 0)
            walk->files++;
        if (S_ISDIR(status.st_mode))
            evict_below(walk, take_fd(below));
    }
}

size_t cache_eviction_of_tree(const char *tree)
{
    struct stat status;
    int fd = open(tree, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0) {
        cleanup_fd(&fd);
        return 0;
    }
    struct walk walk = {.device = status.st_dev, .deadline = deadline_after_ms(WALK_MS)};
    evict_below(&walk, fd);
    return walk.files;
}
