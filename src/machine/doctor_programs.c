// SPDX-License-Identifier: GPL-2.0-or-later
/* Are the programs there that jobs need? */
#include "base/search_path.h"
#include "machine/doctor_checks.h"

static void check_program(const struct doctor_examination *examination, const char *name,
                          const char *topic, const char *advice)
{
    if (search_path_has(name, NULL))
        doctor_say(examination, DOCTOR_OK, topic, "", "%s is in PATH", name);
    else
        doctor_say(examination, DOCTOR_CANNOT, topic, advice,
                   "no %s in PATH: the jobs build and kernel can't run", name);
}

void doctor_check_programs(const struct doctor_examination *examination)
{
    if (!examination->root->is_real)
        return;
    check_program(examination, "cc", "compiler", "apt-get install gcc");
    check_program(examination, "make", "make", "apt-get install make");
    if (search_path_has("ccache", NULL))
        doctor_say(examination, DOCTOR_WARN, "ccache",
                   "build and kernel pass it by; with a command line set CCACHE_DISABLE=1",
                   "is in PATH: a second build may be no build");
    else
        doctor_say(examination, DOCTOR_OK, "ccache", "", "not in PATH");
}
