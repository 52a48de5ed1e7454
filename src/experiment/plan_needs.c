// SPDX-License-Identifier: GPL-2.0-or-later
/* Needs of workloads against what is there. */
#include "experiment/plan_needs.h"
#include "base/search_path.h"
#include "base/units.h"

#include <string.h>
#include <sys/resource.h>

enum { RESERVE_BYTES = 64 << 20, MENTIONED_BYTES_MIN = 1 << 20 };

static struct workload_context context_of(const struct workload *workload,
                                          const struct parameters *parameters,
                                          const struct plan_place *place)
{
    return (struct workload_context){
        .workload = workload,
        .parameters = parameters,
        .directory = place->directory,
        .directory_fd = -1,
        .work_directory = place->directory,
        .other_directory = place->other_directory,
        .memory_bytes = place->machine.memory_bytes,
        .has_swap = true,
        .cpus = place->machine.cpus,
        .records_fd = -1,
    };
}

static struct workload_needs needs_of(const struct workload *workload,
                                      const struct parameters *parameters,
                                      const struct plan_place *place)
{
    const struct workload_context context = context_of(workload, parameters, place);
    struct workload_needs needs = {0};
    if (workload->need != NULL)
        workload->need(&context, &needs);
    return needs;
}

bool plan_needs_other_directory(const struct workload *workload,
                                const struct parameters *parameters, const struct plan_place *place)
{
    return place->other_directory == NULL &&
           needs_of(workload, parameters, place).needs_other_directory;
}

static int examine_programs(const struct workload *workload, const struct workload_needs *needs,
                            struct error *error)
{
    for (size_t i = 0; i < array_length(needs->programs) && needs->programs[i] != NULL; i++)
        if (!search_path_has(needs->programs[i], NULL))
            return error_set(error, ERROR_CANNOT, 0,
                             "%s needs the program %s, not found in PATH%s%s", workload->name,
                             needs->programs[i], needs->package_hint != NULL ? ": " : "",
                             needs->package_hint != NULL ? needs->package_hint : "");
    return 0;
}

/* Against the hard limit: whoever needs more than the soft one raises that. */
static int examine_descriptors(const struct workload *workload, unsigned wanted,
                               struct error *error)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || wanted <= limit.rlim_max)
        return 0;
    return error_set(error, ERROR_CANNOT, 0,
                     "%s needs %u open files at once and may have %llu: raise 'ulimit -n', or give "
                     "smaller parameters",
                     workload->name, wanted, (unsigned long long)limit.rlim_max);
}

int plan_needs_examine(const struct workload *workload, const struct parameters *parameters,
                       const struct plan_place *place, struct error *error)
{
    const struct workload_context context = context_of(workload, parameters, place);
    struct workload_needs needs = needs_of(workload, parameters, place);
    if (needs.needs_other_directory && place->other_directory == NULL)
        return error_set(error, ERROR_CANNOT, 0,
                         "%s needs a second directory, best on another disk: give --other DIR",
                         workload->name);
    if (needs.needs_privilege && !place->machine.is_privileged)
        return error_set(error, ERROR_CANNOT, 0, "%s needs root", workload->name);
    if (examine_programs(workload, &needs, error) != 0 ||
        examine_descriptors(workload, needs.descriptors, error) != 0)
        return -1;
    if (needs.memory_bytes > place->machine.memory_bytes + needs.swap_bytes) {
        char wanted[32];
        char there[32];
        return error_set(
            error, ERROR_CANNOT, 0, "%s needs %s of memory and the experiment has %s",
            workload->name, units_format_size_rounded(needs.memory_bytes, wanted, sizeof(wanted)),
            units_format_size_rounded(place->machine.memory_bytes, there, sizeof(there)));
    }
    return workload->check != NULL ? workload->check(&context, error) : 0;
}

static void add_part(struct text *parts, const char *name, uint64_t bytes)
{
    char size[32];
    if (bytes >= MENTIONED_BYTES_MIN)
        text_append_format(parts, "%s%s %s", parts->length > 0 ? ", " : "", name,
                           units_format_size_rounded(bytes, size, sizeof(size)));
}

