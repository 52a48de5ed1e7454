// SPDX-License-Identifier: GPL-2.0-or-later
/* Finding and killing the processes of a group or of an experiment. */
#include "machine/leftover.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DEADLINE_MS = 10000, PAUSE_MS = 5 };

struct pid_list {
    pid_t *pids;
    size_t count;
};

static void pid_list_finish(struct pid_list *list)
{
    free(list->pids);
    *list = (struct pid_list){0};
}
CLEANUP_DEFINE(pid_list, struct pid_list, pid_list_finish)
#define auto_pid_list __attribute__((cleanup(cleanup_pid_list)))

static void pid_list_add(struct pid_list *list, pid_t pid)
{
    list->pids = memory_grow(list->pids, list->count, sizeof(pid_t));
    list->pids[list->count++] = pid;
}

/* What the processes to be ended have in common. */
struct membership {
    int directory_fd;           /* of the group; -1 where the mark decides */
    const struct sysroot *root; /* for the mark */
    const char *entry;          /* of the environment: MARK=UUID */
};

static char *read_whole(int fd, size_t *out_length)
{
    auto_text struct text text = {0};
    char piece[4096];
    ssize_t got;
    while ((got = read(fd, piece, sizeof(piece))) > 0)
        text_append_bytes(&text, piece, (size_t)got);
    *out_length = text.length;
    return text_take(&text);
}

static void list_group(int directory_fd, struct pid_list *out)
{
    auto_fd int fd = openat(directory_fd, "cgroup.procs", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        size_t length;
        auto_free char *text = read_whole(fd, &length);
        for (char *at = text, *end = text;; at = end) {
            long pid = strtol(at, &end, 10);
            if (end == at)
                break;
            if (pid > 0) /* 0: a process of another PID namespace */
                pid_list_add(out, (pid_t)pid);
        }
    }
    int copy = openat(directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    auto_directory DIR *directory = copy >= 0 ? fdopendir(copy) : NULL;
    const struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
            continue;
        auto_fd int below =
            openat(directory_fd, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (below >= 0)
            list_group(below, out);
    }
}

static bool has_mark(const struct membership *membership, pid_t pid)
{
    char path[64];
    snprintf(path, sizeof(path), "proc/%d/environ", (int)pid);
    auto_fd int fd = sysroot_open_file(membership->root, path, O_RDONLY);
    if (fd < 0)
        return false;
    size_t length;
    auto_free char *text = read_whole(fd, &length);
    for (const char *at = text; at < text + length; at += strlen(at) + 1)
        if (strcmp(at, membership->entry) == 0)
            return true;
    return false;
}

static void list_marked(const struct membership *membership, struct pid_list *out)
{
    int fd = sysroot_open_file(membership->root, "proc", O_RDONLY | O_DIRECTORY);
    auto_directory DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid > 0 && pid != getpid() && has_mark(membership, pid))
            pid_list_add(out, pid);
    }
}

static void list_members(const struct membership *membership, struct pid_list *out)
{
    if (membership->directory_fd >= 0)
        list_group(membership->directory_fd, out);
    else
        list_marked(membership, out);
}

static bool is_in_group(int directory_fd, pid_t pid)
{
    auto_pid_list struct pid_list list = {0};
    list_group(directory_fd, &list);
    for (size_t i = 0; i < list.count; i++)
        if (list.pids[i] == pid)
            return true;
    return false;
}

static bool kill_member(const struct membership *membership, pid_t pid)
{
    auto_fd int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (pidfd < 0)
        return false;
    bool is_member = membership->directory_fd >= 0 ? is_in_group(membership->directory_fd, pid)
                                                   : has_mark(membership, pid);
    return is_member && syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0) == 0;
}

static int kill_members(const struct membership *membership, struct error *error)
{
    struct time_point deadline = deadline_after_ms(DEADLINE_MS);
    size_t killed = 0;
    while (true) {
        auto_pid_list struct pid_list list = {0};
        list_members(membership, &list);
        if (list.count == 0)
            return (int)killed;
        for (size_t i = 0; i < list.count; i++)
            killed += kill_member(membership, list.pids[i]) ? 1 : 0;
        if (deadline_is_past(deadline))
            return error_set(error, ERROR_FAILED, 0,
                             "process %d (and %zu more) was sent SIGKILL and has not ended in "
                             "%d s; it may hang in the kernel",
                             (int)list.pids[0], list.count - 1, DEADLINE_MS / 1000);
        clock_pause_ms(PAUSE_MS);
    }
}

int leftover_kill_group(int directory_fd, struct error *error)
{
    const struct membership membership = {.directory_fd = directory_fd};
    if (is_in_group(directory_fd, getpid()))
        return error_set(error, ERROR_FAILED, 0,
                         "a control group that is to be ended holds this process itself");
    auto_pid_list struct pid_list list = {0};
    list_group(directory_fd, &list);
    if (list.count == 0)
        return 0;
    auto_fd int kill_fd = openat(directory_fd, "cgroup.kill", O_WRONLY | O_CLOEXEC);
    bool is_told = kill_fd >= 0 && write(kill_fd, "1", 1) == 1;
    int killed = kill_members(&membership, error);
    return killed < 0 ? -1 : killed + (is_told ? 1 : 0);
}

int leftover_kill_marked(const struct sysroot *root, const char *uuid, struct error *error)
{
    if (!root->is_real)
        return 0;
    auto_free char *entry = string_format("%s=%s", LEFTOVER_MARK, uuid);
    const struct membership membership = {.directory_fd = -1, .root = root, .entry = entry};
    return kill_members(&membership, error);
}
