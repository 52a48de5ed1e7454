// SPDX-License-Identifier: GPL-2.0-or-later
/* Control groups of ours, on whichever version the machine has: cgroup2 (even a tree without
 * controllers beside v1) for tracking, cgroup.kill and cpu.stat; v1 or v2, whichever owns memory,
 * for a limit. Below the group that contend itself is in. Created through the journal. */
#pragma once

#include "base/error.h"
#include "machine/journal.h"

#include <stdint.h>

struct control_group {
    char *path;       /* absolute; NULL: there is none */
    int directory_fd; /* -1 where there is none */
    int version;      /* 1 or 2 */
};

enum control_group_owner { CONTROL_GROUP_ABSENT, CONTROL_GROUP_V1, CONTROL_GROUP_V2 };

/* Where the machine's v2 tree and its memory controller are, and whether groups can be made there.
 */
struct control_group_layout {
    char *tracking_parent; /* directory of the v2 group contend is in; NULL: no v2 tree, or not
                              writable */
    char *memory_parent;   /* directory where a memory group can be made; NULL: none */
    enum control_group_owner memory_owner;
};

void control_group_layout_read(const struct sysroot *root, struct control_group_layout *out);
void control_group_layout_finish(struct control_group_layout *layout);

/* The least memory limit of the group contend is in and of those above it, UINT64_MAX where there
 * is none. */
uint64_t control_group_memory_limit(const struct sysroot *root);
/* From now on tracking groups are made below `group`, where that is a v2 group: a process is in one
 * v2 group only, so the sides' groups must lie below their memory group. */
void control_group_layout_enter(struct control_group_layout *layout,
                                const struct control_group *group);

/* An empty v2 group for one side. ERROR_CANNOT where there is no tracking parent. */
int control_group_create(struct journal *journal, const struct control_group_layout *layout,
                         const char *name, struct control_group *out, struct error *error);
/* A group with a memory limit of `bytes` (swap not limited). */
int control_group_create_memory(struct journal *journal, const struct control_group_layout *layout,
                                const char *name, uint64_t bytes, struct control_group *out,
                                struct error *error);
/* Moves the calling process in; async-signal-safe, for the child side of a fork. -1 with errno. */
int control_group_join(const struct control_group *group);
/* Kills all that is in it (10 s at most), removes it, takes it out of the journal. Refused where
 * the caller is in it. Accepts a zeroed object. */
int control_group_destroy(struct journal *journal, struct control_group *group,
                          struct error *error);
