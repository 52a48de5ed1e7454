// SPDX-License-Identifier: GPL-2.0-or-later
/* The supervisor of one side: forks phases, reaps, stamps ends, keeps the tail of what is printed.
 * The upper half of this file runs in the supervisor, the lower half in the executor. */
#include "process/supervisor.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"
#include "process/child.h"
#include "process/resident.h"
#include "process/stray.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

struct supervisor_shared {
    struct error error;
    _Atomic bool is_lingering;
    _Atomic uint64_t tail_written;
    char tail[SUPERVISOR_TAIL_BYTES];
};

enum command_kind { COMMAND_BEGIN, COMMAND_USAGE, COMMAND_TERMINATE, COMMAND_KILL };

struct command_message {
    enum command_kind kind;
    int phase;
};

enum answer_kind { ANSWER_ENDED, ANSWER_USAGE, ANSWER_LINGERS };

struct answer_message {
    enum answer_kind kind;
    struct supervisor_report report; /* its error is in the shared memory */
    struct rusage reaped;
    struct rusage own;
};

/* What the supervisor knows, in its own process. */
struct keeper {
    const struct supervisor_plan *plan;
    struct supervisor_shared *shared;
    int socket;
    int signal_fd;
    int output_fd; /* reading end of what the phase prints; -1 */
    bool has_namespace;
    bool is_busy;
    pid_t main_pid; /* 0 once it was reaped */
    struct time_point linger_end;
    struct supervisor_report report;
};

/* Without a PID namespace a supervisor that dies by its parent-death signal must still be able to
 * end its descendants (S1), so there it is SIGTERM, which ends its loop. */
static void follow_executor(const struct keeper *keeper)
{
    prctl(PR_SET_PDEATHSIG, keeper->has_namespace ? SIGKILL : SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, keeper->plan->name);
}

/* A /proc of its own, so that what runs in the namespace finds itself there. Where it can't be
 * mounted the outer one stays, which only programs that look themselves up by getpid() notice. */
static void mount_proc(void)
{
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_SLAVE, NULL) != 0)
        return;
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

static _Noreturn void run_phase(struct keeper *keeper, int phase, int output)
{
    setpgid(0, 0);
    close(keeper->socket);
    close(keeper->signal_fd);
    auto_fd int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    struct error error = {0};
    if (keeper->plan->phase(keeper->plan->context, phase, &error) == 0)
        child_exit(0);
    keeper->shared->error = error;
    child_exit(1);
}

static void begin_phase(struct keeper *keeper, int phase)
{
    assert(!keeper->is_busy); /* S3 */
    keeper->shared->error = (struct error){0};
    atomic_store(&keeper->shared->tail_written, 0);
    atomic_store(&keeper->shared->is_lingering, false);
    keeper->report = (struct supervisor_report){.phase = phase};
    keeper->is_busy = true;
    if (keeper->output_fd >= 0)
        close(keeper->output_fd);
    keeper->output_fd = -1;
    int output[2];
    struct error error = {0};
    int side = -1;
    if (pipe2(output, O_CLOEXEC) != 0) {
        error_set(&error, ERROR_CANNOT, errno, "make a pipe for the output of the %s",
                  keeper->plan->name);
    } else {
        side = child_fork_plain(&keeper->main_pid, &error);
        if (side == 0)
            run_phase(keeper, phase, output[1]);
        close(output[1]);
        keeper->output_fd = output[0];
        fcntl(output[0], F_SETFL, O_NONBLOCK);
    }
    if (side < 0) {
        keeper->shared->error = error;
        keeper->main_pid = 0;
        keeper->report.status = 1 << 8;
        keeper->report.main_ended_ns = clock_now().ns;
    }
}

static void take_output(struct keeper *keeper)
{
    char piece[4096];
    ssize_t got;
    while ((got = read(keeper->output_fd, piece, sizeof(piece))) > 0) {
        uint64_t written = atomic_load(&keeper->shared->tail_written);
        for (ssize_t i = 0; i < got; i++)
            keeper->shared->tail[(written + (uint64_t)i) % SUPERVISOR_TAIL_BYTES] = piece[i];
        atomic_store(&keeper->shared->tail_written, written + (uint64_t)got);
    }
    if (got == 0) {
        close(keeper->output_fd);
        keeper->output_fd = -1;
    }
}

