// SPDX-License-Identifier: GPL-2.0-or-later
/* Executors on this machine. */
#include "experiment/local_runner.h"
#include "base/cleanup.h"
#include "machine/leftover.h"
#include "record/json.h"
#include "run/executor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

enum {
    SPARE_FD = 10,    /* descriptors kept for the executor are moved above this */
    END_MS = 10000,   /* an executor that closed its socket is about to end */
    STOP_MS = 300000, /* ending a run, syncing and putting settings back may take its time */
    STATUS_CANNOT_RESTORE = 5,
};

static struct local_runner *of(struct runner *runner)
{
    return (struct local_runner *)runner;
}

/* A copy that survives exec; the child is about to exec, nothing is closed. */
static void keep_open(int fd)
{
    if (fd >= 0)
        fcntl(fd, F_DUPFD, SPARE_FD);
}

static _Noreturn void become_executor(const struct local_runner *runner, int fd)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    keep_open(runner->plan.lock_fd);
    keep_open(runner->plan.guardian_fd);
    int spare = fcntl(fd, F_DUPFD_CLOEXEC, SPARE_FD);
    if (spare >= 0 && dup2(spare, EXECUTOR_FD) == EXECUTOR_FD && dup2(2, 1) == 1 &&
        setenv(LEFTOVER_MARK, runner->plan.experiment_uuid, 1) == 0)
        execl(runner->plan.program, "contend", "--execute", (char *)NULL);
    child_exit(127);
}

static int start(struct runner *base, struct error *error)
{
    struct local_runner *runner = of(base);
    if (runner->child.pid != 0)
        return 0;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_set(error, ERROR_CANNOT, errno, "make a socket for the executor");
    int side = child_fork(&runner->child, error);
    if (side == 0)
        become_executor(runner, ends[1]);
    close(ends[1]);
    if (side < 0) {
        close(ends[0]);
        return error_context(error, "start the executor");
    }
    runner->socket_fd = ends[0];
    channel_init(&runner->channel, runner->socket_fd);
    return 0;
}

static void forget_channel(struct local_runner *runner)
{
    if (runner->socket_fd < 0)
        return;
    channel_finish(&runner->channel);
    close(runner->socket_fd);
    runner->socket_fd = -1;
}

/* How it ended, as an error; kills it where it doesn't end. */
static int executor_ended(struct local_runner *runner, struct error *error)
{
    int status;
    struct error ignored;
    char text[64];
    forget_channel(runner);
    if (child_wait(&runner->child, deadline_after_ms(END_MS), &status, &ignored) != 1) {
        child_destroy(&runner->child);
        return error_set(error, ERROR_FAILED, 0, "the executor hung and was killed");
    }
    if (WIFSIGNALED(status))
        return error_set(error, ERROR_FAILED, 0, "the executor was %s",
                         child_status_text(status, text, sizeof(text)));
    return error_set(error, ERROR_FAILED, 0, "the executor ended with %s",
                     child_status_text(status, text, sizeof(text)));
}

static int send_request(struct runner *base, const struct run_request *request, struct error *error)
{
    struct local_runner *runner = of(base);
    auto_json json_t *document = run_request_to_json(request);
    if (channel_send(&runner->channel, document, error) != 0)
        return executor_ended(runner, error);
    return 0;
}

static int receive(struct runner *base, struct time_point deadline, struct run_record *out_record,
                   struct error *error)
{
    struct local_runner *runner = of(base);
    auto_json json_t *document = NULL;
    int got = channel_receive(&runner->channel, deadline, &document, error);
    if (got == 0)
        return 0;
    if (got != 1)
        return executor_ended(runner, error);
    if (run_record_from_json(document, out_record, error) != 0)
        return error_context(error, "the executor's answer");
    return 1;
}

static int stop(struct runner *base, struct error *error)
{
    struct local_runner *runner = of(base);
    int status;
    struct error ignored;
    if (runner->child.pid == 0)
        return 0;
    child_signal(&runner->child, SIGTERM);
    forget_channel(runner);
    if (child_wait(&runner->child, deadline_after_ms(STOP_MS), &status, &ignored) != 1) {
        child_destroy(&runner->child);
        return error_set(error, ERROR_FAILED, 0, "the executor hung while it cleaned up");
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_CANNOT_RESTORE)
        return error_set(error, ERROR_NOT_RESTORED, 0,
                         "the executor could not put everything back");
    return 0;
}

static const struct runner_operations operations = {
    .name = "local",
    .start = start,
    .send = send_request,
    .receive = receive,
    .stop = stop,
};

void local_runner_init(struct local_runner *runner, const struct local_runner_plan *plan)
{
    *runner = (struct local_runner){
        .runner = {&operations}, .plan = *plan, .child = {.pidfd = -1}, .socket_fd = -1};
}
