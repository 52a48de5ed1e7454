// SPDX-License-Identifier: GPL-2.0-or-later
/* Killing what is left below a subreaper. */
#include "process/stray.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN_TEXT_BYTES = 65536 };

/* /proc/self is this process in whichever PID namespace /proc belongs to, and so are the numbers in
 * its `children`; a process that is init of a namespace without a /proc of its own sees numbers
 * that are not its own and never needs them (its children die with it). */
static void read_children(char *text, size_t size)
{
    text[0] = '\0';
    FILE *file = fopen("/proc/thread-self/children", "re");
    if (file == NULL)
        return;
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void kill_one(pid_t pid)
{
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0)
        return;
    syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
    close(fd);
}

/* Direct children only: what is below a killed one becomes a direct child in turn. */
static bool kill_children(pid_t spare)
{
    char text[CHILDREN_TEXT_BYTES];
    read_children(text, sizeof(text));
    bool is_any = false;
    char *rest = NULL;
    for (char *word = strtok_r(text, " \n", &rest); word != NULL;
         word = strtok_r(NULL, " \n", &rest)) {
        pid_t pid = (pid_t)strtol(word, NULL, 10);
        if (pid == spare)
            continue;
        is_any = true;
        kill_one(pid);
    }
    return is_any;
}

static unsigned reap_all(pid_t spare)
{
    unsigned reaped = 0;
    siginfo_t info;
    while (true) {
        info.si_pid = 0;
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0 ||
            info.si_pid == spare)
            return reaped;
        waitpid(info.si_pid, NULL, 0);
        reaped++;
    }
}

unsigned stray_kill_all(pid_t spare, struct time_point deadline)
{
    unsigned killed = 0;
    while (kill_children(spare) && !deadline_is_past(deadline)) {
        unsigned reaped = reap_all(spare);
        killed += reaped;
        if (reaped == 0)
            clock_pause_ms(1);
    }
    return killed;
}

unsigned stray_count_children(void)
{
    char text[CHILDREN_TEXT_BYTES];
    read_children(text, sizeof(text));
    unsigned count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " \n", &rest); word != NULL;
         word = strtok_r(NULL, " \n", &rest))
        count++;
    return count;
}
