// SPDX-License-Identifier: GPL-2.0-or-later
/* From a path to its mount, from the mount to the whole disk; and the latency of direct reads. */
#include "machine/disk.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "machine/file_sample.h"
#include "statistics/summary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_BYTES = 4096, LAYERS_MAXIMUM = 8 };

static bool is_below(const char *path, const char *mount_point)
{
    size_t length = strlen(mount_point);
    if (string_is(mount_point, "/"))
        return true;
    return strncmp(path, mount_point, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* The deepest mount that holds the path; of several at one point the last, which hides the others.
 * Fills *out_words with its line. */
static bool find_mount(const char *mounts, const char *path, struct string_list *out_words)
{
    size_t best = 0;
    auto_string_list struct string_list lines = {0};
    string_list_split(&lines, mounts, '\n');
    for (size_t i = 0; i < lines.count; i++) {
        auto_string_list struct string_list words = {0};
        string_list_split(&words, lines.items[i], ' ');
        if (words.count < 10)
            continue;
        string_unescape(words.items[4]); /* blanks; proc(5) */
        size_t length = strlen(words.items[4]);
        if (length < best || !is_below(path, words.items[4]))
            continue;
        best = length;
        string_list_finish(out_words);
        *out_words = words;
        words = (struct string_list){0};
    }
    return out_words->count > 0;
}

/* The last part of the link's target: "vda1" of /sys/dev/block/254:1. NULL where there is none. */
static char *link_name(const struct sysroot *root, const char *path)
{
    char target[PATH_MAX];
    const char *relative = path + strspn(path, "/");
    ssize_t length = readlinkat(root->fd, relative, target, sizeof(target) - 1);
    if (length <= 0)
        return NULL;
    target[length] = '\0';
    const char *slash = strrchr(target, '/');
    return string_duplicate(slash != NULL ? slash + 1 : target);
}

/* "sda" of the partition "sda1": the directory that /sys/class/block/sda1 lies in. */
static char *whole_of_partition(const struct sysroot *root, const char *name)
{
    char target[PATH_MAX];
    auto_free char *link = string_format("sys/class/block/%s", name);
    auto_free char *mark = string_format("%s/partition", link);
    ssize_t length = readlinkat(root->fd, link, target, sizeof(target) - 1);
    if (!sysroot_has(root, mark) || length <= 0)
        return string_duplicate(name);
    target[length] = '\0';
    char *slash = strrchr(target, '/');
    if (slash == NULL)
        return string_duplicate(name);
    *slash = '\0';
    const char *before = strrchr(target, '/');
    return string_duplicate(before != NULL ? before + 1 : target);
}

/* The one disk that a device-mapper or RAID device is made of; NULL where there is none or more
 * than one. */
static char *only_slave(const struct sysroot *root, const char *name)
{
    auto_free char *path = string_format("sys/class/block/%s/slaves", name);
    int fd = sysroot_open_file(root, path, O_RDONLY | O_DIRECTORY);
    auto_directory DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    auto_free char *only = NULL;
    const struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        auto_free char *whole = whole_of_partition(root, entry->d_name);
        if (only != NULL && !string_is(only, whole))
            return NULL;
        free(only);
        only = take_pointer(whole);
    }
    return take_pointer(only);
}

static char *whole_disk(const struct sysroot *root, const char *device)
{
    auto_free char *name = whole_of_partition(root, device);
    for (int layer = 0; layer < LAYERS_MAXIMUM; layer++) {
        char *below = only_slave(root, name);
        if (below == NULL)
            break;
        free(name);
        name = below;
    }
    return take_pointer(name);
}

/* The kernel's name of the mounted device. Some file systems (btrfs) have a device number of their
 * own, then the mount's source says it, perhaps by a link (/dev/mapper/x). */
static char *device_name(const struct sysroot *root, const char *number, const char *source)
{
    auto_free char *link = string_format("sys/dev/block/%s", number);
    char *name = link_name(root, link);
    if (name != NULL || !string_starts_with(source, "/dev/"))
        return name;
    name = link_name(root, source);
    return name != NULL ? name : string_duplicate(source + strlen("/dev/"));
}

static void resolve_device(const struct sysroot *root, const char *source, struct disk *disk)
{
    auto_free char *device = device_name(root, disk->number, source);
    if (device == NULL)
        return;
    struct error ignored;
    char number[32];
    auto_free char *path = string_format("sys/class/block/%s/dev", device);
    if (sysroot_read(root, path, number, sizeof(number), &ignored) < 0)
        return;
    free(disk->number);
    disk->number = string_duplicate(number);
    disk->name = whole_disk(root, device);
    disk->queue = string_format("sys/block/%s/queue", disk->name);
}

int disk_of_path(const struct sysroot *root, const char *path, struct disk *out,
                 struct error *error)
{
    auto_free char *real = root->is_real ? realpath(path, NULL) : string_duplicate(path);
    if (real == NULL)
        return error_set(error, ERROR_CANNOT, errno, "find the disk below %s", path);
    auto_free char *mounts = sysroot_read_all(root, "proc/self/mountinfo", error);
    if (mounts == NULL)
        return error_context(error, "find the disk below %s", path);
    auto_string_list struct string_list words = {0};
    size_t dash = 6;
    if (find_mount(mounts, real, &words))
        while (dash < words.count && !string_is(words.items[dash], "-"))
            dash++;
    if (dash + 3 >= words.count)
        return error_set(error, ERROR_CANNOT, 0, "find the disk below %s: no mount holds it", path);
    *out = (struct disk){.number = string_duplicate(words.items[2]),
                         .filesystem = string_duplicate(words.items[dash + 1]),
                         .mount_point = string_duplicate(words.items[4]),
                         .mount_options =
                             string_format("%s,%s", words.items[5], words.items[dash + 3])};
    resolve_device(root, words.items[dash + 2], out);
    return 0;
}

void disk_finish(struct disk *disk)
{
    if (disk == NULL)
        return;
    free(disk->number);
    free(disk->name);
    free(disk->queue);
    free(disk->filesystem);
    free(disk->mount_point);
    free(disk->mount_options);
    *disk = (struct disk){0};
}

/* One direct read at a random block; its time in us, or -1 with errno. */
static double timed_read(const struct sampled_file *file, void *buffer, struct random *random)
{
    uint64_t blocks = ((uint64_t)file->size + READ_BYTES - 1) / READ_BYTES;
    off_t offset = (off_t)(random_below(random, blocks) * READ_BYTES);
    struct time_point start = clock_now();
    if (pread(file->fd, buffer, READ_BYTES, offset) < 0)
        return -1.0;
    return (double)clock_since(start).ns / 1e3;
}

int disk_read_latency(const struct file_sample *sample, unsigned count, uint64_t seed,
                      struct disk_latency *out, struct error *error)
{
    struct random random;
    random_init(&random, random_derive(seed, "disk_read_latency"));
    if (sample->count == 0 || count == 0)
        return error_set(error, ERROR_CANNOT, 0, "sample read latency: there are no files to read");
    auto_free void *buffer = aligned_alloc(READ_BYTES, READ_BYTES);
    auto_free double *times_us = memory_allocate(count * sizeof(double));
    if (buffer == NULL)
        return error_set(error, ERROR_CANNOT, ENOMEM, "sample read latency");
    for (unsigned i = 0; i < count; i++) {
        const struct sampled_file *file = &sample->files[random_below(&random, sample->count)];
        int flags = fcntl(file->fd, F_GETFL);
        if (flags < 0 || fcntl(file->fd, F_SETFL, flags | O_DIRECT) != 0 ||
            (times_us[i] = timed_read(file, buffer, &random)) < 0.0)
            return error_set(error, ERROR_CANNOT, errno,
                             "sample read latency: direct reads are not to be had here");
    }
    struct summary summary = summary_of(times_us, count);
    *out = (struct disk_latency){
        .count = count, .median_us = summary.median, .max_us = summary.maximum};
    return 0;
}
