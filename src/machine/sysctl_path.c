// SPDX-License-Identifier: GPL-2.0-or-later
/* From the name of a sysctl to its file. */
#include "machine/sysctl_path.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

char *sysctl_path(const char *name)
{
    size_t first = strcspn(name, "./");
    if (first == 0 || name[first] == '\0')
        return NULL;
    auto_free char *path = string_format("proc/sys/%s", name);
    if (name[first] == '.')
        for (char *at = path + strlen("proc/sys/"); *at != '\0'; at++)
            *at = *at == '.' ? '/' : *at == '/' ? '.' : *at;
    if (strstr(path, "/..") != NULL || strstr(path, "//") != NULL || string_ends_with(path, "/"))
        return NULL;
    return take_pointer(path);
}

bool sysctl_path_exists(const struct sysroot *root, const char *path)
{
    struct stat status;
    return fstatat(root->fd, path, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode);
}
