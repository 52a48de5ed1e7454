// SPDX-License-Identifier: GPL-2.0-or-later
/* Touches more memory than there is, page after page, in an order that misses caches: reclaim and
 * swapping. contest's mem_load. */
#include "base/cleanup.h"
#include "base/files.h"
#include "base/sysroot.h"
#include "workloads/crew.h"
#include "workloads/data_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SWAP_BYTES_MIN = 1 << 30 };

static const char file_name[] = "memory";
static const char *const backings[] = {"anonymous", "file", NULL};

static const struct parameter_definition parameters[] = {
    {
        .name = "share",
        .type = PARAMETER_SHARE,
        .scope = SCOPE_RUN,
        .default_value = "110%",
        .minimum = 1,
        .maximum = 1000,
        .help = "bytes touched (contest: 110 % of memory)",
    },
    {
        .name = "backing",
        .type = PARAMETER_CHOICE,
        .scope = SCOPE_RUN,
        .default_value = "anonymous",
        .choices = backings,
        .help = "anonymous memory, which needs swap (contest), or a mapped file, which is written "
                "back; without swap it is the file in any case",
    },
    {0},
};

/* At the beginning of each page; the rest are random bytes, so that compressed swap wins nothing.
 */
struct stamp {
    uint64_t page;
    uint64_t visits; /* how often it was touched after it was filled */
};

struct region {
    int directory_fd;
    const char *directory;
    bool is_file;
    size_t page_bytes;
    size_t pages;
    unsigned char *start;
};

static bool uses_file(const struct workload_context *context)
{
    return !context->has_swap || strcmp(workload_text(context, "backing"), "file") == 0;
}

static struct region region_of(const struct workload_context *context)
{
    size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    return (struct region){
        .directory_fd = context->directory_fd,
        .directory = context->directory,
        .is_file = uses_file(context),
        .page_bytes = page_bytes,
        .pages = (size_t)workload_size(context, "share") / page_bytes,
    };
}

/* What is over memory, and room for the job and the rest of the machine to be pushed out to: half
 * of memory, at least 1 GiB (a build alone takes hundreds of MiB, whatever the size of memory). */
static uint64_t swap_bytes(uint64_t touched_bytes, uint64_t memory_bytes)
{
    if (touched_bytes + memory_bytes / 4 <= memory_bytes)
        return 0;
    uint64_t over_bytes = touched_bytes > memory_bytes ? touched_bytes - memory_bytes : 0;
    return over_bytes + (memory_bytes / 2 > SWAP_BYTES_MIN ? memory_bytes / 2 : SWAP_BYTES_MIN);
}

static void mem_load_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    uint64_t touched_bytes = workload_size(context, "share");
    bool is_file = strcmp(workload_text(context, "backing"), "file") == 0;
    out_needs->processes = 1;
    out_needs->is_writer = uses_file(context);
    if (!is_file)
        out_needs->swap_bytes = swap_bytes(touched_bytes, context->memory_bytes);
    out_needs->memory_bytes =
        is_file && touched_bytes > context->memory_bytes ? context->memory_bytes : touched_bytes;
    /* Where swap can't be had, the file takes its place: room for whichever is larger, with
     * swap_bytes a part of it. */
    if (is_file)
        out_needs->disk_bytes = touched_bytes;
    else if (out_needs->swap_bytes > 0 && touched_bytes > out_needs->swap_bytes)
        out_needs->disk_bytes = touched_bytes - out_needs->swap_bytes;
    out_needs->transient_bytes = out_needs->disk_bytes;
}

static int mem_load_check(const struct workload_context *context, struct error *error)
{
    if (region_of(context).pages < 2)
        return error_set(error, ERROR_USAGE, 0, "mem_load:share=%s is less than two pages",
                         workload_text(context, "share"));
    return 0;
}

/* The OOM killer is to take this process before any other. */
static int offer_to_oom_killer(struct error *error)
{
    struct sysroot root;
    if (sysroot_open(&root, "/", error) != 0)
        return -1;
    int result = sysroot_write(&root, "proc/self/oom_score_adj", "1000", error);
    sysroot_close(&root);
    return result;
}

