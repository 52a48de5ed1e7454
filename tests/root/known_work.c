// SPDX-License-Identifier: GPL-2.0-or-later
/* Jobs whose accounts are known beforehand, for the tests of accounting. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static void check(int result, const char *what)
{
    if (result >= 0)
        return;
    perror(what);
    exit(EXIT_FAILURE);
}

static void burn(double seconds)
{
    struct timespec used;
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while ((double)used.tv_sec + (double)used.tv_nsec / 1e9 < seconds);
}

/* In a session of its own, orphaned: true in the daemon. */
static int become_daemon(void)
{
    pid_t pid = fork();
    check(pid, "fork");
    if (pid != 0)
        return 0;
    check(setsid(), "setsid");
    pid = fork();
    check(pid, "fork");
    if (pid != 0)
        _exit(EXIT_SUCCESS);
    return 1;
}

/* A daemon burns CPU, in user mode and in the kernel; this process waits for it at a pipe. */
static void burn_in_daemon(double seconds)
{
    int ends[2];
    char byte;
    check(pipe(ends), "pipe");
    if (become_daemon()) {
        burn(seconds);
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    check((int)read(ends[0], &byte, 1), "read");
}

/* CPU of this process while a daemon goes on for much longer. */
static void leave_daemon(double seconds)
{
    if (become_daemon()) {
        sleep(1000);
        _exit(EXIT_SUCCESS);
    }
    burn(seconds);
}

static void touch_pages(size_t count)
{
    size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    char *pages =
        mmap(NULL, count * page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(pages == MAP_FAILED ? -1 : 0, "mmap");
    check(madvise(pages, count * page_bytes, MADV_NOHUGEPAGE), "madvise");
    for (size_t i = 0; i < count; i++)
        pages[i * page_bytes] = 1;
}

static void sleep_often(size_t count)
{
    const struct timespec moment = {.tv_nsec = 1000};
    for (size_t i = 0; i < count; i++)
        nanosleep(&moment, NULL);
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fputs("usage: known_work burn|burn_in_daemon|leave_daemon SECONDS\n"
              "       known_work touch_pages|sleep_often COUNT\n",
              stderr);
        return 2;
    }
    const char *what = arguments[1];
    double amount = strtod(arguments[2], NULL);
    if (strcmp(what, "burn") == 0)
        burn(amount);
    else if (strcmp(what, "burn_in_daemon") == 0)
        burn_in_daemon(amount);
    else if (strcmp(what, "leave_daemon") == 0)
        leave_daemon(amount);
    else if (strcmp(what, "touch_pages") == 0)
        touch_pages((size_t)amount);
    else if (strcmp(what, "sleep_often") == 0)
        sleep_often((size_t)amount);
    else
        return 2;
    return 0;
}
