// SPDX-License-Identifier: GPL-2.0-or-later
/* The options of `contend run`: read, checked for what excludes what, made into a plan's options.
 */
#pragma once

#include "commands/common.h"
#include "experiment/plan.h"

/* As typed; everything is borrowed from the command line unless said. */
struct run_options {
    struct common_options common;
    const char *job;
    const char *loads;
    const char *label;
    const char *memory;
    struct string_list sets; /* KEY=VALUE of --set, owned */
    const char *directory;
    const char *other_directory;
    const char *before;
    const char *name;
    const char *reference;
    const char *resumed; /* experiment to go on with, "" for the newest, NULL: a new one */
    unsigned rounds;
    uint64_t seed;
    bool has_seed;
    struct plan_timing timing;
    bool has_lead_in;
    bool is_quick;
    bool is_dry_run;
    bool has_plan_option; /* one that --resume can't go with */
};

enum { RUN_OPTION_ROW_COUNT = 26 };
extern const struct option_row run_option_rows[];

int run_options_read(struct run_options *out, const struct command_context *context,
                     struct error *error);
void run_options_finish(struct run_options *options);

/* What the options ask to be run; owns what plan_options borrows. */
struct run_wish {
    struct item job;
    struct item_list loads;
    struct parameters settings;
    char *directory;
    char *other_directory;
};

/* Reads items, expands sets, assigns --set and --memory, resolves directories. */
int run_wish_make(const struct run_options *options, const struct sysroot *root,
                  struct run_wish *out, struct error *error);
void run_wish_finish(struct run_wish *wish);
