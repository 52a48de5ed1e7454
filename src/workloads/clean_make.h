// SPDX-License-Identifier: GPL-2.0-or-later
/* make, in an environment that is the same wherever contend is started from: HOME, TMPDIR, LOGNAME,
 * USER and LD_LIBRARY_PATH as they are, PATH without the directories whose cc or gcc is a compiler
 * cache or distributor in disguise, LC_ALL=C and CCACHE_DISABLE=1. Nothing else passes: neither
 * MAKEFLAGS nor CC, CFLAGS, ARCH, KBUILD_* or CPATH. */
#pragma once

#include "base/error.h"
#include "base/text.h"

/* The row of the parameter table that says how many compilers run at once. */
#define CLEAN_MAKE_JOBS_PARAMETER                                                                  \
    {                                                                                              \
        .name = "jobs", .type = PARAMETER_COUNT, .scope = SCOPE_RUN, .default_value = "4/cpu",     \
        .minimum = 0.01, .maximum = 1000,                                                          \
        .help = "compilers at once, as make -j takes it (contest: 4 per CPU)",                     \
    }

/* "NAME=VALUE" texts. */
void clean_make_environment(struct string_list *out_environment);
/* `arguments` are those behind "make". Runs it to its end; its output goes where ours goes. */
int clean_make_run(const struct string_list *arguments, const char *directory, struct error *error);
/* Replaces this process by it; returns only with an error. */
int clean_make_execute(const struct string_list *arguments, const char *directory,
                       struct error *error);
