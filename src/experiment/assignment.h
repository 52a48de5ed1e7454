// SPDX-License-Identifier: GPL-2.0-or-later
/* What KEY=VALUE of --set goes to. KEY is a setting, `job:PARAM`, `load:PARAM`, `WORKLOAD:PARAM`,
 * or a bare name that is looked up among settings, the job's parameters and the loads'. A bare name
 * that is found in more than one of these is refused with all of them. VALUE is taken verbatim. */
#pragma once

#include "base/sysroot.h"
#include "experiment/item.h"

/* What can be assigned to: all of it is changed in place. */
struct assignment_scope {
    const struct sysroot *root;
    struct item *job;
    struct item_list *loads; /* sets expanded */
    struct parameters *settings;
};

int assignment_apply(const struct assignment_scope *scope, const char *text, struct error *error);
