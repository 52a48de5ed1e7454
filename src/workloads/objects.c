// SPDX-License-Identifier: GPL-2.0-or-later
/* The object files that a build left. */
#include "workloads/objects.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_at_or_after(struct timespec time, struct timespec since)
{
    return time.tv_sec > since.tv_sec ||
           (time.tv_sec == since.tv_sec && time.tv_nsec >= since.tv_nsec);
}

/* Is the object absent that ".NAME.o.cmd" tells of? */
static bool is_missing(int directory_fd, const char *command_name)
{
    auto_free char *object = string_duplicate(command_name + 1);
    object[strlen(object) - strlen(".cmd")] = '\0';
    return faccessat(directory_fd, object, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
}

static int count_entry(int directory_fd, const char *name, struct timespec since,
                       struct objects *objects, struct error *error)
{
    struct stat status;
    if (fstatat(directory_fd, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return error_set(error, ERROR_FAILED, errno, "read %s to count objects", name);
    if (S_ISDIR(status.st_mode))
        return objects_count(directory_fd, name, since, objects, error);
    if (string_ends_with(name, ".o") && status.st_size > 0 && is_at_or_after(status.st_mtim, since))
        objects->made++;
    if (name[0] == '.' && string_ends_with(name, ".o.cmd") && is_missing(directory_fd, name))
        objects->missing++;
    return 0;
}

int objects_count(int parent_fd, const char *name, struct timespec since, struct objects *objects,
                  struct error *error)
{
    int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    auto_directory DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    if (directory == NULL)
        return error_set(error, ERROR_FAILED, errno, "open directory %s to count objects", name);
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (!files_is_dot(entry->d_name) &&
            count_entry(fd, entry->d_name, since, objects, error) != 0)
            return -1;
    }
    return 0;
}