/* The sum for one file system while it grows. */
struct space {
    uint64_t kept_bytes;
    uint64_t transient_bytes; /* of the largest */
    struct text kept;
    struct text transient;
};

static void add_space(struct space *space, const char *name, uint64_t bytes,
                      uint64_t transient_bytes)
{
    uint64_t kept_bytes = bytes - transient_bytes;
    space->kept_bytes += kept_bytes;
    if (transient_bytes > space->transient_bytes)
        space->transient_bytes = transient_bytes;
    add_part(&space->kept, name, kept_bytes);
    add_part(&space->transient, name, transient_bytes);
}

static char *take_parts(struct space *space)
{
    auto_free char *transient = text_take(&space->transient);
    if (transient[0] != '\0')
        text_append_format(&space->kept, "%sin turn %s", space->kept.length > 0 ? "; " : "",
                           transient);
    return text_take(&space->kept);
}

static void add_needs(struct space *work, struct space *other, const char *name,
                      const struct workload_needs *needs)
{
    bool is_other = needs->other_disk_bytes > 0;
    add_space(work, name, needs->disk_bytes + needs->swap_bytes,
              is_other ? 0 : needs->transient_bytes);
    if (is_other)
        add_space(other, name, needs->other_disk_bytes, needs->transient_bytes);
}

void plan_needs_sum(const struct plan *plan, const struct plan_machine *machine,
                    struct plan_needs *out)
{
    const struct plan_place place = {
        .directory = plan->directory,
        .other_directory = plan->other_directory,
        .machine = *machine,
    };
    auto_string_list struct string_list seen = {0};
    struct space work = {0};
    struct space second = {0};
    *out = (struct plan_needs){0};
    for (size_t i = 0; i < plan->condition_count; i++) {
        const struct plan_condition *condition = &plan->conditions[i];
        const struct condition_record *record = &condition->record;
        if (condition->skip_reason != NULL)
            continue;
        if (!string_list_has(&seen, condition->job_directory)) {
            struct workload_needs needs = needs_of(condition->job, &record->job_parameters, &place);
            add_needs(&work, &second, condition->job->name, &needs);
            string_list_add(&seen, condition->job_directory);
        }
        if (!string_list_has(&seen, condition->load_directory)) {
            struct workload_needs needs =
                needs_of(condition->load, &record->load_parameters, &place);
            add_needs(&work, &second, condition->load->name, &needs);
            string_list_add(&seen, condition->load_directory);
        }
    }
    out->disk_bytes = work.kept_bytes + work.transient_bytes;
    out->other_disk_bytes = second.kept_bytes + second.transient_bytes;
    out->parts = take_parts(&work);
    out->other_parts = take_parts(&second);
}

void plan_needs_finish(struct plan_needs *needs)
{
    if (needs == NULL)
        return;
    free(needs->parts);
    free(needs->other_parts);
    *needs = (struct plan_needs){0};
}

static int check_space(const char *where, uint64_t wanted_bytes, uint64_t free_bytes,
                       const char *parts, struct error *error)
{
    if (wanted_bytes == 0 || wanted_bytes + RESERVE_BYTES <= free_bytes)
        return 0;
    char wanted[32];
    char there[32];
    return error_set(
        error, ERROR_CANNOT, 0,
        "%s has %s free and the plan needs %s (%s): give --dir or --other on a larger "
        "file system, a smaller --memory, or fewer loads",
        where, units_format_size_rounded(free_bytes, there, sizeof(there)),
        units_format_size_rounded(wanted_bytes + RESERVE_BYTES, wanted, sizeof(wanted)), parts);
}

int plan_needs_check(const struct plan_needs *needs, uint64_t free_bytes, uint64_t other_free_bytes,
                     struct error *error)
{
    if (check_space("the work directory", needs->disk_bytes, free_bytes, needs->parts, error) != 0)
        return -1;
    return check_space("the second directory", needs->other_disk_bytes, other_free_bytes,
                       needs->other_parts, error);
}
