// SPDX-License-Identifier: GPL-2.0-or-later
/* The directory of lock and journal, and the lock. */
#include "machine/state_directory.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char *default_path(void)
{
    if (geteuid() == 0)
        return string_duplicate("/run/contend");
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    if (runtime != NULL && runtime[0] == '/')
        return string_format("%s/contend", runtime);
    return string_format("/tmp/contend-%u", (unsigned)geteuid());
}

int state_directory_open_at(struct state_directory *out, const char *path, struct error *error)
{
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return error_set(error, ERROR_CANNOT, errno, "make %s for lock and journal", path);
    auto_fd int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0)
        return error_set(error, ERROR_CANNOT, errno, "open %s for lock and journal", path);
    if (status.st_uid != geteuid())
        return error_set(error, ERROR_CANNOT, 0,
                         "%s holds lock and journal but belongs to user %u: remove it", path,
                         (unsigned)status.st_uid);
    if ((status.st_mode & 077) != 0 && fchmod(fd, 0700) != 0)
        return error_set(error, ERROR_CANNOT, errno, "close %s to other users", path);
    out->path = string_duplicate(path);
    out->fd = take_fd(fd);
    return 0;
}

int state_directory_open(struct state_directory *out, struct error *error)
{
    auto_free char *path = default_path();
    return state_directory_open_at(out, path, error);
}

void state_directory_close(struct state_directory *directory)
{
    if (directory == NULL || directory->path == NULL)
        return;
    close(directory->fd);
    free(directory->path);
    *directory = (struct state_directory){.fd = -1};
}

static pid_t holder_of(int fd)
{
    char text[32] = "";
    ssize_t length = pread(fd, text, sizeof(text) - 1, 0);
    return length > 0 ? (pid_t)strtol(text, NULL, 10) : 0;
}

static struct flock whole_file(short type)
{
    return (struct flock){.l_type = type, .l_whence = SEEK_SET};
}

/* A holder that is gone left its lock to its guardian, which is worth waiting for. Children inherit
 * flock(), not the record lock that the holder takes beside it: that ends with its process, also
 * where nobody reaps it, and is seen from other PID namespaces, where its number means nothing. */
static bool is_holder_gone(int fd)
{
    struct flock lock = whole_file(F_WRLCK);
    return fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
}

static int refuse_held(int fd, const char *path, struct error *error)
{
    int pid = holder_of(fd);
    if (is_holder_gone(fd))
        return error_set(error, ERROR_CANNOT, 0,
                         "process %d, which measured here, is gone, but what it started still "
                         "holds %s/lock: wait for its guardian to put the settings back",
                         pid, path);
    return error_set(error, ERROR_CANNOT, 0,
                     "process %d is measuring on this machine (it holds %s/lock); two would take "
                     "each other's settings for the originals: wait for it to end",
                     pid, path);
}

int state_directory_lock(const struct state_directory *directory, int wait_ms, int *out_fd,
                         struct error *error)
{
    struct time_point deadline = deadline_after_ms(wait_ms);
    auto_fd int fd = openat(directory->fd, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "open %s/lock", directory->path);
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return error_set(error, ERROR_CANNOT, errno, "lock %s/lock", directory->path);
        if (deadline_is_past(deadline) || !is_holder_gone(fd))
            return refuse_held(fd, directory->path, error);
        clock_pause_ms(20);
    }
    struct flock own = whole_file(F_WRLCK);
    if (fcntl(fd, F_SETLK, &own) != 0)
        return error_set(error, ERROR_CANNOT, errno, "lock %s/lock as its holder", directory->path);
    char text[32];
    int length = snprintf(text, sizeof(text), "%d\n", (int)getpid());
    if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)length, 0) != length)
        return error_set(error, ERROR_CANNOT, errno, "write %s/lock", directory->path);
    *out_fd = take_fd(fd);
    return 0;
}
