// SPDX-License-Identifier: GPL-2.0-or-later
/* One pass over /proc, and sums over the descendants of a process. */
#include "measure/process_tree.h"
#include "base/memory.h"
#include "measure/counters.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KTHREADD = 2, DEPTH_MAXIMUM = 4096 };

static pid_t pid_of_name(const char *name)
{
    char *end;
    long pid = strtol(name, &end, 10);
    return *end == '\0' && pid > 0 ? (pid_t)pid : 0;
}

static int stat_parse(const char *text, struct process_entry *out)
{
    const char *rest = strrchr(text, ')'); /* the name in parentheses may hold anything */
    unsigned long minor, minor_reaped, major, major_reaped, user, system;
    long user_reaped, system_reaped;
    if (rest == NULL ||
        sscanf(rest + 1, " %c %d %*d %*d %*d %*d %*u %lu %lu %lu %lu %lu %lu %ld %ld %*d %*d %u",
               &out->state, &out->parent, &minor, &minor_reaped, &major, &major_reaped, &user,
               &system, &user_reaped, &system_reaped, &out->threads) != 11)
        return -1;
    double ticks_per_s = (double)sysconf(_SC_CLK_TCK);
    out->user_s = ((double)user + (double)user_reaped) / ticks_per_s;
    out->system_s = ((double)system + (double)system_reaped) / ticks_per_s;
    out->minor_faults = (double)minor + (double)minor_reaped;
    out->major_faults = (double)major + (double)major_reaped;
    out->has_reaped = minor_reaped > 0;
    return 0;
}

static void entry_read(const struct sysroot *root, pid_t pid, struct process_tree *tree)
{
    char path[64];
    char text[1024];
    struct error ended; /* a process that went since its name was listed is no error */
    struct process_entry entry = {.pid = pid};
    snprintf(path, sizeof(path), "proc/%d/stat", pid);
    if (sysroot_read(root, path, text, sizeof(text), &ended) < 0 || stat_parse(text, &entry) != 0)
        return;
    if (pid == KTHREADD && entry.parent == 0 && strstr(text, "(kthreadd)") != NULL)
        tree->has_kernel_threads = true;
    tree->entries = memory_grow(tree->entries, tree->count, sizeof(entry));
    tree->entries[tree->count++] = entry;
}

static int compare_pids(const void *a, const void *b)
{
    pid_t left = ((const struct process_entry *)a)->pid;
    pid_t right = ((const struct process_entry *)b)->pid;
    return (left > right) - (left < right);
}

int process_tree_read(const struct sysroot *root, struct process_tree *out, struct error *error)
{
    int fd = sysroot_open_file(root, "proc", O_RDONLY | O_DIRECTORY);
    auto_directory DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    if (directory == NULL)
        return error_set(error, ERROR_FAILED, errno, "list the processes in /proc");
    *out = (struct process_tree){0};
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        pid_t pid = pid_of_name(entry->d_name);
        if (pid > 0)
            entry_read(root, pid, out);
    }
    if (out->count > 0)
        qsort(out->entries, out->count, sizeof(struct process_entry), compare_pids);
    return 0;
}

void process_tree_finish(struct process_tree *tree)
{
    if (tree == NULL)
        return;
    free(tree->entries);
    *tree = (struct process_tree){0};
}

static const struct process_entry *entry_of(const struct process_tree *tree, pid_t pid)
{
    const struct process_entry key = {.pid = pid};
    return tree->count == 0 ? NULL
                            : bsearch(&key, tree->entries, tree->count, sizeof(key), compare_pids);
}

/* The depth bound ends the walk where a reused pid closed a circle between two readings. */
static bool is_below(const struct process_tree *tree, const struct process_entry *entry, pid_t top)
{
    for (int depth = 0; entry != NULL && depth < DEPTH_MAXIMUM; depth++) {
        if (entry->pid == top)
            return true;
        entry = entry_of(tree, entry->parent);
    }
    return false;
}

static int refuse_absent(const struct process_tree *tree, pid_t top, struct error *error)
{
    if (entry_of(tree, top) != NULL)
        return 0;
    return error_set(error, ERROR_FAILED, 0, "account for process %d: there is none in /proc", top);
}

