// SPDX-License-Identifier: GPL-2.0-or-later
/* Writing and judging the mark of a work directory. Its owner is alive while it holds a flock() on
 * the directory, which is seen from every PID namespace. Where the file system has no such locks, a
 * process is told from a later one of the same number by its start time, field 22 of
 * /proc/PID/stat. */
#include "machine/work_mark.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/boot_id.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark_name[] = ".contend";

/* 0 where there is no such process, or only its zombie. */
static uint64_t process_start(const struct sysroot *root, pid_t pid)
{
    char path[64];
    char text[1024];
    struct error ignored;
    snprintf(path, sizeof(path), "proc/%d/stat", (int)pid);
    if (sysroot_read(root, path, text, sizeof(text), &ignored) < 0)
        return 0;
    const char *at = strrchr(text, ')'); /* field 2 may hold blanks; field 22 is the 20th behind */
    if (at != NULL && (strncmp(at, ") Z", 3) == 0 || strncmp(at, ") X", 3) == 0))
        return 0;
    for (int field = 2; at != NULL && field < 22; field++) {
        at = strchr(at, ' ');
        at = at != NULL ? at + 1 : NULL;
    }
    return at != NULL ? strtoull(at, NULL, 10) : 0;
}

int work_mark_write(const struct sysroot *root, int directory_fd, const char *experiment_uuid,
                    struct error *error)
{
    char boot[BOOT_ID_BYTES];
    boot_id_read(root, boot);
    auto_free char *text =
        string_format("contend work directory\nexperiment %s\nboot %s\nprocess %d %" PRIu64 "\n",
                      experiment_uuid, boot, (int)getpid(), process_start(root, getpid()));
    (void)flock(directory_fd, LOCK_SH); /* best effort; one that looks holds it for a moment only */
    return files_write_atomically(directory_fd, mark_name, text, strlen(text), error);
}

static bool is_locked(int directory_fd)
{
    if (flock(directory_fd, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK;
    flock(directory_fd, LOCK_UN);
    return false;
}

enum work_mark_state work_mark_state(const struct sysroot *root, int directory_fd, pid_t *out_pid)
{
    struct stat status;
    struct error unread;
    *out_pid = 0;
    if (fstat(directory_fd, &status) != 0 || status.st_uid != geteuid())
        return WORK_MARK_ABSENT;
    if (fstatat(directory_fd, mark_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode) || status.st_uid != geteuid())
        return WORK_MARK_ABSENT;
    auto_free char *text = files_read_all(directory_fd, mark_name, 4096, NULL, &unread);
    if (text == NULL) {
        errno = unread.number; /* 0: it is larger than any mark */
        return errno != 0 ? WORK_MARK_HIDDEN : WORK_MARK_ABSENT;
    }
    char boot[BOOT_ID_BYTES];
    int pid;
    uint64_t start;
    if (sscanf(text,
               "contend work directory\nexperiment %*s\nboot %63s\n"
               "process %d %" SCNu64,
               boot, &pid, &start) != 3)
        return WORK_MARK_ABSENT;
    *out_pid = pid;
    char now[BOOT_ID_BYTES];
    boot_id_read(root, now);
    bool is_running = strcmp(boot, now) == 0 && start != 0 && process_start(root, pid) == start;
    return is_running || is_locked(directory_fd) ? WORK_MARK_ALIVE : WORK_MARK_STALE;
}

int work_mark_remove_tree(int parent_fd, const char *name, struct error *error)
{
    if (files_empty_directory(parent_fd, name, mark_name, error) != 0)
        return -1;
    return files_remove_tree(parent_fd, name, error);
}
