// SPDX-License-Identifier: GPL-2.0-or-later
/* Pages that stay in memory. */
#include "process/resident.h"

#include <sys/mman.h>

bool resident_hold(void)
{
    return mlockall(MCL_CURRENT | MCL_ONFAULT) == 0;
}
