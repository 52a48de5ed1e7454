// SPDX-License-Identifier: GPL-2.0-or-later
/* The guardian. What it undoes, and how, is the journal's. */
#include "run/guardian.h"
#include "base/cleanup.h"
#include "machine/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { LEAVE_MS = 10000 }; /* it has only to read one byte */

static void shield(const struct sysroot *root)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, 0);
    prctl(PR_SET_NAME, "contend-guard");
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    struct error ignored;
    sysroot_write(root, "proc/self/oom_score_adj", "-1000", &ignored);
}

static void restore(const struct guardian_plan *plan)
{
    struct journal journal;
    auto_string_list struct string_list said = {0};
    struct error error;
    journal_init(&journal, plan->root, plan->state_fd);
    if (journal_is_open(plan->state_fd) && journal_restore(&journal, &said, &error) != 0)
        fprintf(stderr,
                "contend: the guardian could not put everything back: %s\n"
                "contend: 'contend restore' tries again\n",
                error.text);
    journal_finish(&journal);
}

static _Noreturn void guard(const struct guardian_plan *plan, int pipe_fd)
{
    shield(plan->root);
    char byte;
    ssize_t got;
    while ((got = read(pipe_fd, &byte, 1)) < 0 && errno == EINTR)
        ;
    if (got == 0)
        restore(plan);
    child_exit(0);
}

int guardian_start(struct guardian *out, const struct guardian_plan *plan, struct error *error)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set(error, ERROR_CANNOT, errno, "make the guardian's pipe");
    struct child child;
    int side = child_fork(&child, error);
    if (side == 0) {
        close(ends[1]);
        guard(plan, ends[0]);
    }
    close(ends[0]);
    if (side < 0) {
        close(ends[1]);
        return error_context(error, "start the guardian");
    }
    *out = (struct guardian){.child = child, .pipe_fd = ends[1]};
    return 0;
}

void guardian_finish(struct guardian *guardian)
{
    if (guardian == NULL || guardian->child.pid == 0)
        return;
    ssize_t written = write(guardian->pipe_fd, "q", 1);
    (void)written;
    close(guardian->pipe_fd);
    int status;
    struct error ignored;
    if (child_wait(&guardian->child, deadline_after_ms(LEAVE_MS), &status, &ignored) != 1)
        child_destroy(&guardian->child);
    *guardian = (struct guardian){0};
}
