// SPDX-License-Identifier: GPL-2.0-or-later
/* Making, finding again and removing work directories. */
#include "machine/work_directory.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "machine/work_mark.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name_prefix[] = "contend-";

enum { OPEN_DIRECTORY = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static int refuse_existing(const struct sysroot *root, const char *path, struct error *error)
{
    pid_t pid = 0;
    auto_fd int fd = open(path, OPEN_DIRECTORY);
    if (fd >= 0 && work_mark_state(root, fd, &pid) != WORK_MARK_ABSENT)
        return error_set(error, ERROR_CANNOT, EEXIST,
                         "make work directory %s (of process %d of the same experiment)", path,
                         (int)pid);
    return error_set(error, ERROR_CANNOT, EEXIST,
                     "make work directory %s (what is there is not Contend's; remove it or choose "
                     "another --dir)",
                     path);
}

static int create_marked(struct journal *journal, struct work_directory *made, const char *uuid,
                         struct error *error)
{
    if (mkdir(made->path, 0700) != 0) {
        struct error ignored;
        int number = errno;
        journal_forget(journal, "directory", made->path, &ignored);
        if (number == EEXIST)
            return refuse_existing(journal->root, made->path, error);
        return error_set(error, ERROR_CANNOT, number, "make work directory %s", made->path);
    }
    made->fd = open(made->path, OPEN_DIRECTORY);
    if (made->fd >= 0 && work_mark_write(journal->root, made->fd, uuid, error) == 0)
        return 0;
    if (made->fd < 0)
        error_set(error, ERROR_CANNOT, errno, "open it");
    struct error ignored;
    journal_undo(journal, "directory", made->path, &ignored);
    return error_context(error, "make work directory %s", made->path);
}

int work_directory_create(struct journal *journal, const char *parent, const char *experiment_uuid,
                          struct work_directory *out, struct error *error)
{
    auto_free char *real_parent = realpath(parent, NULL);
    if (real_parent == NULL)
        return error_set(error, ERROR_CANNOT, errno, "work below %s", parent);
    struct work_directory made = {.fd = -1};
    made.path = string_format("%s/%s%.8s", strcmp(real_parent, "/") == 0 ? "" : real_parent,
                              name_prefix, experiment_uuid);
    if (journal_record(journal, "directory", made.path, error) != 0 ||
        create_marked(journal, &made, experiment_uuid, error) != 0) {
        work_directory_close(&made);
        return -1;
    }
    *out = made;
    return 0;
}

int work_directory_remove(struct journal *journal, struct work_directory *directory,
                          struct error *error)
{
    if (directory->path == NULL)
        return 0;
    if (journal_undo(journal, "directory", directory->path, error) != 0)
        return -1;
    work_directory_close(directory);
    return 0;
}

void work_directory_close(struct work_directory *directory)
{
    if (directory == NULL || directory->path == NULL)
        return;
    if (directory->fd >= 0)
        close(directory->fd);
    free(directory->path);
    *directory = (struct work_directory){.fd = -1};
}

static int clean_one(const struct sysroot *root, int parent_fd, const char *name,
                     struct error *error)
{
    pid_t pid;
    auto_fd int fd = openat(parent_fd, name, OPEN_DIRECTORY);
    if (fd < 0 || work_mark_state(root, fd, &pid) != WORK_MARK_STALE)
        return 0;
    return work_mark_remove_tree(parent_fd, name, error) == 0 ? 1 : -1;
}

int work_directory_clean_stale(const struct sysroot *root, const char *parent,
                               struct string_list *out_said, struct error *error)
{
    auto_directory DIR *directory = opendir(parent);
    if (directory == NULL)
        return error_set(error, ERROR_CANNOT, errno, "look for old work directories in %s", parent);
    auto_string_list struct string_list names = {0};
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL)
        if (string_starts_with(entry->d_name, name_prefix))
            string_list_add(&names, entry->d_name);
    for (size_t i = 0; i < names.count; i++) {
        int cleaned = clean_one(root, dirfd(directory), names.items[i], error);
        if (cleaned < 0)
            return error_context(error, "remove old work directory %s/%s", parent, names.items[i]);
        if (cleaned > 0 && out_said != NULL)
            string_list_take(out_said,
                             string_format("removed %s/%s, left by an experiment that was killed",
                                           parent, names.items[i]));
    }
    return 0;
}

int work_directory_check(const char *parent, struct error *error)
{
    struct stat status;
    int number = stat(parent, &status) != 0 ? errno : S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
    if (number == 0 && faccessat(AT_FDCWD, parent, W_OK | X_OK, AT_EACCESS) != 0)
        number = errno;
    if (number == 0)
        return 0;
    return error_set(error, ERROR_CANNOT, number, "make a work directory in %s", parent);
}
