// SPDX-License-Identifier: GPL-2.0-or-later
/* Random descents into a tree, and what of the drawn files is cached. */
#include "machine/file_sample.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MAXIMUM = 64, ATTEMPTS_PER_FILE = 4 };

static const size_t window_bytes_max = 64 * 1024 * 1024;

/* Sorted, so that the same seed draws the same files whatever order the file system gives. */
static void list_names(int directory_fd, struct string_list *out)
{
    int copy = openat(directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    auto_directory DIR *directory = copy >= 0 ? fdopendir(copy) : NULL;
    const struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL)
        if (!files_is_dot(entry->d_name))
            string_list_add(out, entry->d_name);
    string_list_sort(out);
}

/* One descent: an open file, or -1 where it ended in anything else. */
static int descend(const char *tree, struct random *random, struct stat *out_status)
{
    auto_fd int at = open(tree, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat top;
    if (at < 0 || fstat(at, &top) != 0)
        return -1;
    for (int depth = 0; depth < DEPTH_MAXIMUM; depth++) {
        auto_string_list struct string_list names = {0};
        list_names(at, &names);
        if (names.count == 0)
            return -1;
        const char *name = names.items[random_below(random, names.count)];
        auto_fd int fd = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (fd < 0 || fstat(fd, out_status) != 0 || out_status->st_dev != top.st_dev)
            return -1;
        if (S_ISREG(out_status->st_mode))
            return out_status->st_size > 0 ? take_fd(fd) : -1;
        if (!S_ISDIR(out_status->st_mode))
            return -1;
        close(at);
        at = take_fd(fd);
    }
    return -1;
}

static bool has_inode(const struct file_sample *sample, ino_t inode)
{
    for (size_t i = 0; i < sample->count; i++)
        if (sample->files[i].inode == inode)
            return true;
    return false;
}

void file_sample_draw(struct file_sample *out, const char *tree, size_t count, uint64_t seed)
{
    struct random random;
    random_init(&random, random_derive(seed, "file_sample"));
    *out = (struct file_sample){0};
    for (size_t attempt = 0; attempt < count * ATTEMPTS_PER_FILE && out->count < count; attempt++) {
        struct stat status;
        int fd = descend(tree, &random, &status);
        if (fd < 0)
            continue;
        if (has_inode(out, status.st_ino)) {
            close(fd);
            continue;
        }
        out->files = memory_grow(out->files, out->count, sizeof(struct sampled_file));
        out->files[out->count++] =
            (struct sampled_file){.fd = fd, .size = status.st_size, .inode = status.st_ino};
        out->size_bytes += status.st_size;
    }
}

void file_sample_finish(struct file_sample *sample)
{
    if (sample == NULL)
        return;
    for (size_t i = 0; i < sample->count; i++)
        close(sample->files[i].fd);
    free(sample->files);
    *sample = (struct file_sample){0};
}

static bool count_resident(const struct sampled_file *file, size_t *pages, size_t *resident)
{
    size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    size_t length = (size_t)file->size < window_bytes_max ? (size_t)file->size : window_bytes_max;
    size_t count = (length + page_bytes - 1) / page_bytes;
    void *map = mmap(NULL, length, PROT_READ, MAP_SHARED, file->fd, 0);
    if (map == MAP_FAILED)
        return false;
    auto_free unsigned char *states = memory_allocate(count);
    bool is_known = mincore(map, length, states) == 0;
    munmap(map, length);
    for (size_t i = 0; is_known && i < count; i++)
        *resident += states[i] & 1U;
    *pages += is_known ? count : 0;
    return is_known;
}

double file_sample_resident_share(const struct file_sample *sample)
{
    size_t pages = 0;
    size_t resident = 0;
    for (size_t i = 0; i < sample->count; i++)
        count_resident(&sample->files[i], &pages, &resident);
    return pages > 0 ? (double)resident / (double)pages : -1.0;
}
