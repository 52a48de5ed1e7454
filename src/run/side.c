// SPDX-License-Identifier: GPL-2.0-or-later
/* One side of a run: phases of its workload carried out through its supervisor. */
#include "run/side.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "measure/process_tree.h"
#include "process/child.h"
#include "workloads/catalog.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LINGER_MS = 5000,      /* for what a job leaves behind */
    STOP_GRACE_MS = 2000,  /* for the page's word, then for SIGTERM */
    KILL_GRACE_MS = 30000, /* for a process in the kernel, such as in fsync */
    TICK_MS = 100,
    STOPPED_MS = 500, /* a process that does not go on for so long was stopped */
    STOPPED_LOOK_MS = 10,
};

static int (*phase_function(const struct workload *workload,
                            int phase))(const struct workload_context *, struct error *)
{
    switch ((enum side_phase)phase) {
    case PHASE_PREPARE:
        return workload->prepare;
    case PHASE_RESET:
        return workload->reset;
    case PHASE_RUN:
        return workload->run;
    case PHASE_VERIFY:
        return workload->verify;
    case PHASE_CLEAN:
        return workload->clean;
    }
    return NULL;
}

/* Only the run itself is in the groups: what prepares it must be neither counted nor kept in cache.
 */
static int join_groups(const struct run_side *side, struct error *error)
{
    const struct control_group *groups[] = {side->group, side->memory_group};
    for (size_t i = 0; i < array_length(groups); i++)
        if (groups[i] != NULL && groups[i]->path != NULL && control_group_join(groups[i]) != 0)
            return error_set(error, ERROR_CANNOT, errno, "join control group %s", groups[i]->path);
    return 0;
}

/* Below the work directory, which is not made anew where a job removed it: it would carry no mark
 * and be left behind. */
static int make_directory(const char *path, struct error *error)
{
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return 0;
    int number = errno;
    return error_set(error, ERROR_FAILED, number, "make %s%s", path,
                     number == ENOENT ? " (did a job remove the experiment's work directory?)"
                                      : "");
}

