// SPDX-License-Identifier: GPL-2.0-or-later
/* The life of one run. */
#include "run/run.h"
#include "base/cleanup.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "machine/boot_id.h"
#include "machine/disk.h"
#include "machine/machine_facts.h"
#include "machine/settle.h"
#include "run/run_measures.h"
#include "run/window.h"
#include "workloads/catalog.h"

#include <string.h>

enum { PREPARE_MS = 3600 * 1000, RESET_MS = 1800 * 1000, VERIFY_MS = 1800 * 1000 };

/* What the steps of this file hand on to each other. */
struct run {
    struct executor *executor;
    const struct run_request *request;
    struct run_record *record;
    struct run_side job;
    struct run_side load;
    char *tree; /* the job's source tree, or NULL */
    struct disk disk;
};

static const char *const memory_kinds[] = {
    [MEMORY_WHOLE] = "whole", [MEMORY_BALLOON] = "balloon", [MEMORY_GROUP] = "group"};

static int apply_settings(struct run *run, struct error *error)
{
    struct executor *executor = run->executor;
    if (executor->settings == NULL) {
        executor->work_directory = string_duplicate(run->request->work_directory);
        executor->experiment_uuid = string_duplicate(run->request->experiment_uuid);
        const struct settings_plan plan = {
            .root = executor->root,
            .journal = &executor->journal,
            .layout = &executor->layout,
            .work_directory = executor->work_directory,
            .experiment_uuid = executor->experiment_uuid,
        };
        if (settings_open(&executor->settings, &plan, error) != 0)
            return -1;
    }
    if (settings_apply(executor->settings, &run->request->settings, error) != 0)
        return -1;
    struct memory_view memory = settings_memory(executor->settings);
    if (memory.group != NULL)
        control_group_layout_enter(&executor->layout, memory.group);
    run_record_add_measure(run->record, SIDE_MACHINE, memory_kinds[memory.kind], &measure_memory,
                           (double)memory.bytes, MEASURE_OK);
    return 0;
}

/* Groups are a help, not a need: without them accounting comes from /proc. */
static const struct control_group *side_group(struct run *run, enum side side)
{
    struct control_group *group = &run->executor->groups[side];
    if (group->path != NULL)
        return group;
    auto_free char *name =
        string_format("contend-%.8s-%s", run->request->experiment_uuid, side_name(side));
    struct error ignored;
    if (run->executor->layout.tracking_parent == NULL ||
        control_group_create(&run->executor->journal, &run->executor->layout, name, group,
                             &ignored) != 0)
        return NULL;
    return group;
}

/* The swap that the load asks for in need(), which depends on parameters and memory alone. */
static int require_swap(struct run *run, struct memory_view memory, bool *out_has_swap,
                        struct error *error)
{
    const struct workload *workload;
    const struct side_request *load = &run->request->load;
    struct workload_needs needs = {0};
    *out_has_swap = true;
    if (workload_catalog_get(load->workload, ROLE_LOAD, &workload, error) != 0)
        return -1;
    const struct workload_context context = {.workload = workload,
                                             .parameters = &load->parameters,
                                             .memory_bytes = memory.bytes,
                                             .has_swap = true,
                                             .cpus = machine_fact_cpus(),
                                             .directory_fd = -1,
                                             .records_fd = -1};
    if (workload->need != NULL)
        workload->need(&context, &needs);
    auto_free char *why = NULL;
    int result = settings_require_swap(run->executor->settings, needs.swap_bytes, &why, error);
    *out_has_swap = result == 0;
    if (result == 1)
        run_record_add_flag(run->record, "no_swap",
                            "there is no swap: what should have been swapped was mapped from a "
                            "file, so this load writes to the disk too",
                            why != NULL ? why : "");
    return result < 0 ? -1 : 0;
}

static struct run_side_plan side_plan(struct run *run, enum side side, bool has_swap)
{
    return (struct run_side_plan){
        .side = side,
        .request = run->request,
        .own = side == SIDE_JOB ? &run->request->job : &run->request->load,
        .memory = settings_memory(run->executor->settings),
        .cpus = machine_fact_cpus(),
        .has_swap = has_swap,
        .tree = side == SIDE_LOAD ? run->tree : NULL,
        .group = side_group(run, side),
    };
}

static void find_tree(struct run *run, const struct side_request *of,
                      const struct workload *workload)
{
    if (workload->tree != NULL)
        run->tree = string_format("%s/%s", of->directory, workload->tree);
}

/* The tree that the load copies where it is another job's than the one of this run: idle has none,
 * and the load must do the same beside it as beside the real job. */
static int prepare_tree(struct run *run, struct error *error)
{
    struct run_side maker;
    struct run_side_plan plan = side_plan(run, SIDE_JOB, false);
    plan.own = &run->request->tree_job;
    if (run_side_start(&maker, &plan, error) != 0)
        return -1;
    int result = run_side_prepare(&maker, deadline_after_ms(PREPARE_MS), error);
    find_tree(run, plan.own, maker.workload);
    run_side_stop(&maker);
    return result;
}

