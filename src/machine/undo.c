// SPDX-License-Identifier: GPL-2.0-or-later
/* The undoing of values, swap, control groups, work directories and marked processes. */
#include "machine/undo.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/memory.h"
#include "machine/kernel_value.h"
#include "machine/leftover.h"
#include "machine/work_mark.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/swap.h>
#include <unistd.h>

enum { GROUP_REMOVE_MS = 5000, GROUP_PAUSE_MS = 10, SWAPOFF_MS = 60000 };

__attribute__((format(printf, 2, 3))) static void say(const struct undo *undo, const char *format,
                                                      ...)
{
    va_list arguments;
    if (undo->said == NULL)
        return;
    va_start(arguments, format);
    string_list_take(undo->said, string_format_list(format, arguments));
    va_end(arguments);
}

static bool is_vanished(int number)
{
    return number == ENOENT || number == ENODEV || number == ENXIO || number == ENOTDIR;
}

int undo_value(const struct undo *undo, char *const *fields, struct error *error)
{
    const char *path = fields[0];
    const char *old_value = fields[1];
    const char *new_value = fields[2];
    if (!undo->is_same_boot)
        return 0;
    auto_free char *now = kernel_value_read(undo->root, path, error);
    if (now == NULL && is_vanished(error->number)) {
        say(undo, "/%s is gone; its value %s went with it", path, old_value);
        return 0;
    }
    if (now == NULL)
        return -1;
    if (kernel_value_is_equal(now, old_value))
        return 0;
    if (sysroot_write(undo->root, path, old_value, error) != 0)
        return -1;
    auto_free char *after = kernel_value_read(undo->root, path, error);
    if (after == NULL)
        return -1;
    if (!kernel_value_is_equal(after, old_value))
        return error_set(error, ERROR_NOT_RESTORED, 0,
                         "/%s was put back to '%s' but reads back as '%s'", path, old_value, after);
    if (kernel_value_is_equal(now, new_value))
        say(undo, "put /%s back to %s", path, old_value);
    else
        say(undo, "put /%s back to %s; somebody else had changed it to %s meanwhile", path,
            old_value, now);
    return 0;
}

/* swapoff() and unlink() of a swap file; 0 or the errno of what failed. EPERM of unlink() after
 * EINVAL of swapoff(): somebody else is switching it off this moment, which takes as long as
 * reading back what is swapped. */
static int remove_swap_file(const char *path, bool *out_is_removed)
{
    struct time_point deadline = deadline_after_ms(SWAPOFF_MS);
    while (true) {
        int number = swapoff(path) == 0 ? 0 : errno;
        bool is_gone = number == EPERM && access(path, F_OK) != 0;
        if (number != 0 && number != EINVAL && number != ENOENT && !is_gone)
            return number;
        *out_is_removed = unlink(path) == 0;
        if (*out_is_removed || errno == ENOENT || errno == ENOTDIR)
            return 0;
        if (errno != EPERM || deadline_is_past(deadline))
            return errno;
        clock_pause_ms(50);
    }
}

int undo_swap(const struct undo *undo, char *const *fields, struct error *error)
{
    const char *path = fields[0];
    bool is_removed = false;
    int number = undo->root->is_real ? remove_swap_file(path, &is_removed) : 0;
    if (!undo->root->is_real)
        is_removed = unlink(path) == 0;
    if (number == ENOMEM)
        return error_set(error, ERROR_NOT_RESTORED, ENOMEM,
                         "switch off swap file %s: what is swapped doesn't fit into memory; end "
                         "the processes that use it and run `contend restore`",
                         path);
    if (number != 0)
        return error_set(error, ERROR_NOT_RESTORED, number, "remove swap file %s", path);
    if (is_removed)
        say(undo, "removed swap file %s", path);
    return 0;
}

