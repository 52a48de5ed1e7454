// SPDX-License-Identifier: GPL-2.0-or-later
/* The steps of settling. What is sampled is drawn and opened before the caches are dropped: a walk
 * afterwards would warm the very metadata that was dropped. */
#include "machine/settle.h"
#include "base/bounded_call.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/cache_eviction.h"
#include "machine/disk.h"
#include "machine/file_sample.h"
#include "machine/memory_state.h"
#include "machine/swap_emptying.h"
#include "record/json.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum {
    SYNC_MS = 30000,
    DROP_MS = 30000,
    DIRTY_MS = 30000,
    DIRTY_PAUSE_MS = 20,
    IDLE_MS = 10000,
    SHARED_MS = 3000, /* of a disk whose queue runs empty now and then: what comes is from others */
    QUIET_MS = 200,
    SAMPLED_FILES = 64,
    SAMPLED_READS = 16,
};

static const double warm_share = 0.05;
/* A job may read few of its tree's files, but of 64 sampled ones hardly none. */
static const double cold_share = 0.01;
static const int64_t dirty_bytes_least = 4 * 1024 * 1024;

struct settling {
    const struct settle_plan *plan;
    struct run_record *record;
    json_t *document;
    struct file_sample sample;
};

__attribute__((format(printf, 3, 4))) static void
add_flag(struct settling *settling, const char *code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    auto_free char *reason = string_format_list(format, arguments);
    va_end(arguments);
    run_record_add_flag(settling->record, code, reason, "");
}

/* A read that is not to be had is null. */
static json_t *real_or_null(bool is_known, double value)
{
    return is_known ? json_real(value) : json_null();
}

static int sync_all(const void *argument)
{
    const char *directory = argument;
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int number = fd < 0 || syncfs(fd) != 0 ? errno : 0;
    sync();
    return number;
}

static void step_sync(struct settling *settling)
{
    struct error error;
    struct time_point start = clock_now();
    int result =
        bounded_call(sync_all, settling->plan->directory, deadline_after_ms(SYNC_MS), &error);
    json_object_set_new(settling->document, "sync",
                        json_pack("{s:b,s:f}", "done", result == 0, "seconds",
                                  time_span_seconds(clock_since(start))));
    if (result != 0)
        add_flag(settling, "sync_unfinished", "sync before the run: %s", error.text);
}

static int drop_caches(const void *argument)
{
    struct error error;
    return sysroot_write(argument, "proc/sys/vm/drop_caches", "3", &error) == 0 ? 0 : error.number;
}

static void step_caches(struct settling *settling)
{
    const struct settle_plan *plan = settling->plan;
    struct error error = {.text = "the caches of the machine were to be left alone"};
    bool is_dropped =
        plan->may_drop_caches &&
        bounded_call(drop_caches, plan->root, deadline_after_ms(DROP_MS), &error) == 0;
    if (is_dropped) {
        json_object_set_new(settling->document, "caches", json_pack("{s:b}", "dropped", 1));
        return;
    }
    size_t files = plan->sample != NULL ? cache_eviction_of_tree(plan->sample) : 0;
    json_object_set_new(settling->document, "caches",
                        json_pack("{s:b,s:s,s:I}", "dropped", 0, "reason", error.text,
                                  "advised_files", (json_int_t)files));
    add_flag(settling, "caches_kept",
             "caches could not be dropped (%s); the files of the job were evicted one by one, "
             "directories and inodes stayed cached",
             error.text);
}

static void step_swap(struct settling *settling)
{
    struct error error;
    uint64_t used_bytes = 0;
    int result =
        swap_emptying_run(settling->plan->root, settling->plan->journal, &used_bytes, &error);
    json_t *swap =
        json_pack("{s:I,s:b}", "used_bytes", (json_int_t)used_bytes, "emptied", result == 0);
    if (result != 0) {
        json_object_set_new(swap, "reason", json_string(error.text));
        add_flag(settling, "swap_not_empty", "swap was not empty at the start: %s", error.text);
    }
    json_object_set_new(settling->document, "swap", swap);
}

/* A busy machine never comes below a fixed 4 MiB; 1 % of what starts background writeback is far
 * from having any effect. */
static int64_t dirty_limit_bytes(const struct sysroot *root)
{
    struct error ignored;
    int64_t pages;
    if (sysroot_read_key(root, "proc/vmstat", "nr_dirty_background_threshold", &pages, &ignored) !=
        0)
        return dirty_bytes_least;
    int64_t share = pages * sysconf(_SC_PAGESIZE) / 100;
    return share > dirty_bytes_least ? share : dirty_bytes_least;
}

static void step_dirty(struct settling *settling)
{
    struct error error;
    struct memory_state state = {0};
    struct time_point deadline = deadline_after_ms(DIRTY_MS);
    int64_t limit = dirty_limit_bytes(settling->plan->root);
    bool is_known;
    while ((is_known = memory_state_read(settling->plan->root, &state, &error) == 0) &&
           (int64_t)state.dirty > limit && !deadline_is_past(deadline))
        clock_pause_ms(DIRTY_PAUSE_MS);
    json_object_set_new(settling->document, "dirty_bytes",
                        is_known ? json_integer((json_int_t)state.dirty) : json_null());
    json_object_set_new(settling->document, "dirty_limit_bytes", json_integer(limit));
    if (is_known && (int64_t)state.dirty > limit)
        add_flag(settling, "dirty_left",
                 "%llu KiB were still to be written at the start; something else writes here",
                 (unsigned long long)state.dirty / 1024);
}

