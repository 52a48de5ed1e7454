// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls in a child with a deadline. */
#include "base/bounded_call.h"
#include "base/cleanup.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REAP_MS = 100 };

/* 1 where it has ended, with its status. */
static int wait_ended(pid_t pid, int pidfd, struct time_point deadline, int *out_status)
{
    while (true) {
        if (waitpid(pid, out_status, WNOHANG) == pid)
            return 1;
        if (deadline_is_past(deadline))
            return 0;
        struct pollfd waiting = {.fd = pidfd, .events = POLLIN};
        poll(&waiting, 1, deadline_left_ms(deadline));
    }
}

int bounded_call(int (*work)(const void *argument), const void *argument,
                 struct time_point deadline, struct error *error)
{
    pid_t pid = fork();
    if (pid < 0)
        return error_set(error, ERROR_CANNOT, errno, "fork a process");
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(work(argument));
    }
    auto_fd int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    int status = 0;
    if (pidfd < 0) { /* no descriptor left: then without a deadline */
        waitpid(pid, &status, 0);
    } else if (wait_ended(pid, pidfd, deadline, &status) == 0) {
        syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0);
        wait_ended(pid, pidfd, deadline_after_ms(REAP_MS), &status);
        return error_set(error, ERROR_FAILED, ETIMEDOUT, "it did not end");
    }
    if (WIFSIGNALED(status))
        return error_set(error, ERROR_FAILED, EINTR, "it was killed");
    if (WEXITSTATUS(status) != 0)
        return error_set(error, ERROR_FAILED, WEXITSTATUS(status), "the kernel refused");
    return 0;
}