static void kill_tree(const struct keeper *keeper)
{
    if (keeper->has_namespace)
        kill(-1, SIGKILL);
    else
        stray_kill_all(0, deadline_after_ms(10000));
}

static void send_answer(const struct keeper *keeper, struct answer_message *answer)
{
    ssize_t sent = send(keeper->socket, answer, sizeof(*answer), MSG_NOSIGNAL);
    (void)sent; /* the executor is gone: the loop sees the end of the socket next */
}

static void report_end(struct keeper *keeper)
{
    if (keeper->output_fd >= 0)
        take_output(keeper);
    keeper->is_busy = false;
    keeper->report.tree_ended_ns = clock_now().ns;
    if (keeper->report.phase == keeper->plan->run_phase)
        shared_page_set_state(keeper->plan->page, PAGE_ENDED);
    struct answer_message answer = {.kind = ANSWER_ENDED, .report = keeper->report};
    send_answer(keeper, &answer);
}

static void main_ended(struct keeper *keeper, int status)
{
    keeper->main_pid = 0;
    keeper->report.status = status;
    keeper->report.main_ended_ns = clock_now().ns;
    keeper->linger_end = deadline_after_ms(keeper->plan->linger_ms);
    if (keeper->report.phase == keeper->plan->run_phase && keeper->plan->linger_ms == 0)
        kill_tree(keeper);
}

/* Reaps all that has ended. The phase is over when no child is left (S3). */
static void reap(struct keeper *keeper)
{
    while (true) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid > 0 && pid == keeper->main_pid)
            main_ended(keeper, status);
        else if (pid < 0 && errno == ECHILD && keeper->is_busy && keeper->main_pid == 0)
            report_end(keeper);
        if (pid <= 0)
            return;
    }
}

/* The executor is told of the first process's end while others go on: should they have to be
 * killed, that was the end of the work. */
static void begin_linger(struct keeper *keeper)
{
    bool is_lingering =
        keeper->is_busy && keeper->main_pid == 0 && keeper->report.phase == keeper->plan->run_phase;
    if (!is_lingering || atomic_exchange(&keeper->shared->is_lingering, true))
        return;
    struct answer_message answer = {.kind = ANSWER_LINGERS};
    send_answer(keeper, &answer);
}

static void end_linger(struct keeper *keeper)
{
    bool is_lingering = keeper->is_busy && keeper->main_pid == 0;
    if (!is_lingering || !deadline_is_past(keeper->linger_end))
        return;
    if (keeper->report.left_behind == 0)
        keeper->report.left_behind = stray_count_children();
    kill_tree(keeper);
}

static void obey(struct keeper *keeper, const struct command_message *command)
{
    switch (command->kind) {
    case COMMAND_BEGIN:
        begin_phase(keeper, command->phase);
        break;
    case COMMAND_USAGE: {
        struct answer_message answer = {.kind = ANSWER_USAGE};
        getrusage(RUSAGE_CHILDREN, &answer.reaped);
        getrusage(RUSAGE_SELF, &answer.own);
        send_answer(keeper, &answer);
        break;
    }
    case COMMAND_TERMINATE:
        if (keeper->main_pid != 0)
            kill(keeper->main_pid, SIGTERM);
        break;
    case COMMAND_KILL:
        keeper->report.was_killed = keeper->is_busy;
        kill_tree(keeper);
        break;
    }
}

