// SPDX-License-Identifier: GPL-2.0-or-later
/* What one run gave: the document that `contend --execute` returns and the store keeps. */
#pragma once

#include "base/cleanup.h"
#include "base/error.h"
#include "record/measure.h"

#include <jansson.h>
#include <stdint.h>

enum outcome {
    OUTCOME_OK,
    OUTCOME_FLAGGED,   /* measured; a reader must know something */
    OUTCOME_SKIPPED,   /* not tried: it can't be done here */
    OUTCOME_VOID,      /* the load died, never started or was stopped: never averaged */
    OUTCOME_FAILED,    /* the job failed, or the run could not be carried out */
    OUTCOME_TIMED_OUT, /* at least as long as the timeout: the time is censored */
};

struct run_record {
    char *uuid;
    enum outcome outcome;
    char *reason; /* of any outcome but ok; "" for ok */
    char *boot_id;
    double started; /* opening of the window, seconds since 1970 */
    uint64_t window_ns;
    char *coldness;    /* JSON text: what settling reached, step by step */
    char *output_tail; /* last lines that the job printed */
    struct measure *measures;
    size_t measure_count;
    struct series *series;
    size_t series_count;
    struct flag *flags;
    size_t flag_count;
};

void run_record_finish(struct run_record *record);
/* Copies of the texts are made. A flag turns an ok outcome into flagged. A value that is not finite
 * makes the measure unavailable. */
void run_record_add_measure(struct run_record *record, enum side side, const char *part,
                            const struct measure_definition *definition, double value,
                            enum measure_state state);
/* Takes `data` (count x width numbers). */
void run_record_add_series(struct run_record *record, enum side side, const char *name,
                           const char *unit, const char *columns, size_t width, size_t count,
                           double *data);
void run_record_add_flag(struct run_record *record, const char *code, const char *reason,
                         const char *detail);
/* Replaces outcome and reason, unless a worse outcome is there already (order of the enum). */
void run_record_set_outcome(struct run_record *record, enum outcome outcome, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));
/* NULL if there is none of that name, part "" and side. */
const struct measure *run_record_measure(const struct run_record *record, enum side side,
                                         const char *name);
const struct series *run_record_series(const struct run_record *record, enum side side,
                                       const char *name);

const char *outcome_name(enum outcome outcome); /* "ok", "flagged", ..., "timed out" */
int outcome_of_name(const char *name);

json_t *run_record_to_json(const struct run_record *record);
int run_record_from_json(const json_t *json, struct run_record *out, struct error *error);

CLEANUP_DEFINE(run_record, struct run_record, run_record_finish)
#define auto_run_record __attribute__((cleanup(cleanup_run_record)))
