// SPDX-License-Identifier: GPL-2.0-or-later
/* Children with a pidfd and a parent-death signal. */
#include "process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child. The parent may have died between fork and prctl: then there is nobody to die with.
 */
static void die_with_parent(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
}

static void reset_signals(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

int child_fork_plain(pid_t *out_pid, struct error *error)
{
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid < 0)
        return error_set(error, ERROR_CANNOT, errno, "fork a process");
    if (pid == 0) {
        die_with_parent(parent);
        reset_signals();
        return 0;
    }
    *out_pid = pid;
    return 1;
}

int child_fork(struct child *out, struct error *error)
{
    pid_t pid;
    int side = child_fork_plain(&pid, error);
    if (side <= 0)
        return side;
    int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (pidfd < 0) {
        int number = errno;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        return error_set(error, ERROR_CANNOT, number, "open a descriptor of process %d", (int)pid);
    }
    *out = (struct child){.pid = pid, .pidfd = pidfd};
    return 1;
}

_Noreturn void child_exit(int status)
{
    _exit(status);
}

int child_wait(struct child *child, struct time_point deadline, int *out_status,
               struct error *error)
{
    while (true) {
        int status;
        pid_t pid = waitpid(child->pid, &status, WNOHANG);
        if (pid == child->pid) {
            close(child->pidfd);
            *child = (struct child){.pid = 0, .pidfd = -1};
            *out_status = status;
            return 1;
        }
        if (pid < 0 && errno != EINTR)
            return error_set(error, ERROR_FAILED, errno, "wait for process %d", (int)child->pid);
        int left = deadline_left_ms(deadline);
        if (left == 0)
            return 0;
        struct pollfd waiting = {.fd = child->pidfd, .events = POLLIN};
        poll(&waiting, 1, left);
    }
}

int child_signal(const struct child *child, int signal)
{
    return (int)syscall(SYS_pidfd_send_signal, child->pidfd, signal, NULL, 0);
}

void child_destroy(struct child *child)
{
    if (child == NULL || child->pid == 0)
        return;
    child_signal(child, SIGKILL);
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close(child->pidfd);
    *child = (struct child){.pid = 0, .pidfd = -1};
}

const char *child_status_text(int status, char *buffer, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(buffer, size, "killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(buffer, size, "exit status %d", WEXITSTATUS(status));
    return buffer;
}

/* Reports why exec failed through `report`, which closes by itself where it succeeds. */
static _Noreturn void execute(const char *const *arguments, const char *directory,
                              const char *const *environment, int report)
{
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    if (directory == NULL || chdir(directory) == 0) {
        char *const *argv = (char *const *)(uintptr_t)arguments;
        if (environment != NULL)
            execvpe(arguments[0], argv, (char *const *)(uintptr_t)environment);
        else
            execvp(arguments[0], argv);
    }
    int number = errno;
    ssize_t written = write(report, &number, sizeof(number));
    (void)written;
    child_exit(127);
}

int child_run(const char *const *arguments, const char *directory, const char *const *environment,
              struct error *error)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        return error_set(error, ERROR_CANNOT, errno, "make a pipe to start %s", arguments[0]);
    pid_t pid;
    int side = child_fork_plain(&pid, error);
    if (side == 0)
        execute(arguments, directory, environment, report[1]);
    close(report[1]);
    int number = 0;
    ssize_t got = side > 0 ? read(report[0], &number, sizeof(number)) : 0;
    close(report[0]);
    if (side < 0)
        return error_context(error, "start %s", arguments[0]);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (got == sizeof(number))
        return error_set(error, ERROR_CANNOT, number, "start %s", arguments[0]);
    if (status == 0)
        return 0;
    char text[64];
    return error_set(error, ERROR_FAILED, 0, "%s: %s", arguments[0],
                     child_status_text(status, text, sizeof(text)));
}
