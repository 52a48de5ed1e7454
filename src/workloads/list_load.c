// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists a whole file system as `ls -lRa` does, over and over: directories, inodes, and the caches
 * of both. contest's list_load. */
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/units.h"
#include "workloads/crew.h"
#include "workloads/listing.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { NUMBER_BYTES_MAX = 64 };

static const char file_name[] = "entries";

static const struct parameter_definition parameters[] = {
    {
        .name = "path",
        .type = PARAMETER_TEXT,
        .scope = SCOPE_PREPARE,
        .default_value = "/",
        .help = "directory whose file system is listed from there on down (contest: /)",
    },
    {0},
};

static struct listing_plan listing_of(const struct workload_context *context)
{
    return (struct listing_plan){
        .path = workload_text(context, "path"),
        .left_out = {context->work_directory, context->tree},
    };
}

static void list_load_need(const struct workload_context *context, struct workload_needs *out_needs)
{
    (void)context;
    out_needs->processes = 1;
}

static int list_load_check(const struct workload_context *context, struct error *error)
{
    const char *path = workload_text(context, "path");
    struct stat status;
    if (path[0] != '/')
        return error_set(error, ERROR_USAGE, 0, "list_load:path=%s is not an absolute path", path);
    if (stat(path, &status) != 0)
        return error_set(error, ERROR_CANNOT, errno, "list %s", path);
    if (!S_ISDIR(status.st_mode))
        return error_set(error, ERROR_CANNOT, ENOTDIR, "list %s", path);
    return 0;
}

static bool is_never_stopped(void *object)
{
    (void)object;
    return false;
}

/* One Load is as many entries as there were now. */
static int list_load_prepare(const struct workload_context *context, struct error *error)
{
    struct listing_plan plan = listing_of(context);
    uint64_t entries = 0;
    plan.is_stopped = is_never_stopped;
    if (listing_make(&plan, &entries, error) != 0)
        return -1;
    if (entries == 0)
        return error_set(error, ERROR_CANNOT, 0, "list %s: there is nothing in it", plan.path);
    auto_free char *text = string_format("%llu", (unsigned long long)entries);
    return files_write_atomically(context->directory_fd, file_name, text, strlen(text), error);
}

static bool is_stopped(void *object)
{
    const struct crew_member *const *member = object;
    return crew_is_stopped(*member);
}

static void count_entry(void *object)
{
    const struct crew_member *const *member = object;
    crew_count(*member, 1);
}

static int list_over_and_over(const struct crew_member *member, struct error *error)
{
    struct listing_plan plan = *(const struct listing_plan *)member->plan->data;
    plan.object = &member;
    plan.is_stopped = is_stopped;
    plan.count_entry = count_entry;
    if (!crew_begin(member))
        return 0;
    while (!crew_is_stopped(member)) {
        uint64_t entries = 0;
        if (listing_make(&plan, &entries, error) != 0)
            return -1;
        if (entries == 0 && !crew_is_stopped(member))
            return error_set(error, ERROR_FAILED, 0, "list %s: it has become empty", plan.path);
    }
    return 0;
}

static int list_load_run(const struct workload_context *context, struct error *error)
{
    struct listing_plan listing = listing_of(context);
    int64_t entries;
    auto_free char *text =
        files_read_all(context->directory_fd, file_name, NUMBER_BYTES_MAX, NULL, error);
    if (text == NULL || units_parse_integer(text, &entries, error) != 0)
        return error_context(error, "learn how many entries one listing has");
    const struct crew_plan plan = {
        .context = context,
        .count = 1,
        .counts_per_unit = (double)entries,
        .data = &listing,
        .work = list_over_and_over,
    };
    return crew_run(&plan, error);
}

static int list_load_clean(const struct workload_context *context, struct error *error)
{
    return files_remove_tree(context->directory_fd, file_name, error);
}

const struct workload list_load_workload = {
    .name = "list_load",
    .summary = "lists a whole file system as ls -lRa does, over and over",
    .roles = ROLE_LOAD,
    .ends = ENDS_WHEN_TOLD,
    .parameters = parameters,
    .progress_unit = "whole listing",
    .need = list_load_need,
    .check = list_load_check,
    .prepare = list_load_prepare,
    .run = list_load_run,
    .clean = list_load_clean,
};
