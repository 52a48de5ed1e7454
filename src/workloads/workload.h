// SPDX-License-Identifier: GPL-2.0-or-later
/* A workload: a piece of work the program knows how to do, as job, as load, or as both. One file of
 * this room ends in one `const struct workload`; the rest of the program knows it by that struct
 * alone.
 *
 * Life, for one run: need() and check() in the main process; then, each in a child of the side's
 * supervisor: prepare() once per distinct PREPARE parameters, reset() before settling, run() for
 * the window, verify() after it, clean() at the end of the experiment (also on what a crash left).
 *
 * run() as a load: set page->counts_per_unit, do what start-up needs, shared_page_ready(), then
 * work and count until shared_page_is_stopped(). It begins to work at once, without waiting for
 * OPEN. run() as a job: start-up, shared_page_ready(), shared_page_wait_open() (return 0 if false),
 * work, return. A job that ends WHEN_TOLD works until shared_page_is_stopped(). Children that run()
 * forks die with it: use child_fork_plain() of process/child.h. The supervisor stops a side by the
 * page's STOP, then SIGTERM, then kill; all that is left of its tree goes with it.
 *
 * All functions return 0, or -1 with the error set. Standard input is /dev/null; what is printed
 * goes to a bounded tail that is shown when the run fails. */
#pragma once

#include "base/error.h"
#include "process/shared_page.h"
#include "record/measure.h"
#include "record/parameters.h"

#include <stdbool.h>
#include <stdint.h>

enum workload_role { ROLE_JOB = 1, ROLE_LOAD = 2 };
enum workload_ends { ENDS_BY_ITSELF, ENDS_WHEN_TOLD };
enum workload_settle { SETTLE_COLD, SETTLE_NONE };

enum parameter_type {
    PARAMETER_INTEGER,
    PARAMETER_REAL,
    PARAMETER_SIZE,     /* 64K, 2G */
    PARAMETER_SHARE,    /* a size, or a share of the experiment's memory: 110% */
    PARAMETER_COUNT,    /* a whole number, or a number per CPU: 4/cpu */
    PARAMETER_DURATION, /* 500ms, 3s */
    PARAMETER_CHOICE,   /* one of `choices` */
    PARAMETER_BOOLEAN,  /* yes, no */
    PARAMETER_TEXT,     /* anything, paths included */
};

enum parameter_scope {
    SCOPE_PREPARE, /* another value needs prepare() anew */
    SCOPE_RUN,
};

struct parameter_definition {
    const char *name;
    enum parameter_type type;
    enum parameter_scope scope;
    const char *default_value; /* as a user would write it */
    double minimum; /* in the base unit: bytes, ns, percent behind a share's %, per CPU */
    double maximum; /* 0 with minimum 0: no limits */
    const char *const *choices; /* NULL-terminated */
    const char *help;           /* one line, with the unit and the source of the default */
    const char *quick_value;    /* in place of the default under --quick; NULL: the default */
};

/* What a workload is given. Everything is borrowed. */
struct workload_context {
    const struct workload *workload;
    const struct parameters *parameters; /* complete and validated */
    const char *directory;               /* its own, absolute; exists from prepare() on */
    int directory_fd;                    /* -1 in need() and check() */
    const char *work_directory; /* of the whole experiment: a load leaves it out of what it walks */
    const char *other_directory; /* a second place, or NULL */
    const char *tree;         /* the job's source tree (absolute), or NULL where the job has none */
    uint64_t memory_bytes;    /* that the experiment has */
    bool has_swap;            /* the swap space that need() asks for is there */
    int cpus;                 /* that the experiment has */
    uint64_t seed;            /* of this run; same seed, same bytes */
    uint64_t data_seed;       /* of the experiment: for prepare(), whose data several runs share */
    struct shared_page *page; /* NULL outside reset() and run() */
    int records_fd;           /* for workload_report_measure(); -1 outside run() and verify() */
};

/* Filled by need() from the parameters; zeroed before. */
struct workload_needs {
    uint64_t disk_bytes;       /* in its directory, at most at any time */
    uint64_t other_disk_bytes; /* in the second directory */
    uint64_t transient_bytes;  /* of these two, what reset() removes: not there between runs */
    uint64_t memory_bytes;     /* resident, beyond a few MiB */
    uint64_t swap_bytes;       /* swap space without which the OOM killer would end it */
    unsigned processes;        /* at once; this many counters are mapped (at least 1) */
    unsigned descriptors;      /* open at once in one process, 0: a few */
    const char *programs[8];   /* looked up in PATH */
    const char *package_hint;  /* what installs them, such as "apt-get install gcc make" */
    bool needs_privilege;
    bool needs_other_directory; /* without one, its conditions are skipped with that reason */
    bool is_writer;             /* dirties page cache: steady only past the background threshold */
};

struct workload {
    const char *name;
    const char *summary; /* one line for the list */
    unsigned roles;      /* enum workload_role, or-ed */
    enum workload_ends ends;
    enum workload_settle settle;
    const struct parameter_definition *parameters; /* ends with a NULL name; NULL: none */
    const struct measure_definition *measures;     /* ends with a NULL name; NULL: none */
    const char *progress_unit; /* what one Load is: "100 MB written"; NULL: it counts nothing */
    const char
        *tree;    /* name below its directory of the source tree that prepare() makes, or NULL */
    bool is_idle; /* does no work at all (idle, no_load): no rate, never starved */
    void (*need)(const struct workload_context *context, struct workload_needs *out_needs);
    int (*check)(const struct workload_context *context, struct error *error);
    int (*prepare)(const struct workload_context *context, struct error *error);
    int (*reset)(const struct workload_context *context, struct error *error);
    int (*run)(const struct workload_context *context,
               struct error *error); /* the only one required */
    int (*verify)(const struct workload_context *context, struct error *error);
    int (*clean)(const struct workload_context *context, struct error *error);
};

/* Values of parameters, by name; asking for one that isn't in the table is a bug (assert).
 * share: bytes, from memory_bytes; count: from cpus; duration: ns. */
int64_t workload_integer(const struct workload_context *context, const char *name);
double workload_real(const struct workload_context *context, const char *name);
uint64_t workload_size(const struct workload_context *context, const char *name); /* SIZE, SHARE */
unsigned workload_count(const struct workload_context *context, const char *name);
uint64_t workload_duration(const struct workload_context *context, const char *name);
bool workload_boolean(const struct workload_context *context, const char *name);
const char *workload_text(const struct workload_context *context,
                          const char *name); /* CHOICE, TEXT */

const struct parameter_definition *workload_parameter(const struct workload *workload,
                                                      const char *name);
/* Refuses unknown names (with the nearest one), wrong forms and values out of range, with the
 * range. */
int workload_parameter_check(const struct workload *workload, const char *name, const char *value,
                             struct error *error);
/* `given` checked and completed with defaults, in the table's order. */
int workload_parameters_complete(const struct workload *workload, const struct parameters *given,
                                 struct parameters *out, struct error *error);
/* "yes or no", "a size from 4K to 1T", ...; the caller's to free. */
char *workload_parameter_range(const struct parameter_definition *definition);

/* From run() or verify(): a measure of its own, defined in the workload's table. */
void workload_report_measure(const struct workload_context *context, const char *name,
                             double value);
