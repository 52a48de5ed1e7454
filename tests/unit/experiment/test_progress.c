// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/memory.h"
#include "experiment/progress.h"

#include <string.h>

static char job[] = "build";
static char load[] = "io_load";
static char other_load[] = "no_load";
static char flag_code[] = "unsteady";
static char flag_reason[] = "still changing";
static char flag_detail[] = "lead-in 6 s";
static char reason[] = "the job failed";
static char tail[] = "first\nlast";

static struct plan_condition conditions[] = {{.record = {.job = job, .load = load}},
                                             {.record = {.job = job, .load = other_load}}};
static struct plan_run runs[] = {{.condition = 0}, {.condition = 1}, {.condition = 0}};
static const struct plan plan = {
    .conditions = conditions, .condition_count = 2, .runs = runs, .run_count = 3};
static struct flag flags[] = {{flag_code, flag_reason, flag_detail}};

/* What is written of one run that ends so; the caller's to free. */
static char *written_of(const struct run_record *record, bool is_terminal, bool is_verbose)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    struct progress progress;
    progress_init(&progress, &plan, file);
    progress_run_begin(&progress, 0);
    progress.is_terminal = is_terminal;
    progress.is_verbose = is_verbose;
    progress_run_end(&progress, record);
    progress.is_terminal = false;
    progress_finish(&progress);
    fclose(file);
    return text;
}

static const struct {
    struct run_record record;
    bool is_terminal, is_verbose;
    const char *written;
} ends[] = {
    {{.window_ns = 1500000000}, false, false, "run 1 of 3: build under io_load: ok, 1.50 s\n"},
    {{.window_ns = 1500000000}, true, false, ""},
    {{.window_ns = 1500000000},
     true,
     true,
     "\r\033[Krun 1 of 3: build under io_load: ok, 1.50 s\n"},
    {{.outcome = OUTCOME_FLAGGED, .flags = flags, .flag_count = 1},
     false,
     true,
     "run 1 of 3: build under io_load: flagged, 0.00 s\n"
     "  unsteady: still changing (lead-in 6 s)\n"},
    {{.outcome = OUTCOME_FAILED, .reason = reason, .output_tail = tail},
     true,
     false,
     "\r\033[Krun 1 of 3: build under io_load: failed: the job failed\n  | first\n  | last\n"},
    {{.outcome = OUTCOME_VOID, .reason = reason, .output_tail = tail},
     false,
     false,
     "run 1 of 3: build under io_load: void: the job failed\n"},
};

START_TEST(test_a_run_ends_with_the_line_that_its_reader_needs)
{
    char *written = written_of(&ends[_i].record, ends[_i].is_terminal, ends[_i].is_verbose);
    ck_assert_str_eq(written, ends[_i].written);
    free(written);
}
END_TEST

START_TEST(test_time_left_is_the_mean_of_each_condition_so_far)
{
    struct progress progress;
    progress_init(&progress, &plan, NULL);
    ck_assert_double_lt(progress_seconds_left(&progress), 0.0);
    progress.seconds[0] = 2000.0; /* two runs of 1000 s */
    progress.counts[0] = 2;
    progress_run_begin(&progress, 1);
    /* The other condition is taken for as long as the mean of all. */
    double left = progress_seconds_left(&progress);
    ck_assert_double_gt(left, 1900.0);
    ck_assert_double_le(left, 2000.0);
    progress.seconds[1] = 500.0;
    progress.counts[1] = 1;
    ck_assert_double_le(progress_seconds_left(&progress), 1500.0);
    progress_finish(&progress);
}
END_TEST

START_TEST(test_skipped_and_interrupted_runs_say_nothing_of_time)
{
    const struct run_record skipped = {.outcome = OUTCOME_SKIPPED};
    struct progress progress;
    progress_init(&progress, &plan, NULL);
    progress_run_begin(&progress, 0);
    progress_run_end(&progress, &skipped);
    progress_run_end(&progress, NULL);
    ck_assert_uint_eq(progress.counts[0], 0);
    ck_assert_double_lt(progress_seconds_left(&progress), 0.0);
    progress_finish(&progress);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_a_run_ends_with_the_line_that_its_reader_needs, 0,
                        array_length(ends));
    tcase_add_test(tests, test_time_left_is_the_mean_of_each_condition_so_far);
    tcase_add_test(tests, test_skipped_and_interrupted_runs_say_nothing_of_time);
}

int main(void)
{
    return unit_run("progress", fill);
}
