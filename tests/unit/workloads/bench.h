// SPDX-License-Identifier: GPL-2.0-or-later
/* A workload taken through its life outside the program: a directory of its own, parameters, a
 * page, and run() in a forked child as under a supervisor. */
#pragma once

#include "../unit.h"
#include "base/files.h"
#include "base/memory.h"
#include "process/child.h"
#include "workloads/workload.h"

#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <sys/wait.h>

struct bench {
    struct workload_context context;
    struct parameters parameters;
    char *directory;
    struct child child;
};

/* `given`: NULL-terminated, key and value in turn. */
static inline void bench_open(struct bench *bench, const struct workload *workload,
                              const char *const *given)
{
    struct error error = {0};
    struct parameters some = {0};
    for (const char *const *at = given; *at != NULL; at += 2)
        parameters_set(&some, at[0], at[1]);
    *bench = (struct bench){.directory = string_duplicate("/var/tmp/contend-bench-XXXXXX")};
    ck_assert_msg(workload_parameters_complete(workload, &some, &bench->parameters, &error) == 0,
                  "%s", error.text);
    parameters_finish(&some);
    ck_assert_ptr_nonnull(mkdtemp(bench->directory));
    bench->context = (struct workload_context){
        .workload = workload,
        .parameters = &bench->parameters,
        .directory = bench->directory,
        .directory_fd = open(bench->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
        .work_directory = bench->directory,
        .memory_bytes = 64 << 20,
        .cpus = 2,
        .seed = 1,
        .data_seed = 1,
        .page = shared_page_create(64, &error),
        .records_fd = -1,
    };
    ck_assert(bench->context.directory_fd >= 0 && bench->context.page != NULL);
}

static inline void bench_close(struct bench *bench)
{
    struct error error = {0};
    child_destroy(&bench->child);
    close(bench->context.directory_fd);
    ck_assert_msg(files_remove_tree(AT_FDCWD, bench->directory, &error) == 0, "%s", error.text);
    shared_page_destroy(bench->context.page);
    parameters_finish(&bench->parameters);
    free(bench->directory);
}

/* Starts run() in a child, with standard input and output as a supervisor gives them: nothing in,
 * and out to the file `output` of its directory. */
static inline void bench_start(struct bench *bench)
{
    struct error error = {0};
    shared_page_set_state(bench->context.page, PAGE_STARTING);
    for (uint32_t i = 0; i < bench->context.page->counter_count; i++)
        atomic_store(&bench->context.page->counters[i].count, 0);
    int side = child_fork(&bench->child, &error);
    ck_assert_msg(side >= 0, "%s", error.text);
    if (side > 0)
        return;
    int in = open("/dev/null", O_RDONLY);
    int out = openat(bench->context.directory_fd, "output", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    int result = bench->context.workload->run(&bench->context, &error);
    if (result != 0)
        memcpy(bench->context.page->error, error.text, sizeof(error.text));
    child_exit(result == 0 ? 0 : 1);
}

/* Waits for the end of run(); the status as wait() gives it. */
static inline int bench_wait(struct bench *bench)
{
    struct error error = {0};
    int status = -1;
    ck_assert_msg(child_wait(&bench->child, deadline_after_ms(60000), &status, &error) == 1,
                  "run() of %s did not end", bench->context.workload->name);
    return status;
}

/* A job from start to end, the window opened as soon as it is ready. */
static inline int bench_run_job(struct bench *bench)
{
    bench_start(bench);
    shared_page_wait_state(bench->context.page, PAGE_READY, deadline_after_ms(30000));
    if (shared_page_state(bench->context.page) == PAGE_READY)
        shared_page_set_state(bench->context.page, PAGE_OPEN);
    return bench_wait(bench);
}

/* What run() printed; the caller's to free. */
static inline char *bench_output(struct bench *bench)
{
    struct error error = {0};
    char *text = files_read_all(bench->context.directory_fd, "output", 1 << 20, NULL, &error);
    ck_assert_msg(text != NULL, "%s", error.text);
    return text;
}

/* A load from start to end: told to stop once it has counted `counts`; the status of run(). */
static inline int bench_run_load(struct bench *bench, uint64_t counts)
{
    struct shared_page *page = bench->context.page;
    struct time_point deadline = deadline_after_ms(30000);
    struct error error = {0};
    int status;
    bench_start(bench);
    while (shared_page_sum(page) < counts || shared_page_state(page) < PAGE_READY) {
        struct time_point tick = {clock_now().ns + 2000000};
        if (child_wait(&bench->child, tick, &status, &error) == 1)
            return status;
        ck_assert_msg(!deadline_is_past(deadline), "%s: %llu of %llu counts in 30 s",
                      bench->context.workload->name, (unsigned long long)shared_page_sum(page),
                      (unsigned long long)counts);
    }
    shared_page_set_state(page, PAGE_STOP);
    return bench_wait(bench);
}

/* What a phase returned must be 0; NULL phases are. */
static inline void bench_do(struct bench *bench,
                            int (*phase)(const struct workload_context *, struct error *))
{
    struct error error = {0};
    ck_assert_msg(phase == NULL || phase(&bench->context, &error) == 0, "%s", error.text);
}

static inline struct workload_needs bench_needs(const struct bench *bench)
{
    struct workload_needs needs = {0};
    bench->context.workload->need(&bench->context, &needs);
    return needs;
}

/* Files and directories below its directory. */
static inline unsigned bench_count_files(const struct bench *bench)
{
    unsigned count = 0;
    char *const paths[] = {bench->directory, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL, NULL);
    ck_assert_ptr_nonnull(tree);
    for (FTSENT *entry = fts_read(tree); entry != NULL; entry = fts_read(tree))
        if (entry->fts_level > 0 && entry->fts_info != FTS_DP &&
            strcmp(entry->fts_name, "output") != 0)
            count++;
    fts_close(tree);
    return count;
}