static int side_phase(void *object, int phase, struct error *error)
{
    struct run_side *side = object;
    int (*function)(const struct workload_context *, struct error *) =
        phase_function(side->workload, phase);
    struct workload_context context = side->context;
    if (phase == PHASE_PREPARE && make_directory(context.directory, error) != 0)
        return -1;
    if (function == NULL)
        return 0;
    context.directory_fd = open(context.directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (context.directory_fd < 0)
        return error_set(error, ERROR_FAILED, errno, "open %s", context.directory);
    bool may_report = phase == PHASE_RUN || phase == PHASE_VERIFY;
    context.records_fd = may_report ? side->records[1] : -1;
    if (phase == PHASE_RUN && join_groups(side, error) != 0)
        return -1;
    return function(&context, error);
}

static int set_up(struct run_side *side, const struct run_side_plan *plan, struct error *error)
{
    const struct side_request *own = plan->own;
    enum workload_role role = plan->side == SIDE_JOB ? ROLE_JOB : ROLE_LOAD;
    if (workload_catalog_get(own->workload, role, &side->workload, error) != 0)
        return -1;
    side->context = (struct workload_context){
        .workload = side->workload,
        .parameters = &own->parameters,
        .directory = own->directory,
        .directory_fd = -1,
        .work_directory = plan->request->work_directory,
        .other_directory = plan->request->other_directory,
        .tree = plan->tree,
        .memory_bytes = plan->memory.bytes,
        .has_swap = plan->has_swap,
        .cpus = plan->cpus,
        .seed = random_derive(plan->request->seed, side_name(plan->side)),
        .data_seed = random_derive(0, plan->request->experiment_uuid),
        .records_fd = -1,
    };
    if (side->workload->need != NULL)
        side->workload->need(&side->context, &side->needs);
    unsigned counters = side->needs.processes > 0 ? side->needs.processes : 1;
    side->page = shared_page_create(counters, error);
    if (side->page == NULL)
        return -1;
    side->context.page = side->page;
    if (pipe2(side->records, O_CLOEXEC | O_NONBLOCK) != 0)
        return error_set(error, ERROR_CANNOT, errno, "make a pipe for the measures of the %s",
                         side_name(plan->side));
    return 0;
}

int run_side_start(struct run_side *out, const struct run_side_plan *plan, struct error *error)
{
    *out = (struct run_side){.side = plan->side,
                             .group = plan->group,
                             .memory_group = plan->memory.group,
                             .records = {-1, -1}};
    if (set_up(out, plan, error) != 0) {
        run_side_stop(out);
        return -1;
    }
    out->plan = (struct supervisor_plan){
        .name = side_name(plan->side),
        .phase = side_phase,
        .context = out,
        .page = out->page,
        .run_phase = PHASE_RUN,
        .linger_ms = plan->side == SIDE_JOB ? LINGER_MS : 0,
    };
    if (supervisor_start(&out->supervisor, &out->plan, error) != 0) {
        run_side_stop(out);
        return -1;
    }
    return 0;
}

void run_side_stop(struct run_side *side)
{
    supervisor_stop(&side->supervisor);
    for (int i = 0; i < 2; i++)
        if (side->records[i] >= 0)
            close(side->records[i]);
    side->records[0] = side->records[1] = -1;
    shared_page_destroy(side->page);
    side->page = NULL;
}

/* What a phase's report says of a failure, as an error. */
static int phase_result(const struct run_side *side, const struct supervisor_report *report,
                        struct error *error)
{
    if (report->status == 0)
        return 0;
    if (report->error.text[0] != '\0') {
        *error = report->error;
        return -1;
    }
    char text[64];
    return error_set(error, ERROR_FAILED, 0, "%s of the %s: %s", side->workload->name,
                     side_name(side->side), child_status_text(report->status, text, sizeof(text)));
}

int run_side_do(struct run_side *side, enum side_phase phase, struct time_point deadline,
                struct error *error)
{
    if (phase_function(side->workload, phase) == NULL && phase != PHASE_PREPARE)
        return 0;
    struct supervisor_report report;
    if (supervisor_begin(&side->supervisor, phase, error) != 0)
        return -1;
    const char *why = NULL;
    int got = 0;
    while (got == 0 && why == NULL) {
        got = supervisor_wait(&side->supervisor, deadline, &report, error);
        if (got == 0 && interrupt_signal() != 0)
            why = "interrupted by a signal";
        else if (got == 0 && deadline_is_past(deadline))
            why = "took too long";
    }
    if (got == 0) {
        supervisor_kill(&side->supervisor, error);
        supervisor_wait(&side->supervisor, deadline_after_ms(KILL_GRACE_MS), &report, error);
        return error_set(error, ERROR_FAILED, 0, "%s of the %s: %s", side->workload->name,
                         side_name(side->side), why);
    }
    return got < 0 ? -1 : phase_result(side, &report, error);
}

/* What the prepared data depends on; the caller's to free. */
static char *prepared_key(const struct run_side *side)
{
    auto_text struct text key = {0};
    text_append_format(&key, "%s %s memory=%llu cpus=%d seed=%llu tree=%s\n", CONTEND_VERSION,
                       side->workload->name, (unsigned long long)side->context.memory_bytes,
                       side->context.cpus, (unsigned long long)side->context.data_seed,
                       side->context.tree != NULL ? side->context.tree : "none");
    for (const struct parameter_definition *row = side->workload->parameters;
         row != NULL && row->name != NULL; row++)
        if (row->scope == SCOPE_PREPARE)
            text_append_format(&key, "%s=%s\n", row->name,
                               workload_text(&side->context, row->name));
    return text_take(&key);
}

int run_side_prepare(struct run_side *side, struct time_point deadline, struct error *error)
{
    auto_free char *key = prepared_key(side);
    auto_free char *mark = string_format("%s.prepared", side->context.directory);
    struct error ignored;
    auto_free char *there = files_read_all(AT_FDCWD, mark, 1 << 20, NULL, &ignored);
    if (string_is(there, key) && access(side->context.directory, F_OK) == 0)
        return 0;
    unlink(mark);
    if (access(side->context.directory, F_OK) == 0 &&
        (run_side_do(side, PHASE_CLEAN, deadline, error) != 0 ||
         files_remove_tree(AT_FDCWD, side->context.directory, error) != 0))
        return -1;
    if (run_side_do(side, PHASE_PREPARE, deadline, error) != 0)
        return error_context(error, "prepare %s", side->workload->name);
    auto_fd int work = open(side->context.work_directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return files_write_atomically(work, strrchr(mark, '/') + 1, key, strlen(key), error);
}

/* A side that counts while it starts up (mem_load fills its pages) is waited for as long as it gets
 * on. */
int run_side_begin(struct run_side *side, int64_t patience_ms, struct error *error)
{
    struct time_point deadline = deadline_after_ms(patience_ms);
    uint64_t counted = 0;
    if (supervisor_begin(&side->supervisor, PHASE_RUN, error) != 0)
        return -1;
    side->is_running = true;
    while (!deadline_is_past(deadline) && interrupt_signal() == 0) {
        struct time_point tick = {clock_now().ns + TICK_MS * 1000000ULL};
        if (shared_page_wait_state(side->page, PAGE_READY, tick))
            return 0;
        int got = run_side_check(side, tick, error);
        if (got != 0)
            return got < 0 ? -1
                           : error_set(error, ERROR_FAILED, 0, "the %s never started",
                                       side_name(side->side));
        if (shared_page_sum(side->page) > counted)
            deadline = deadline_after_ms(patience_ms);
        counted = shared_page_sum(side->page);
    }
    return error_set(error, ERROR_FAILED, 0, "the %s was not ready in time", side_name(side->side));
}

int run_side_check(struct run_side *side, struct time_point deadline, struct error *error)
{
    if (!side->is_running)
        return 1;
    int got = supervisor_wait(&side->supervisor, deadline, &side->report, error);
    if (got == 0)
        return 0;
    side->is_running = false;
    side->has_ended = got > 0;
    return got;
}

int run_side_end(struct run_side *side, struct error *error)
{
    if (!side->is_running)
        return 0;
    shared_page_set_state(side->page, PAGE_STOP);
    static const int graces_ms[] = {STOP_GRACE_MS, STOP_GRACE_MS, KILL_GRACE_MS};
    for (size_t step = 0; step < array_length(graces_ms); step++) {
        if (step == 1)
            supervisor_terminate(&side->supervisor, error);
        if (step == 2)
            supervisor_kill(&side->supervisor, error);
        struct time_point deadline = deadline_after_ms(graces_ms[step]);
        while (!deadline_is_past(deadline)) {
            int got = run_side_check(side, deadline, error);
            if (got != 0)
                return got < 0 ? -1 : 0;
        }
    }
    return error_set(error, ERROR_FAILED, 0,
                     "the %s can't be ended: a process of it hangs in the kernel",
                     side_name(side->side));
}

static bool looks_stopped(const struct run_side *side, const struct sysroot *root)
{
    struct error ignored;
    auto_process_tree struct process_tree tree = {0};
    return process_tree_read(root, &tree, &ignored) == 0 &&
           process_tree_is_stopped(&tree, side->supervisor.pid);
}

/* What is traced stops for an instant at each system call and gets on: only a stop that lasts is
 * one. */
bool run_side_is_stopped(const struct run_side *side, const struct sysroot *root)
{
    struct time_point deadline = deadline_after_ms(STOPPED_MS);
    while (looks_stopped(side, root)) {
        if (deadline_is_past(deadline))
            return true;
        clock_pause_ms(STOPPED_LOOK_MS);
    }
    return false;
}

static void collect_line(const struct run_side *side, struct run_record *record, char *line)
{
    char *value = strchr(line, ' ');
    if (value == NULL)
        return;
    *value++ = '\0';
    for (const struct measure_definition *row = side->workload->measures;
         row != NULL && row->name != NULL; row++)
        if (strcmp(row->name, line) == 0)
            run_record_add_measure(record, side->side, "", row, strtod(value, NULL), MEASURE_OK);
}

void run_side_collect(struct run_side *side, struct run_record *record)
{
    char text[8192];
    auto_text struct text all = {0};
    ssize_t got;
    while ((got = read(side->records[0], text, sizeof(text))) > 0)
        text_append_bytes(&all, text, (size_t)got);
    char *rest = NULL;
    if (all.text == NULL)
        return;
    for (char *line = strtok_r(all.text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        collect_line(side, record, line);
}

char *run_side_failure(const struct run_side *side)
{
    if (!side->has_ended || side->report.status == 0)
        return NULL;
    if (side->report.error.text[0] != '\0')
        return string_duplicate(side->report.error.text);
    char text[64];
    return string_duplicate(child_status_text(side->report.status, text, sizeof(text)));
}
