// SPDX-License-Identifier: GPL-2.0-or-later
/* Progress on standard error. */
#include "experiment/progress.h"
#include "base/memory.h"
#include "base/units.h"

#include <string.h>
#include <unistd.h>

void progress_init(struct progress *progress, const struct plan *plan, FILE *file)
{
    *progress = (struct progress){
        .plan = plan,
        .file = file,
        .is_terminal = file != NULL && isatty(fileno(file)) == 1,
        .started = clock_now(),
        .run_started = clock_now(),
        .seconds = memory_allocate(plan->condition_count * sizeof(double) + 1),
        .counts = memory_allocate(plan->condition_count * sizeof(unsigned) + 1),
    };
}

static void clear_line(const struct progress *progress)
{
    if (progress->is_terminal)
        fputs("\r\033[K", progress->file);
}

void progress_finish(struct progress *progress)
{
    if (progress->file != NULL) {
        clear_line(progress);
        fflush(progress->file);
    }
    free(progress->seconds);
    free(progress->counts);
    *progress = (struct progress){0};
}

double progress_seconds_left(const struct progress *progress)
{
    double seconds = 0.0;
    unsigned count = 0;
    for (size_t i = 0; i < progress->plan->condition_count; i++) {
        seconds += progress->seconds[i];
        count += progress->counts[i];
    }
    if (count == 0)
        return -1.0;
    double left = 0.0;
    for (size_t i = progress->current; i < progress->plan->run_count; i++) {
        size_t condition = progress->plan->runs[i].condition;
        left += progress->counts[condition] > 0
                    ? progress->seconds[condition] / progress->counts[condition]
                    : seconds / count;
    }
    double here = time_span_seconds(clock_since(progress->run_started));
    return left > here ? left - here : 0.0;
}

static const char *rounded(double seconds, char *buffer, size_t size)
{
    return units_format_duration_rounded((uint64_t)(seconds * 1e9), buffer, size);
}

static void print_head(const struct progress *progress)
{
    const struct condition_record *condition =
        &progress->plan->conditions[progress->plan->runs[progress->current].condition].record;
    fprintf(progress->file, "run %zu of %zu: %s under %s", progress->current + 1,
            progress->plan->run_count, condition->job, condition->load);
}

void progress_tick(struct progress *progress)
{
    if (!progress->is_terminal)
        return;
    char elapsed[64];
    char left[64];
    double seconds_left = progress_seconds_left(progress);
    clear_line(progress);
    print_head(progress);
    fprintf(progress->file, ", %s elapsed",
            rounded(time_span_seconds(clock_since(progress->started)), elapsed, sizeof(elapsed)));
    if (seconds_left >= 0.0)
        fprintf(progress->file, ", about %s left", rounded(seconds_left, left, sizeof(left)));
    fflush(progress->file);
}

void progress_run_begin(struct progress *progress, size_t run)
{
    progress->current = run;
    progress->run_started = clock_now();
    progress_tick(progress);
}

static void print_tail(const struct progress *progress, const char *tail)
{
    for (const char *line = tail; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(progress->file, "  | %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void print_flags(const struct progress *progress, const struct run_record *record)
{
    for (size_t i = 0; i < record->flag_count; i++) {
        const struct flag *flag = &record->flags[i];
        bool has_detail = flag->detail[0] != '\0';
        fprintf(progress->file, "  %s: %s%s%s%s\n", flag->code, flag->reason,
                has_detail ? " (" : "", flag->detail, has_detail ? ")" : "");
    }
}

void progress_run_end(struct progress *progress, const struct run_record *record)
{
    size_t condition = progress->plan->runs[progress->current].condition;
    double seconds = time_span_seconds(clock_since(progress->run_started));
    if (record != NULL && record->outcome != OUTCOME_SKIPPED) {
        progress->seconds[condition] += seconds;
        progress->counts[condition]++;
    }
    if (progress->file == NULL || record == NULL)
        return;
    bool is_bad = record->outcome >= OUTCOME_SKIPPED;
    if (progress->is_terminal && !progress->is_verbose && !is_bad)
        return;
    clear_line(progress);
    print_head(progress);
    if (is_bad)
        fprintf(progress->file, ": %s: %s\n", outcome_name(record->outcome),
                record->reason != NULL ? record->reason : "");
    else
        fprintf(progress->file, ": %s, %.2f s\n", outcome_name(record->outcome),
                (double)record->window_ns / 1e9);
    if (progress->is_verbose)
        print_flags(progress, record);
    if (record->outcome == OUTCOME_FAILED && record->output_tail != NULL)
        print_tail(progress, record->output_tail);
    fflush(progress->file);
}