/* The job's first, since a load may copy the job's tree. */
static int start_and_prepare(struct run *run, struct error *error)
{
    bool has_swap;
    struct memory_view memory = settings_memory(run->executor->settings);
    if (require_swap(run, memory, &has_swap, error) != 0)
        return -1;
    if (run->request->tree_job.workload != NULL && prepare_tree(run, error) != 0)
        return -1;
    struct run_side_plan job = side_plan(run, SIDE_JOB, has_swap);
    if (run_side_start(&run->job, &job, error) != 0 ||
        run_side_prepare(&run->job, deadline_after_ms(PREPARE_MS), error) != 0)
        return -1;
    if (run->tree == NULL)
        find_tree(run, &run->request->job, run->job.workload);
    struct run_side_plan load = side_plan(run, SIDE_LOAD, has_swap);
    if (run_side_start(&run->load, &load, error) != 0)
        return -1;
    return run_side_prepare(&run->load, deadline_after_ms(PREPARE_MS), error);
}

static int reset(struct run *run, struct error *error)
{
    if (run_side_do(&run->job, PHASE_RESET, deadline_after_ms(RESET_MS), error) != 0 ||
        run_side_do(&run->load, PHASE_RESET, deadline_after_ms(RESET_MS), error) != 0)
        return error_context(error, "reset");
    return 0;
}

static void settle(struct run *run)
{
    bool is_settled = run->load.workload->settle != SETTLE_NONE;
    struct settle_plan plan = {
        .root = run->executor->root,
        .journal = &run->executor->journal,
        .directory = run->request->work_directory,
        .sample = run->tree,
        .seed = run->request->seed,
        .may_drop_caches = true,
    };
    if (!is_settled) {
        settle_observe(&plan, run->record);
        return;
    }
    if (plan.sample == NULL)
        plan.sample = run->request->work_directory;
    settle_machine(&plan, run->record);
}

static void verify(struct run *run)
{
    struct run_side *sides[] = {&run->job, &run->load};
    static const enum outcome outcomes[] = {OUTCOME_FAILED, OUTCOME_VOID};
    for (size_t i = 0; i < array_length(sides); i++) {
        struct error error;
        bool has_work = i == 0 ? run->record->outcome <= OUTCOME_FLAGGED : true;
        if (has_work && run_side_do(sides[i], PHASE_VERIFY, deadline_after_ms(VERIFY_MS), &error))
            run_record_set_outcome(run->record, outcomes[i], "verify: %s", error.text);
    }
}

/* What the load wrote goes before the next run, or a switch of the scheduler, has to wait for it.
 */
static void clear_load(struct run *run)
{
    struct error error;
    if (run_side_do(&run->load, PHASE_RESET, deadline_after_ms(RESET_MS), &error) != 0)
        run_record_add_flag(run->record, "not_cleared", "the load's files could not be removed",
                            error.text);
}

static void carry_out(struct run *run)
{
    struct error error;
    if (apply_settings(run, &error) != 0) {
        run_record_set_outcome(run->record, OUTCOME_SKIPPED, "settings: %s", error.text);
        return;
    }
    if (start_and_prepare(run, &error) != 0 || reset(run, &error) != 0) {
        run_record_set_outcome(run->record, OUTCOME_FAILED, "%s", error.text);
        if (run->job.supervisor.pid != 0)
            run->record->output_tail = supervisor_tail(
                run->load.supervisor.pid != 0 ? &run->load.supervisor : &run->job.supervisor);
        return;
    }
    settle(run);
    const struct window_plan plan = {
        .root = run->executor->root,
        .request = run->request,
        .job = &run->job,
        .load = &run->load,
        .device = run->disk.number,
    };
    window_measure(&plan, run->record);
    run->record->output_tail = supervisor_tail(&run->job.supervisor);
    if (interrupt_signal() == 0 && run->record->outcome <= OUTCOME_FLAGGED)
        verify(run);
    run_side_collect(&run->job, run->record);
    run_side_collect(&run->load, run->record);
    settings_check(run->executor->settings, run->record);
    clear_load(run);
}

/* Before settings change for the next run: a v2 memory group can't go while these lie below it. */
static void remove_groups(struct run *run)
{
    struct executor *executor = run->executor;
    struct error error;
    for (size_t i = 0; i < array_length(executor->groups); i++)
        if (control_group_destroy(&executor->journal, &executor->groups[i], &error) != 0)
            run_record_add_flag(run->record, "group_left", "a control group could not be removed",
                                error.text);
}

void run_perform(struct executor *executor, const struct run_request *request,
                 struct run_record *out_record)
{
    char boot_id[BOOT_ID_BYTES];
    struct error ignored;
    *out_record = (struct run_record){.uuid = string_duplicate(request->uuid)};
    boot_id_read(executor->root, boot_id);
    out_record->boot_id = string_duplicate(boot_id);
    struct run run = {.executor = executor, .request = request, .record = out_record};
    run.job.records[0] = run.job.records[1] = run.load.records[0] = run.load.records[1] = -1;
    if (disk_of_path(executor->root, request->work_directory, &run.disk, &ignored) != 0)
        run.disk = (struct disk){0};
    carry_out(&run);
    run_side_stop(&run.load);
    run_side_stop(&run.job);
    remove_groups(&run);
    disk_finish(&run.disk);
    free(run.tree);
}