struct disk_activity {
    unsigned long long reads, writes, in_flight;
};

/* Documentation/admin-guide/iostats.rst: completed reads and writes, I/Os in progress. */
static bool read_activity(const struct sysroot *root, const char *name, struct disk_activity *out)
{
    struct error ignored;
    auto_free char *path = string_format("sys/block/%s/stat", name);
    auto_free char *text = sysroot_read_all(root, path, &ignored);
    return text != NULL && sscanf(text, "%llu %*u %*u %*u %llu %*u %*u %*u %llu", &out->reads,
                                  &out->writes, &out->in_flight) == 3;
}

static bool is_quiet(const struct disk_activity *before, const struct disk_activity *after)
{
    return after->in_flight == 0 && before->reads == after->reads &&
           before->writes == after->writes;
}

/* A queue that never runs empty is what was written or discarded here on its way to the disk, and
 * is waited for longest; one that does carries new work, which does not end by waiting. */
static bool is_waited_enough(struct time_point start, bool was_drained)
{
    return clock_since(start).ns >= (was_drained ? SHARED_MS : IDLE_MS) * 1000000LL;
}

/* 1 idle, 0 not, -1 where there is no disk. */
static int wait_disk_idle(const struct settle_plan *plan)
{
    struct error ignored;
    struct disk disk = {0};
    struct disk_activity before;
    struct disk_activity after;
    struct time_point start = clock_now();
    bool was_drained = false;
    int result = -1;
    if (disk_of_path(plan->root, plan->directory, &disk, &ignored) == 0 && disk.name != NULL &&
        read_activity(plan->root, disk.name, &before)) {
        result = 0;
        while (result == 0 && !is_waited_enough(start, was_drained)) {
            clock_pause_ms(QUIET_MS);
            if (!read_activity(plan->root, disk.name, &after))
                break;
            result = is_quiet(&before, &after) ? 1 : 0;
            was_drained |= after.in_flight == 0;
            before = after;
        }
    }
    disk_finish(&disk);
    return result;
}

static void step_disk(struct settling *settling)
{
    int idle = wait_disk_idle(settling->plan);
    json_object_set_new(settling->document, "disk_idle",
                        idle < 0 ? json_null() : json_boolean(idle == 1));
    if (idle == 0)
        add_flag(settling, "disk_busy",
                 "the disk was never idle for %d ms before the run; something else uses it",
                 QUIET_MS);
}

static void observe_resident(struct settling *settling, bool is_settled)
{
    double share = file_sample_resident_share(&settling->sample);
    json_object_set_new(settling->document, "resident_share", real_or_null(share >= 0.0, share));
    json_object_set_new(settling->document, "resident_files",
                        json_integer((json_int_t)settling->sample.count));
    if (is_settled && share > warm_share)
        add_flag(settling, "warm_start",
                 "%.0f %% of the sampled pages of the job's files were still cached at the start",
                 100.0 * share);
    if (!is_settled && share >= 0.0 && share < cold_share)
        add_flag(
            settling, "cold_start",
            "nothing of the job's files was cached at the start, although this run was to find "
            "them there");
}

static void observe_latency(struct settling *settling)
{
    struct error ignored;
    struct disk_latency latency = {0};
    bool is_known = disk_read_latency(&settling->sample, SAMPLED_READS, settling->plan->seed,
                                      &latency, &ignored) == 0;
    json_object_set_new(settling->document, "read_us_p50",
                        real_or_null(is_known, latency.median_us));
    json_object_set_new(settling->document, "read_us_max", real_or_null(is_known, latency.max_us));
}

static void open_settling(struct settling *settling, const struct settle_plan *plan,
                          struct run_record *record)
{
    *settling = (struct settling){.plan = plan, .record = record, .document = json_object()};
    if (plan->sample != NULL)
        file_sample_draw(&settling->sample, plan->sample, SAMPLED_FILES, plan->seed);
}

static void close_settling(struct settling *settling, struct time_point start)
{
    json_object_set_new(settling->document, "seconds",
                        json_real(time_span_seconds(clock_since(start))));
    free(settling->record->coldness);
    settling->record->coldness = json_dumps(settling->document, JSON_COMPACT);
    json_decref(settling->document);
    file_sample_finish(&settling->sample);
}

void settle_machine(const struct settle_plan *plan, struct run_record *record)
{
    struct time_point start = clock_now();
    struct settling settling;
    open_settling(&settling, plan, record);
    step_sync(&settling);
    step_caches(&settling);
    step_swap(&settling);
    step_dirty(&settling);
    step_disk(&settling);
    observe_resident(&settling, true);
    observe_latency(&settling);
    close_settling(&settling, start);
}

void settle_observe(const struct settle_plan *plan, struct run_record *record)
{
    struct time_point start = clock_now();
    struct settling settling;
    open_settling(&settling, plan, record);
    observe_resident(&settling, false);
    close_settling(&settling, start);
}
