// SPDX-License-Identifier: GPL-2.0-or-later
/* The processes of a load. */
#include "workloads/crew.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "process/child.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

struct crew_shared {
    _Atomic unsigned begun;
    _Atomic bool has_error;
    struct error error; /* of the first member that failed; read once that was reaped */
};

struct crew {
    const struct crew_plan *plan;
    struct crew_shared *shared;
    pid_t *pids; /* 0: not forked yet, or reaped */
};

static _Noreturn void work(const struct crew_member *member)
{
    struct error error = {0};
    if (member->plan->work(member, &error) == 0)
        child_exit(0);
    if (!atomic_exchange(&member->shared->has_error, true))
        member->shared->error = error;
    child_exit(1);
}

static int start(struct crew *crew, struct error *error)
{
    for (unsigned i = 0; i < crew->plan->count; i++) {
        struct crew_member member = {.plan = crew->plan, .shared = crew->shared, .index = i};
        int side = child_fork_plain(&crew->pids[i], error);
        if (side == 0)
            work(&member);
        if (side < 0)
            return error_context(error, "start process %u of %u of %s", i + 1, crew->plan->count,
                                 crew->plan->context->workload->name);
    }
    return 0;
}

static void destroy(struct crew *crew)
{
    for (unsigned i = 0; i < crew->plan->count; i++)
        if (crew->pids[i] > 0)
            kill(crew->pids[i], SIGKILL);
    for (unsigned i = 0; i < crew->plan->count; i++)
        while (crew->pids[i] > 0 && waitpid(crew->pids[i], NULL, 0) < 0 && errno == EINTR)
            ;
    munmap(crew->shared, sizeof(*crew->shared));
    free(crew->pids);
}

static int member_result(const struct crew *crew, int status, struct error *error)
{
    char text[64];
    const char *name = crew->plan->context->workload->name;
    if (WIFSIGNALED(status))
        return error_set(error, ERROR_FAILED, 0, "a process of %s was %s%s", name,
                         child_status_text(status, text, sizeof(text)),
                         WTERMSIG(status) == SIGKILL ? ", as by the OOM killer" : "");
    if (status != 0) {
        *error = crew->shared->error;
        return -1;
    }
    if (!shared_page_is_stopped(crew->plan->context->page))
        return error_set(error, ERROR_FAILED, 0, "a process of %s ended by itself", name);
    return 0;
}

static int wait_for_all(struct crew *crew, struct error *error)
{
    for (unsigned left = crew->plan->count; left > 0; left--) {
        int status;
        pid_t pid = waitpid(-1, &status, 0);
        while (pid < 0 && errno == EINTR)
            pid = waitpid(-1, &status, 0);
        if (pid < 0)
            return error_set(error, ERROR_FAILED, errno, "wait for the processes of %s",
                             crew->plan->context->workload->name);
        for (unsigned i = 0; i < crew->plan->count; i++)
            if (crew->pids[i] == pid)
                crew->pids[i] = 0;
        if (member_result(crew, status, error) != 0)
            return -1;
    }
    return 0;
}

int crew_run(const struct crew_plan *plan, struct error *error)
{
    assert(plan->count > 0 && plan->count <= plan->context->page->counter_count);
    struct crew crew = {.plan = plan};
    crew.shared =
        mmap(NULL, sizeof(*crew.shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (crew.shared == MAP_FAILED)
        return error_set(error, ERROR_CANNOT, errno, "map memory for the processes of %s",
                         plan->context->workload->name);
    crew.pids = memory_allocate(plan->count * sizeof(pid_t));
    plan->context->page->counts_per_unit = plan->counts_per_unit;
    int result = start(&crew, error);
    if (plan->release != NULL)
        plan->release(plan->data);
    if (result == 0)
        result = wait_for_all(&crew, error);
    destroy(&crew);
    return result;
}

bool crew_begin(const struct crew_member *member)
{
    struct shared_page *page = member->plan->context->page;
    if (atomic_fetch_add(&member->shared->begun, 1) + 1 == member->plan->count)
        shared_page_ready(page);
    /* Each turn has its deadline; all turns end with run()'s process, whose death kills members. */
    while (!shared_page_wait_state(page, PAGE_READY, deadline_after_ms(1000)))
        ;
    return !shared_page_is_stopped(page);
}
