// SPDX-License-Identifier: GPL-2.0-or-later
/* The writers of io_load and io_other. */
#include "workloads/stream_writer.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/random.h"
#include "workloads/crew.h"
#include "workloads/data_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHRINK_STEP_BYTES = 64 << 20 };

static const char *const fills[] = {"random", "zero", NULL};

const struct parameter_definition stream_writer_parameters[] = {
    {
        .name = "size",
        .type = PARAMETER_SHARE,
        .scope = SCOPE_RUN,
        .default_value = "100%",
        .minimum = 1,
        .maximum = 1000,
        .help = "bytes of the files of all writers (contest: a file the size of memory)",
    },
    {
        .name = "block",
        .type = PARAMETER_SIZE,
        .scope = SCOPE_RUN,
        .default_value = "64K",
        .minimum = 512,
        .maximum = DATA_POOL_BYTES,
        .help = "bytes of one write (contest's is not known)",
    },
    {
        .name = "writers",
        .type = PARAMETER_INTEGER,
        .scope = SCOPE_RUN,
        .default_value = "1",
        .minimum = 1,
        .maximum = 1024,
        .help = "processes, each with its part of the size in a file of its own (contest: 1)",
    },
    {
        .name = "fill",
        .type = PARAMETER_CHOICE,
        .scope = SCOPE_RUN,
        .default_value = "random",
        .choices = fills,
        .help = "what is written: bytes that can't be compressed, or zeros (contest: zeros)",
    },
    {0},
};

struct stream {
    struct stream_folder folder;
    uint64_t size_bytes; /* of one writer's file */
    size_t block_bytes;
    bool is_random;
};

static unsigned writer_count(const struct workload_context *context)
{
    return (unsigned)workload_integer(context, "writers");
}

static struct stream stream_of(const struct workload_context *context, struct stream_folder folder)
{
    return (struct stream){
        .folder = folder,
        .size_bytes = workload_size(context, "size") / writer_count(context),
        .block_bytes = (size_t)workload_size(context, "block"),
        .is_random = strcmp(workload_text(context, "fill"), "random") == 0,
    };
}

static char *file_name(struct stream_folder folder, unsigned index)
{
    return string_format("%s/stream-%u", folder.name, index);
}

void stream_writer_need(const struct workload_context *context, struct workload_needs *out_needs,
                        uint64_t *out_disk_bytes)
{
    *out_disk_bytes = workload_size(context, "size");
    out_needs->transient_bytes = *out_disk_bytes;
    out_needs->processes = writer_count(context);
    out_needs->is_writer = true;
}

int stream_writer_check(const struct workload_context *context, struct error *error)
{
    struct stream stream = stream_of(context, (struct stream_folder){-1, "", ""});
    if (stream.size_bytes < stream.block_bytes)
        return error_set(error, ERROR_USAGE, 0,
                         "%s:size=%s gives each of %u writers %llu bytes, less than one block=%s",
                         context->workload->name, workload_text(context, "size"),
                         writer_count(context), (unsigned long long)stream.size_bytes,
                         workload_text(context, "block"));
    return 0;
}

/* To one byte, in steps between which it can be stopped. Not to none: ext4 (6.1, auto_da_alloc)
 * flushes a file that was cut to nothing when it is closed, so that the end of the process, after
 * STOP or SIGKILL, waited 0.35 s for each GiB not yet written; at one byte it took 0.000 s. */
static int shrink(const struct crew_member *member, int fd)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return -1;
    for (off_t size = status.st_size; size > 1 && !crew_is_stopped(member);) {
        size = size > SHRINK_STEP_BYTES ? size - SHRINK_STEP_BYTES : 1;
        if (ftruncate(fd, size) != 0)
            return -1;
    }
    return lseek(fd, 0, SEEK_SET) < 0 ? -1 : 0;
}

/* Writes the file once from its beginning. */
static int write_pass(const struct crew_member *member, int fd, struct data_pool *pool)
{
    const struct stream *stream = member->plan->data;
    uint64_t left = stream->size_bytes;
    while (left > 0 && !crew_is_stopped(member)) {
        size_t size = left < stream->block_bytes ? (size_t)left : stream->block_bytes;
        ssize_t written = write(fd, data_pool_block(pool, size), size);
        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            left -= (uint64_t)written;
            crew_count(member, (uint64_t)written);
        }
    }
    return 0;
}

static int fail(const struct stream *stream, const char *name, int number, struct error *error)
{
    return error_set(error, ERROR_FAILED, number, "write %s/%s%s", stream->folder.parent, name,
                     number == ENOSPC ? " (a smaller size= needs less room)" : "");
}

static int write_stream(const struct crew_member *member, struct error *error)
{
    const struct stream *stream = member->plan->data;
    auto_free char *name = file_name(stream->folder, member->index);
    auto_fd int fd = openat(stream->folder.parent_fd, name,
                            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail(stream, name, errno, error);
    auto_data_pool struct data_pool pool = {0};
    data_pool_init(&pool, random_derive(member->plan->context->seed, name), stream->is_random);
    if (!crew_begin(member))
        return 0;
    while (!crew_is_stopped(member))
        if (write_pass(member, fd, &pool) != 0 || shrink(member, fd) != 0)
            return fail(stream, name, errno, error);
    return 0;
}

int stream_writer_run(const struct workload_context *context, struct stream_folder folder,
                      struct error *error)
{
    struct stream stream = stream_of(context, folder);
    if (mkdirat(folder.parent_fd, folder.name, 0700) != 0)
        return error_set(error, ERROR_FAILED, errno, "make directory %s/%s", folder.parent,
                         folder.name);
    const struct crew_plan plan = {
        .context = context,
        .count = writer_count(context),
        .counts_per_unit = 1e8,
        .data = &stream,
        .work = write_stream,
    };
    return crew_run(&plan, error);
}

int stream_writer_verify(const struct workload_context *context, struct stream_folder folder,
                         struct error *error)
{
    struct stream stream = stream_of(context, folder);
    for (unsigned i = 0; i < writer_count(context); i++) {
        struct stat status;
        auto_free char *name = file_name(folder, i);
        if (fstatat(folder.parent_fd, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            return error_set(error, ERROR_FAILED, errno, "find %s/%s after the run", folder.parent,
                             name);
        if (!S_ISREG(status.st_mode) || (uint64_t)status.st_size > stream.size_bytes)
            return error_set(error, ERROR_FAILED, 0, "%s/%s has %lld bytes, more than %llu",
                             folder.parent, name, (long long)status.st_size,
                             (unsigned long long)stream.size_bytes);
    }
    return 0;
}

int stream_writer_remove(const struct workload_context *context, struct stream_folder folder,
                         struct error *error)
{
    if (files_remove_tree(folder.parent_fd, folder.name, error) != 0)
        return error_context(error, "remove the files of %s in %s", context->workload->name,
                             folder.parent);
    return 0;
}
