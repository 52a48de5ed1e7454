// SPDX-License-Identifier: GPL-2.0-or-later
/* The one signal flag: SIGINT, SIGTERM, SIGQUIT and SIGHUP (unless it came in ignored) set it,
 * waits end early with EINTR, and whoever waits looks at it. A second signal changes nothing:
 * clean-up is never cut short. */
#pragma once

void interrupt_install(void);
/* The number of the first signal that came, 0 while none did. */
int interrupt_signal(void);