int process_tree_sum(const struct process_tree *tree, pid_t top, struct process_sums *out,
                     struct error *error)
{
    if (refuse_absent(tree, top, error) != 0)
        return -1;
    *out = (struct process_sums){0};
    for (size_t i = 0; i < tree->count; i++) {
        const struct process_entry *entry = &tree->entries[i];
        if (!is_below(tree, entry, top))
            continue;
        out->processes++;
        out->user_s += entry->user_s;
        out->system_s += entry->system_s;
        out->minor_faults += entry->minor_faults;
        out->major_faults += entry->major_faults;
    }
    return 0;
}

bool process_tree_is_stopped(const struct process_tree *tree, pid_t top)
{
    for (size_t i = 0; i < tree->count; i++) {
        const struct process_entry *entry = &tree->entries[i];
        if ((entry->state == 'T' || entry->state == 't') && is_below(tree, entry, top))
            return true;
    }
    return false;
}

int process_tree_sum_kernel(const struct process_tree *tree, struct process_sums *out,
                            struct error *error)
{
    if (!tree->has_kernel_threads)
        return error_set(error, ERROR_FAILED, 0,
                         "account for kernel threads: kthreadd is not in /proc (a container?)");
    return process_tree_sum(tree, KTHREADD, out, error);
}

/* Adds what one status file says; 0 where the task has ended. */
static void switches_add(const struct sysroot *root, const char *path, struct process_switches *sum)
{
    char text[8192];
    struct error ended;
    if (sysroot_read(root, path, text, sizeof(text), &ended) < 0)
        return;
    double voluntary = counters_of_key(text, "voluntary_ctxt_switches");
    double involuntary = counters_of_key(text, "nonvoluntary_ctxt_switches");
    if (isnan(voluntary) || isnan(involuntary))
        return;
    sum->voluntary += voluntary;
    sum->involuntary += involuntary;
}

static void switches_add_process(const struct sysroot *root, const struct process_entry *entry,
                                 struct process_switches *sum)
{
    char path[128];
    if (entry->threads == 1) {
        snprintf(path, sizeof(path), "proc/%d/status", entry->pid);
        switches_add(root, path, sum);
        return;
    }
    snprintf(path, sizeof(path), "proc/%d/task", entry->pid);
    int fd = sysroot_open_file(root, path, O_RDONLY | O_DIRECTORY);
    auto_directory DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    struct dirent *task;
    while (directory != NULL && (task = readdir(directory)) != NULL) {
        pid_t id = pid_of_name(task->d_name);
        snprintf(path, sizeof(path), "proc/%d/task/%d/status", entry->pid, id);
        if (id > 0)
            switches_add(root, path, sum);
    }
}

int process_tree_switches(const struct sysroot *root, const struct process_tree *tree, pid_t top,
                          struct process_switches *out, struct error *error)
{
    if (refuse_absent(tree, top, error) != 0)
        return -1;
    *out = (struct process_switches){0};
    for (size_t i = 0; i < tree->count; i++) {
        const struct process_entry *entry = &tree->entries[i];
        if (!is_below(tree, entry, top))
            continue;
        if (entry->pid != top && entry->has_reaped)
            out->has_hidden = true;
        switches_add_process(root, entry, out);
    }
    return 0;
}

int process_tree_io(const struct sysroot *root, const struct process_tree *tree, pid_t top,
                    struct process_io *out, struct error *error)
{
    if (refuse_absent(tree, top, error) != 0)
        return -1;
    struct process_io sum = {0};
    for (size_t i = 0; i < tree->count; i++) {
        char path[64];
        char text[512];
        struct error reason;
        snprintf(path, sizeof(path), "proc/%d/io", tree->entries[i].pid);
        if (!is_below(tree, &tree->entries[i], top))
            continue;
        if (sysroot_read(root, path, text, sizeof(text), &reason) < 0) {
            if (reason.number == ESRCH || (reason.number == ENOENT && tree->entries[i].pid != top))
                continue;
            *error = reason;
            return -1;
        }
        sum.read_bytes += counters_of_key(text, "read_bytes");
        sum.written_bytes += counters_of_key(text, "write_bytes");
        sum.written_bytes -= counters_of_key(text, "cancelled_write_bytes");
    }
    *out = sum;
    return 0;
}