/* False at the end of the socket, or where a signal asks to leave (S2). */
static bool serve_once(struct keeper *keeper)
{
    bool is_lingering = keeper->is_busy && keeper->main_pid == 0;
    int wait_ms = is_lingering ? deadline_left_ms(keeper->linger_end) : -1;
    if (is_lingering && wait_ms == 0)
        wait_ms = 10; /* killed already; what is in the kernel takes a moment to go */
    struct pollfd events[3] = {{.fd = keeper->socket, .events = POLLIN},
                               {.fd = keeper->signal_fd, .events = POLLIN},
                               {.fd = keeper->output_fd, .events = POLLIN}};
    if (poll(events, 3, wait_ms) < 0 && errno != EINTR)
        return false;
    if (events[2].revents != 0)
        take_output(keeper);
    if (events[1].revents != 0) {
        struct signalfd_siginfo info;
        while (read(keeper->signal_fd, &info, sizeof(info)) == sizeof(info))
            if (info.ssi_signo == SIGTERM)
                return false;
    }
    if (events[0].revents != 0) {
        struct command_message command;
        ssize_t got = recv(keeper->socket, &command, sizeof(command), MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        if (got == sizeof(command))
            obey(keeper, &command);
    }
    reap(keeper);
    begin_linger(keeper);
    end_linger(keeper);
    return true;
}

static _Noreturn void keep(struct keeper *keeper)
{
    follow_executor(keeper);
    resident_hold();
    if (keeper->has_namespace)
        mount_proc();
    sigset_t handled;
    sigemptyset(&handled);
    sigaddset(&handled, SIGCHLD);
    sigaddset(&handled, SIGTERM);
    sigprocmask(SIG_SETMASK, &handled, NULL);
    signal(SIGINT, SIG_IGN);
    keeper->signal_fd = signalfd(-1, &handled, SFD_CLOEXEC | SFD_NONBLOCK);
    while (keeper->signal_fd >= 0 && serve_once(keeper))
        ;
    kill_tree(keeper); /* S1 */
    child_exit(0);
}

/* Below: the executor's half. */

/* Forks into a new PID namespace and puts the caller's children back into its own. Returns like
 * fork(). */
static pid_t fork_into_namespace(bool *out_has_namespace)
{
    auto_fd int own = open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC);
    *out_has_namespace = own >= 0 && unshare(CLONE_NEWPID) == 0;
    pid_t pid = fork();
    if (pid != 0 && *out_has_namespace && setns(own, CLONE_NEWPID) != 0) {
        int number = errno;
        if (pid > 0)
            kill(pid, SIGKILL);
        errno = number;
        return -1;
    }
    return pid;
}

static struct supervisor_shared *map_shared(struct error *error)
{
    void *shared = mmap(NULL, sizeof(struct supervisor_shared), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        error_set(error, ERROR_CANNOT, errno, "map memory shared with a supervisor");
        return NULL;
    }
    return shared;
}

int supervisor_start(struct supervisor *out, const struct supervisor_plan *plan,
                     struct error *error)
{
    struct supervisor_shared *shared = map_shared(error);
    if (shared == NULL)
        return -1;
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) {
        munmap(shared, sizeof(*shared));
        return error_set(error, ERROR_CANNOT, errno, "make a socket to the supervisor of the %s",
                         plan->name);
    }
    struct keeper keeper = {
        .plan = plan, .shared = shared, .socket = sockets[1], .signal_fd = -1, .output_fd = -1};
    pid_t pid = fork_into_namespace(&keeper.has_namespace);
    if (pid == 0) {
        close(sockets[0]);
        keep(&keeper);
    }
    int number = errno;
    int pidfd = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
    close(sockets[1]);
    if (pid < 0) {
        close(sockets[0]);
        munmap(shared, sizeof(*shared));
        return error_set(error, ERROR_CANNOT, number, "fork the supervisor of the %s", plan->name);
    }
    *out = (struct supervisor){
        .pid = pid,
        .pidfd = pidfd,
        .socket = sockets[0],
        .has_namespace = keeper.has_namespace,
        .shared = shared,
        .name = plan->name,
    };
    return 0;
}

static int send_command(struct supervisor *supervisor, enum command_kind kind, int phase,
                        struct error *error)
{
    struct command_message message = {kind, phase};
    if (send(supervisor->socket, &message, sizeof(message), MSG_NOSIGNAL) == sizeof(message))
        return 0;
    return error_set(error, ERROR_FAILED, 0, "the supervisor of the %s is gone", supervisor->name);
}

int supervisor_begin(struct supervisor *supervisor, int phase, struct error *error)
{
    return send_command(supervisor, COMMAND_BEGIN, phase, error);
}

int supervisor_terminate(struct supervisor *supervisor, struct error *error)
{
    return send_command(supervisor, COMMAND_TERMINATE, 0, error);
}

int supervisor_kill(struct supervisor *supervisor, struct error *error)
{
    return send_command(supervisor, COMMAND_KILL, 0, error);
}