static int fail(const struct region *region, const char *what, int number, struct error *error)
{
    return error_set(error, ERROR_FAILED, number, "%s %zu bytes for %s/%s%s", what,
                     region->pages * region->page_bytes, region->directory, file_name,
                     number == ENOSPC ? " (a smaller mem_load:share= needs less room)" : "");
}

/* All blocks are allocated first: a full disk is an error here and a SIGBUS later. */
static int open_file(const struct region *region, struct error *error)
{
    auto_fd int fd = openat(region->directory_fd, file_name,
                            O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail(region, "create a file of", errno, error);
    int number = posix_fallocate(fd, 0, (off_t)(region->pages * region->page_bytes));
    if (number != 0)
        return fail(region, "allocate", number, error);
    return take_fd(fd);
}

static int map(struct region *region, struct error *error)
{
    size_t size = region->pages * region->page_bytes;
    auto_fd int fd = region->is_file ? open_file(region, error) : -1;
    if (region->is_file && fd < 0)
        return -1;
    int kind = region->is_file ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *start = mmap(NULL, size, PROT_READ | PROT_WRITE, kind, fd, 0);
    if (start == MAP_FAILED)
        return error_set(error, ERROR_FAILED, errno, "map %zu bytes of memory for mem_load", size);
    region->start = start;
    return 0;
}

static void fill(const struct crew_member *member, const struct region *region)
{
    auto_data_pool struct data_pool pool = {0};
    data_pool_init(&pool, member->plan->context->seed, true);
    for (size_t page = 0; page < region->pages && !crew_is_stopped(member); page++) {
        unsigned char *at = region->start + page * region->page_bytes;
        struct stamp stamp = {.page = page, .visits = 0};
        memcpy(at, data_pool_block(&pool, region->page_bytes), region->page_bytes);
        memcpy(at, &stamp, sizeof(stamp));
        crew_count(member, 1);
    }
}

/* Each page once, jumping to and fro between the halves: the order of interbench's memory load,
 * which comes from contest's. */
static size_t page_of_step(const struct region *region, size_t step)
{
    size_t half = (region->pages + 1) / 2;
    return step % 2 == 0 ? step / 2 : half + step / 2;
}

static int touch(const struct region *region, size_t page, uint64_t visits, struct error *error)
{
    unsigned char *at = region->start + page * region->page_bytes;
    struct stamp stamp;
    memcpy(&stamp, at, sizeof(stamp));
    if (stamp.page != page || stamp.visits != visits)
        return error_set(error, ERROR_FAILED, 0,
                         "page %zu of mem_load came back as page %llu of pass %llu instead of pass "
                         "%llu: memory or swap lost what was written",
                         page, (unsigned long long)stamp.page, (unsigned long long)stamp.visits,
                         (unsigned long long)visits);
    stamp.visits++;
    memcpy(at, &stamp, sizeof(stamp));
    return 0;
}

static int touch_over_and_over(const struct crew_member *member, struct error *error)
{
    struct region region = *(const struct region *)member->plan->data;
    if (offer_to_oom_killer(error) != 0 || map(&region, error) != 0)
        return -1;
    fill(member, &region); /* before it is ready: until then there is memory left for all */
    if (!crew_begin(member))
        return 0;
    for (uint64_t visits = 0; !crew_is_stopped(member); visits++)
        for (size_t step = 0; step < region.pages && !crew_is_stopped(member); step++) {
            if (touch(&region, page_of_step(&region, step), visits, error) != 0)
                return -1;
            crew_count(member, 1);
        }
    return 0;
}

static int mem_load_run(const struct workload_context *context, struct error *error)
{
    struct region region = region_of(context);
    const struct crew_plan plan = {
        .context = context,
        .count = 1,
        .counts_per_unit = 1000,
        .data = &region,
        .work = touch_over_and_over,
    };
    return crew_run(&plan, error);
}

static int mem_load_clean(const struct workload_context *context, struct error *error)
{
    return files_remove_tree(context->directory_fd, file_name, error);
}

const struct workload mem_load_workload = {
    .name = "mem_load",
    .summary = "touches more memory than there is, over and over",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .parameters = parameters,
    .progress_unit = "1,000 pages touched",
    .need = mem_load_need,
    .check = mem_load_check,
    .reset = mem_load_clean,
    .run = mem_load_run,
    .clean = mem_load_clean,
};
