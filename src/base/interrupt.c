// SPDX-License-Identifier: GPL-2.0-or-later
/* The signal flag. */
#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t received;

static void note(int number)
{
    if (received == 0)
        received = number;
}

void interrupt_install(void)
{
    struct sigaction action = {.sa_handler = note}; /* no SA_RESTART: waits must end */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGQUIT, &action, NULL);
    /* Ignored already: nohup wants it to outlive the terminal. */
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
}

int interrupt_signal(void)
{
    return received;
}