/* 1 with a message, 0 at the deadline or on a signal, -1 with error. */
static int receive(struct supervisor *supervisor, struct time_point deadline,
                   struct answer_message *out, struct error *error)
{
    struct pollfd event = {.fd = supervisor->socket, .events = POLLIN};
    int ready = poll(&event, 1, deadline_left_ms(deadline));
    if (ready == 0 || (ready < 0 && errno == EINTR))
        return 0;
    ssize_t got = ready > 0 ? recv(supervisor->socket, out, sizeof(*out), 0) : -1;
    if (got == sizeof(*out))
        return 1;
    return error_set(error, ERROR_FAILED, 0, "the supervisor of the %s was killed",
                     supervisor->name);
}

int supervisor_wait(struct supervisor *supervisor, struct time_point deadline,
                    struct supervisor_report *out_report, struct error *error)
{
    struct answer_message answer;
    int got = receive(supervisor, deadline, &answer, error);
    if (got <= 0)
        return got;
    if (answer.kind != ANSWER_ENDED)
        return 0;
    *out_report = answer.report;
    out_report->error = supervisor->shared->error;
    return 1;
}

bool supervisor_is_lingering(const struct supervisor *supervisor)
{
    return atomic_load(&supervisor->shared->is_lingering);
}

/* An end that comes in meanwhile stays in the socket for supervisor_wait(): that is why it is
 * peeked at. */
int supervisor_usage(struct supervisor *supervisor, struct rusage *out_reaped,
                     struct rusage *out_own, struct error *error)
{
    struct time_point deadline = deadline_after_ms(5000);
    if (send_command(supervisor, COMMAND_USAGE, 0, error) != 0)
        return -1;
    while (!deadline_is_past(deadline)) {
        struct pollfd event = {.fd = supervisor->socket, .events = POLLIN};
        if (poll(&event, 1, deadline_left_ms(deadline)) <= 0)
            continue;
        struct answer_message answer;
        ssize_t peeked = recv(supervisor->socket, &answer, sizeof(answer), MSG_PEEK | MSG_DONTWAIT);
        if (peeked == sizeof(answer) && answer.kind == ANSWER_ENDED)
            return error_set(error, ERROR_FAILED, 0, "the %s ended while it was read",
                             supervisor->name);
        int got = receive(supervisor, deadline, &answer, error);
        if (got < 0)
            return -1;
        if (got > 0 && answer.kind == ANSWER_USAGE) {
            *out_reaped = answer.reaped;
            *out_own = answer.own;
            return 0;
        }
    }
    return error_set(error, ERROR_FAILED, 0, "the supervisor of the %s does not answer",
                     supervisor->name);
}

char *supervisor_tail(const struct supervisor *supervisor)
{
    const struct supervisor_shared *shared = supervisor->shared;
    uint64_t written = atomic_load(&shared->tail_written);
    uint64_t kept = written < SUPERVISOR_TAIL_BYTES ? written : SUPERVISOR_TAIL_BYTES;
    auto_free char *text = memory_allocate(kept + 1);
    for (uint64_t i = 0; i < kept; i++) {
        char byte = shared->tail[(written - kept + i) % SUPERVISOR_TAIL_BYTES];
        bool is_control = (unsigned char)byte < 0x20 && byte != '\n' && byte != '\t';
        text[i] = is_control ? ' ' : byte;
    }
    return string_as_utf8(text);
}

void supervisor_stop(struct supervisor *supervisor)
{
    if (supervisor == NULL || supervisor->pid == 0)
        return;
    close(supervisor->socket); /* it ends its tree and leaves (S2) */
    struct pollfd event = {.fd = supervisor->pidfd, .events = POLLIN};
    struct time_point deadline = deadline_after_ms(15000);
    while (poll(&event, 1, deadline_left_ms(deadline)) < 0 && errno == EINTR)
        ;
    syscall(SYS_pidfd_send_signal, supervisor->pidfd, SIGKILL, NULL, 0);
    while (waitpid(supervisor->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close(supervisor->pidfd);
    munmap(supervisor->shared, sizeof(*supervisor->shared));
    *supervisor = (struct supervisor){0};
}
