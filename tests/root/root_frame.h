// SPDX-License-Identifier: GPL-2.0-or-later
/* The frame of tests that change the machine: root, a state directory with a journal of their own,
 * which the parent of all tests restores at the end, whatever became of them. */
#pragma once

#include "../unit/unit.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/sysroot.h"
#include "machine/journal.h"
#include "machine/state_directory.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct root_frame {
    char path[64]; /* a directory for files */
    struct sysroot root;
    struct journal journal;
    int state_fd;
};

static struct root_frame frame;

/* Leaves with 77 and the reason, before the first test. */
static inline void root_frame_skip(const char *reason)
{
    puts(reason);
    exit(77);
}

static inline void root_frame_open(void)
{
    struct error error = {.text = "make a directory for the tests"};
    snprintf(frame.path, sizeof(frame.path), "/var/tmp/contend-test-XXXXXX");
    if (mkdtemp(frame.path) == NULL || sysroot_open(&frame.root, "/", &error) != 0 ||
        (frame.state_fd = open(frame.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) {
        fprintf(stderr, "%s\n", error.text);
        exit(EXIT_FAILURE);
    }
    journal_init(&frame.journal, &frame.root, frame.state_fd);
}

/* No experiment may run meanwhile: it would take the values of a test for the originals. */
static inline void root_frame_lock(void)
{
    struct error error;
    struct state_directory directory;
    int lock;
    if (state_directory_open(&directory, &error) != 0 ||
        state_directory_lock(&directory, 60000, &lock, &error) != 0)
        root_frame_skip(error.text);
    state_directory_close(&directory);
}

static inline void root_frame_close(void)
{
    struct error error;
    struct string_list said = {0};
    if (journal_restore(&frame.journal, &said, &error) != 0)
        fprintf(stderr, "%s\n", error.text);
    for (size_t i = 0; i < said.count; i++)
        fprintf(stderr, "a test left this to the journal: %s\n", said.items[i]);
    string_list_finish(&said);
    close(frame.state_fd);
    sysroot_close(&frame.root);
    if (files_remove_tree(AT_FDCWD, frame.path, &error) != 0)
        fprintf(stderr, "%s\n", error.text);
}

static inline int root_frame_run(const char *name, void (*fill)(TCase *tests))
{
    if (geteuid() != 0)
        root_frame_skip("needs root");
    root_frame_lock();
    root_frame_open();
    int status = unit_run(name, fill);
    root_frame_close();
    return status;
}