int undo_swapon(const struct undo *undo, char *const *fields, struct error *error)
{
    long priority = strtol(fields[1], NULL, 10);
    int flags = priority >= 0 ? (int)(SWAP_FLAG_PREFER | (priority & SWAP_FLAG_PRIO_MASK)) : 0;
    if (!undo->is_same_boot || !undo->root->is_real)
        return 0;
    if (swapon(fields[0], flags) == 0) {
        say(undo, "switched swap on %s on again", fields[0]);
        return 0;
    }
    if (errno == EBUSY)
        return 0;
    if (errno == ENOENT) {
        say(undo, "swap on %s is gone: its owner removed it", fields[0]);
        return 0;
    }
    return error_set(error, ERROR_NOT_RESTORED, errno, "switch swap on %s on again", fields[0]);
}

/* Removes the group and those that were made below it. */
static int remove_group(int parent_fd, const char *name)
{
    if (unlinkat(parent_fd, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
        return 0;
    int number = errno;
    int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    auto_directory DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL)
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
            remove_group(dirfd(directory), entry->d_name);
    if (directory != NULL && unlinkat(parent_fd, name, AT_REMOVEDIR) == 0)
        return 0;
    errno = number;
    return -1;
}

/* Splits an absolute path into an open parent and a name; -1 with errno. */
static int open_parent(const struct sysroot *root, const char *path, const char **out_name)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash[1] == '\0') {
        errno = EINVAL;
        return -1;
    }
    auto_free char *parent = string_duplicate(path);
    parent[slash - path] = '\0';
    *out_name = slash + 1;
    return sysroot_open_file(root, parent, O_RDONLY | O_DIRECTORY);
}

int undo_group(const struct undo *undo, char *const *fields, struct error *error)
{
    const char *name;
    auto_fd int parent = open_parent(undo->root, fields[0], &name);
    auto_fd int group =
        parent < 0 ? -1 : openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (group < 0 && is_vanished(errno))
        return 0;
    if (group < 0)
        return error_set(error, ERROR_NOT_RESTORED, errno, "open control group %s", fields[0]);
    if (leftover_kill_group(group, error) < 0)
        return error_context(error, "end what runs in control group %s", fields[0]);
    struct time_point deadline = deadline_after_ms(GROUP_REMOVE_MS);
    while (remove_group(parent, name) != 0) {
        if (errno != EBUSY || deadline_is_past(deadline))
            return error_set(error, ERROR_NOT_RESTORED, errno, "remove control group %s",
                             fields[0]);
        clock_pause_ms(GROUP_PAUSE_MS);
    }
    say(undo, "removed control group %s", fields[0]);
    return 0;
}

int undo_directory(const struct undo *undo, char *const *fields, struct error *error)
{
    const char *name;
    pid_t pid;
    auto_fd int parent = open_parent(undo->root, fields[0], &name);
    auto_fd int directory =
        parent < 0 ? -1 : openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory < 0 && (is_vanished(errno) || errno == ELOOP))
        return 0;
    if (directory < 0)
        return error_set(error, ERROR_NOT_RESTORED, errno, "open work directory %s", fields[0]);
    enum work_mark_state mark = work_mark_state(undo->root, directory, &pid);
    if (mark == WORK_MARK_HIDDEN)
        return error_set(error, ERROR_NOT_RESTORED, errno,
                         "read the mark of work directory %s to remove it", fields[0]);
    if (mark == WORK_MARK_ABSENT) {
        /* Made, and killed before it was marked: then it is empty. */
        if (unlinkat(parent, name, AT_REMOVEDIR) != 0)
            say(undo, "left %s alone: it does not carry Contend's mark", fields[0]);
        return 0;
    }
    if (work_mark_remove_tree(parent, name, error) != 0)
        return error_context(error, "remove work directory %s", fields[0]);
    say(undo, "removed work directory %s", fields[0]);
    return 0;
}

int undo_marked(const struct undo *undo, char *const *fields, struct error *error)
{
    int killed = undo->is_same_boot ? leftover_kill_marked(undo->root, fields[0], error) : 0;
    if (killed < 0)
        return error_context(error, "end the processes of experiment %s", fields[0]);
    if (killed > 0)
        say(undo, "killed %d process%s of experiment %s", killed, killed == 1 ? "" : "es",
            fields[0]);
    return 0;
}
