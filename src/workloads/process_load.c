// SPDX-License-Identifier: GPL-2.0-or-later
/* A ring of processes joined by pipes, in which a few records go round and round: scheduling,
 * wake-ups and copying. contest's process_load. */
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "workloads/crew.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Stands at the beginning and again at the end of each record, so that one that did not arrive
 * whole is found. */
struct stamp {
    uint64_t record; /* which of the injected ones */
    uint64_t hops;   /* how often it was passed on: the ring tells from it where it must be */
};

enum {
    RECORD_BYTES_MIN = 2 * sizeof(struct stamp),
    OTHER_DESCRIPTORS = 64,
    PROCESS_BYTES = 256 << 10, /* page tables, stack and a pipe of 16 pages */
};

static const struct parameter_definition parameters[] = {
    {
        .name = "processes",
        .type = PARAMETER_COUNT,
        .scope = SCOPE_RUN,
        .default_value = "4/cpu",
        .minimum = 1,
        .maximum = 1000,
        .help = "processes in the ring (contest 0.51: --processes, 4 for each CPU)",
    },
    {
        .name = "record",
        .type = PARAMETER_SIZE,
        .scope = SCOPE_RUN,
        .default_value = "8K",
        .minimum = RECORD_BYTES_MIN,
        .maximum = 1 << 20,
        .help = "bytes of a record (contest 0.51: --recordsize 8192)",
    },
    {
        .name = "injections",
        .type = PARAMETER_INTEGER,
        .scope = SCOPE_RUN,
        .default_value = "2",
        .minimum = 1,
        .maximum = 10000,
        .help = "records in the ring, fewer than processes (contest 0.51: --injections 2)",
    },
    {0},
};

struct ring {
    unsigned count; /* of processes, and of pipes: pipe i leads to process i */
    unsigned injections;
    size_t record_bytes;
    int (*pipes)[2];
};

/* What one process of the ring holds. */
struct station {
    const struct crew_member *member;
    const struct ring *ring;
    int in, out;
    unsigned char *record;
};

static struct ring ring_of(const struct workload_context *context)
{
    return (struct ring){
        .count = workload_count(context, "processes"),
        .injections = (unsigned)workload_integer(context, "injections"),
        .record_bytes = (size_t)workload_size(context, "record"),
    };
}

static void process_load_need(const struct workload_context *context,
                              struct workload_needs *out_needs)
{
    struct ring ring = ring_of(context);
    out_needs->processes = ring.count;
    out_needs->descriptors = 2 * ring.count + OTHER_DESCRIPTORS;
    out_needs->memory_bytes = ring.count * ((uint64_t)PROCESS_BYTES + ring.record_bytes);
}

/* With fewer records than processes one process at least is always reading, so that the ring can't
 * come to a stand with every process writing into a full pipe. */
static int process_load_check(const struct workload_context *context, struct error *error)
{
    struct ring ring = ring_of(context);
    if (ring.injections >= ring.count)
        return error_set(error, ERROR_USAGE, 0,
                         "process_load:injections=%u must be less than the number of processes, "
                         "%u: the ring would come to a stand",
                         ring.injections, ring.count);
    return 0;
}

/* 1 whole, 0 at the end of the pipe, -1 with errno. */
static int read_whole(int fd, unsigned char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t got = read(fd, bytes, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return (int)got;
        bytes += got;
        size -= (size_t)got;
    }
    return 1;
}

/* Once one process has left, its neighbours' pipes break, one after the other round the ring. */
static int broken(const struct station *station, const char *what, int number, struct error *error)
{
    if (crew_is_stopped(station->member))
        return 0;
    return error_set(error, ERROR_FAILED, number,
                     "%s the neighbour of process %u of %u of process_load's ring", what,
                     station->member->index, station->ring->count);
}

static void stamp_write(const struct station *station, const struct stamp *stamp)
{
    size_t end = station->ring->record_bytes - sizeof(*stamp);
    memcpy(station->record, stamp, sizeof(*stamp));
    memcpy(station->record + end, stamp, sizeof(*stamp));
}

static int stamp_read(const struct station *station, struct stamp *out, struct error *error)
{
    struct stamp last;
    size_t end = station->ring->record_bytes - sizeof(last);
    memcpy(out, station->record, sizeof(*out));
    memcpy(&last, station->record + end, sizeof(last));
    if (memcmp(out, &last, sizeof(last)) != 0 || out->record >= station->ring->injections ||
        out->hops % station->ring->count != station->member->index)
        return error_set(error, ERROR_FAILED, 0,
                         "process %u of process_load's ring received a record that was not passed "
                         "on whole (number %llu, hop %llu)",
                         station->member->index, (unsigned long long)out->record,
                         (unsigned long long)out->hops);
    return 0;
}

