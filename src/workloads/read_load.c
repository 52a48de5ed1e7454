// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads a file the size of memory from beginning to end, over and over, on the disk that the job
 * works on. contest's read_load. */
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/random.h"
#include "workloads/crew.h"
#include "workloads/data_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAMPLED_CHUNKS = 32 };

static const char file_name[] = "data";

static const struct parameter_definition parameters[] = {
    {
        .name = "size",
        .type = PARAMETER_SHARE,
        .scope = SCOPE_PREPARE,
        .default_value = "100%",
        .minimum = 1,
        .maximum = 1000,
        .help = "bytes of the file (contest: a file the size of memory)",
    },
    {
        .name = "block",
        .type = PARAMETER_SIZE,
        .scope = SCOPE_RUN,
        .default_value = "64K",
        .minimum = 512,
        .maximum = 1 << 20,
        .help = "bytes of one read (contest's is not known)",
    },
    {
        .name = "readers",
        .type = PARAMETER_INTEGER,
        .scope = SCOPE_RUN,
        .default_value = "1",
        .minimum = 1,
        .maximum = 1024,
        .help = "processes, each reading the whole file from a place of its own on (contest: 1)",
    },
    {0},
};

struct reading {
    int directory_fd;
    const char *directory;
    uint64_t size_bytes;
    size_t block_bytes;
};

static struct reading reading_of(const struct workload_context *context)
{
    return (struct reading){
        .directory_fd = context->directory_fd,
        .directory = context->directory,
        .size_bytes = workload_size(context, "size"),
        .block_bytes = (size_t)workload_size(context, "block"),
    };
}

static int fail(const struct reading *reading, const char *what, int number, struct error *error)
{
    return error_set(error, ERROR_FAILED, number, "%s %s/%s%s", what, reading->directory, file_name,
                     number == ENOSPC ? " (a smaller read_load:size= needs less room)" : "");
}

static void read_load_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    out_needs->disk_bytes = workload_size(context, "size");
    out_needs->processes = (unsigned)workload_integer(context, "readers");
}

static int read_load_check(const struct workload_context *context, struct error *error)
{
    struct reading reading = reading_of(context);
    if (reading.size_bytes < reading.block_bytes)
        return error_set(error, ERROR_USAGE, 0, "read_load:size=%s is less than one block=%s",
                         workload_text(context, "size"), workload_text(context, "block"));
    return 0;
}

static int write_file(const struct reading *reading, int fd, struct data_pool *pool)
{
    for (uint64_t left = reading->size_bytes; left > 0;) {
        size_t size = left < DATA_POOL_BYTES ? (size_t)left : DATA_POOL_BYTES;
        if (files_write_fully(fd, data_pool_block(pool, size), size) != 0)
            return -1;
        left -= size;
    }
    return fsync(fd);
}

static int read_load_prepare(const struct workload_context *context, struct error *error)
{
    struct reading reading = reading_of(context);
    auto_fd int fd = openat(context->directory_fd, file_name,
                            O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail(&reading, "create", errno, error);
    auto_data_pool struct data_pool pool = {0};
    data_pool_init(&pool, context->data_seed, true);
    if (write_file(&reading, fd, &pool) != 0)
        return fail(&reading, "write", errno, error);
    return 0;
}

static int open_file(const struct reading *reading, struct error *error)
{
    int fd = openat(reading->directory_fd, file_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    return fd >= 0 ? fd : fail(reading, "open", errno, error);
}

/* What an earlier run read is not cached: needs no privilege, for machines that can't be settled.
 */
static int read_load_reset(const struct workload_context *context, struct error *error)
{
    struct reading reading = reading_of(context);
    auto_fd int fd = open_file(&reading, error);
    if (fd < 0)
        return -1;
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    return 0;
}

/* Readers begin at places that divide the file, or all but the first would read from the cache. */
static int seek_to_start(const struct crew_member *member, int fd)
{
    const struct reading *reading = member->plan->data;
    uint64_t blocks = reading->size_bytes / reading->block_bytes;
    uint64_t first = blocks * member->index / member->plan->count;
    return lseek(fd, (off_t)(first * reading->block_bytes), SEEK_SET) < 0 ? -1 : 0;
}

static int read_over_and_over(const struct crew_member *member, struct error *error)
{
    const struct reading *reading = member->plan->data;
    auto_free void *block = memory_allocate(reading->block_bytes);
    auto_fd int fd = open_file(reading, error);
    if (fd < 0)
        return -1;
    if (seek_to_start(member, fd) != 0)
        return fail(reading, "seek in", errno, error);
    if (!crew_begin(member))
        return 0;
    bool was_end = false;
    while (!crew_is_stopped(member)) {
        ssize_t got = read(fd, block, reading->block_bytes);
        if ((got < 0 && errno != EINTR) || (got == 0 && was_end))
            return fail(reading, "read", got < 0 ? errno : ENODATA, error);
        if (got > 0)
            crew_count(member, (uint64_t)got);
        was_end = got == 0;
        if (was_end && lseek(fd, 0, SEEK_SET) != 0)
            return fail(reading, "seek in", errno, error);
    }
    return 0;
}

static int read_load_run(const struct workload_context *context, struct error *error)
{
    struct reading reading = reading_of(context);
    const struct crew_plan plan = {
        .context = context,
        .count = (unsigned)workload_integer(context, "readers"),
        .counts_per_unit = (double)reading.size_bytes,
        .data = &reading,
        .work = read_over_and_over,
    };
    return crew_run(&plan, error);
}

/* The file that was read is the one that was written: its size, and a sample of its chunks' serial
 * numbers. */
static int read_load_verify(const struct workload_context *context, struct error *error)
{
    struct reading reading = reading_of(context);
    struct stat status;
    auto_fd int fd = open_file(&reading, error);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) != 0 || (uint64_t)status.st_size != reading.size_bytes)
        return error_set(error, ERROR_FAILED, 0, "%s/%s has %lld bytes instead of %llu",
                         reading.directory, file_name, (long long)status.st_size,
                         (unsigned long long)reading.size_bytes);
    uint64_t chunks = reading.size_bytes / DATA_POOL_CHUNK_BYTES;
    struct random random;
    random_init(&random, context->seed);
    for (int i = 0; i < SAMPLED_CHUNKS && chunks > 0; i++) {
        uint64_t chunk = random_below(&random, chunks);
        uint64_t serial;
        if (pread(fd, &serial, sizeof(serial), (off_t)(chunk * DATA_POOL_CHUNK_BYTES)) !=
            sizeof(serial))
            return fail(&reading, "read", errno, error);
        if (serial != data_pool_serial(context->data_seed) + chunk)
            return error_set(error, ERROR_FAILED, 0,
                             "%s/%s is not what was written: other bytes in its 4 KiB number %llu",
                             reading.directory, file_name, (unsigned long long)chunk);
    }
    return 0;
}

static int read_load_clean(const struct workload_context *context, struct error *error)
{
    return files_remove_tree(context->directory_fd, file_name, error);
}

const struct workload read_load_workload = {
    .name = "read_load",
    .summary = "reads a file the size of memory, over and over, from the job's disk",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .parameters = parameters,
    .progress_unit = "whole read of the file",
    .need = read_load_need,
    .check = read_load_check,
    .prepare = read_load_prepare,
    .reset = read_load_reset,
    .run = read_load_run,
    .verify = read_load_verify,
    .clean = read_load_clean,
};