/* 1 passed on, 0 told to stop, -1 with error. */
static int pass_on(const struct station *station, struct error *error)
{
    struct stamp stamp;
    int got = read_whole(station->in, station->record, station->ring->record_bytes);
    if (got <= 0)
        return broken(station, "read from", got < 0 ? errno : 0, error);
    if (stamp_read(station, &stamp, error) != 0)
        return -1;
    stamp.hops++;
    stamp_write(station, &stamp);
    if (files_write_fully(station->out, station->record, station->ring->record_bytes) != 0)
        return broken(station, "write to", errno, error);
    crew_count(station->member, 1);
    return 1;
}

static int inject(const struct station *station, struct error *error)
{
    for (unsigned i = 0; i < station->ring->injections; i++) {
        struct stamp stamp = {.record = i, .hops = 1};
        stamp_write(station, &stamp);
        if (files_write_fully(station->out, station->record, station->ring->record_bytes) != 0)
            return broken(station, "write to", errno, error);
    }
    return 0;
}

/* Its own two ends stay open, so that each pipe breaks when its one reader or writer leaves. */
static void close_others(const struct ring *ring, unsigned index)
{
    for (unsigned i = 0; i < ring->count; i++) {
        if (i != index)
            close(ring->pipes[i][0]);
        if (i != (index + 1) % ring->count)
            close(ring->pipes[i][1]);
    }
}

static int stand_in_ring(const struct crew_member *member, struct error *error)
{
    const struct ring *ring = member->plan->data;
    auto_free unsigned char *record = memory_allocate(ring->record_bytes);
    const struct station station = {
        .member = member,
        .ring = ring,
        .in = ring->pipes[member->index][0],
        .out = ring->pipes[(member->index + 1) % ring->count][1],
        .record = record,
    };
    signal(SIGPIPE, SIG_IGN);
    close_others(ring, member->index);
    if (!crew_begin(member))
        return 0;
    if (member->index == 0 && inject(&station, error) != 0)
        return -1;
    int result = 1;
    while (result > 0 && !crew_is_stopped(member))
        result = pass_on(&station, error);
    return result < 0 ? -1 : 0;
}

static void close_pipes(const void *data)
{
    const struct ring *ring = data;
    for (unsigned i = 0; i < ring->count; i++)
        for (int end = 0; end < 2; end++)
            if (ring->pipes[i][end] >= 0)
                close(ring->pipes[i][end]);
}

/* Two descriptors a process, all open at once until the last is forked: more than the usual soft
 * limit of 1024 from 512 processes on. */
static void raise_descriptor_limit(unsigned wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit); /* what is still too little fails at pipe2, with its reason */
}

static int open_pipes(struct ring *ring, struct error *error)
{
    for (unsigned i = 0; i < ring->count; i++)
        ring->pipes[i][0] = ring->pipes[i][1] = -1;
    for (unsigned i = 0; i < ring->count; i++) {
        if (pipe2(ring->pipes[i], O_CLOEXEC) == 0)
            continue;
        int number = errno;
        close_pipes(ring);
        return error_set(error, ERROR_CANNOT, number,
                         "make pipe %u of %u for process_load (fewer processes= need fewer)", i + 1,
                         ring->count);
    }
    return 0;
}

static int process_load_run(const struct workload_context *context, struct error *error)
{
    struct ring ring = ring_of(context);
    auto_free int(*pipes)[2] = memory_allocate(ring.count * sizeof(*pipes));
    ring.pipes = pipes;
    raise_descriptor_limit(2 * ring.count + OTHER_DESCRIPTORS);
    if (open_pipes(&ring, error) != 0)
        return -1;
    const struct crew_plan plan = {
        .context = context,
        .count = ring.count,
        .counts_per_unit = 10000,
        .data = &ring,
        .work = stand_in_ring,
        .release = close_pipes,
    };
    return crew_run(&plan, error);
}

const struct workload process_load_workload = {
    .name = "process_load",
    .summary = "records go round a ring of processes joined by pipes",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .parameters = parameters,
    .progress_unit = "10,000 records passed on",
    .need = process_load_need,
    .check = process_load_check,
    .run = process_load_run,
};
