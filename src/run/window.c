// SPDX-License-Identifier: GPL-2.0-or-later
/* The window of one run. */
#include "run/window.h"
#include "base/cleanup.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "measure/wakeup_probe.h"
#include "process/resident.h"
#include "run/run_flags.h"
#include "run/run_measures.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum {
    READY_MS = 60000,
    STEADY_SPAN_MS = 2000,
};

static const double late_share_max = 0.01;
static const double late_s_min = 0.1; /* below, nobody's figures are that exact */

/* What the functions of this file hand on to each other. */
struct window {
    const struct window_plan *plan;
    struct run_record *record;
    struct counter_log *log;
    struct wakeup_probe *probe;
    struct readings *opening;
    struct readings *first_end; /* of the job's first process, while others go on; else NULL */
    struct readings *closing;
    struct time_point load_ready;
    struct time_point opened;
    struct time_point closed;
    bool is_timed_out;
};

static void pause_tick(void)
{
    clock_pause_ms(COUNTER_LOG_INTERVAL_MS);
}

static void sample_load(struct window *window)
{
    counter_log_add(window->log, clock_now(), shared_page_sum(window->plan->load->page));
}

/* W3: false, with the run void, where the load is no longer at work. */
static bool load_is_alive(struct window *window)
{
    struct run_side *load = window->plan->load;
    struct error error;
    int got = run_side_check(load, clock_now(), &error);
    if (got == 0)
        return true;
    if (got < 0) {
        run_record_set_outcome(window->record, OUTCOME_VOID, "%s", error.text);
        return false;
    }
    auto_free char *failure = run_side_failure(load);
    run_record_set_outcome(window->record, OUTCOME_VOID, "the load %s ended by itself: %s",
                           load->workload->name, failure != NULL ? failure : "exit status 0");
    return false;
}

/* W3: a load that somebody stopped is alive for the kernel and does nothing. */
static bool load_is_at_work(struct window *window)
{
    if (!load_is_alive(window))
        return false;
    if (!run_side_is_stopped(window->plan->load, window->plan->root))
        return true;
    run_record_set_outcome(window->record, OUTCOME_VOID,
                           "the load %s was stopped by a signal while it should have worked",
                           window->plan->load->workload->name);
    return false;
}

/* A writer is fast until the kernel begins to write back: it must have gone past that point, unless
 * its file is too small ever to reach it. */
static bool is_past_threshold(const struct window *window)
{
    const struct run_side *load = window->plan->load;
    int64_t dirty_pages;
    int64_t threshold_pages;
    struct error ignored;
    const struct sysroot *root = window->plan->root;
    if (!load->needs.is_writer ||
        sysroot_read_key(root, "proc/vmstat", "nr_dirty_background_threshold", &threshold_pages,
                         &ignored) != 0 ||
        sysroot_read_key(root, "proc/vmstat", "nr_dirty", &dirty_pages, &ignored) != 0)
        return true;
    uint64_t page_bytes = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t file_bytes = load->needs.disk_bytes + load->needs.other_disk_bytes;
    return dirty_pages >= threshold_pages || file_bytes / page_bytes < (uint64_t)threshold_pages;
}

/* Waits until the load is steady, at most `lead_in_ns`. False where the run is over before it
 * began. */
static bool lead_in(struct window *window)
{
    const struct workload *workload = window->plan->load->workload;
    uint64_t lead_in_ns = window->plan->request->lead_in_ns;
    bool was_past = false;
    unsigned tick = 0;
    window->load_ready = clock_now();
    if (workload->is_idle)
        return load_is_at_work(window);
    while (interrupt_signal() == 0) {
        /* Looking for stopped processes reads all of /proc: once a second will do. */
        if (tick++ % 10 == 0 ? !load_is_at_work(window) : !load_is_alive(window))
            return false;
        sample_load(window);
        was_past = was_past || is_past_threshold(window);
        if (was_past && counter_log_is_steady(window->log, clock_now(),
                                              (struct time_span){STEADY_SPAN_MS * 1000000LL}))
            return true;
        if ((uint64_t)clock_since(window->load_ready).ns >= lead_in_ns) {
            auto_free char *detail =
                string_format("lead-in %.1f s, %s", (double)lead_in_ns / 1e9,
                              was_past ? "rate still changing" : "below the dirty threshold");
            run_record_add_flag(window->record, "unsteady",
                                "the load's rate was not steady yet when the job was released",
                                detail);
            return true;
        }
        pause_tick();
    }
    return false;
}

static bool begin_sides(struct window *window)
{
    struct error error;
    /* The job first: it waits for its release and starts up undisturbed. */
    if (run_side_begin(window->plan->job, READY_MS, &error) != 0) {
        auto_free char *failure = run_side_failure(window->plan->job);
        run_record_set_outcome(window->record, OUTCOME_FAILED, "%s",
                               failure != NULL ? failure : error.text);
        return false;
    }
    if (run_side_begin(window->plan->load, READY_MS, &error) != 0) {
        auto_free char *failure = run_side_failure(window->plan->load);
        run_record_set_outcome(window->record, OUTCOME_VOID, "the load %s did not start: %s",
                               window->plan->load->workload->name,
                               failure != NULL ? failure : error.text);
        return false;
    }
    return true;
}

static struct readings *take_readings(const struct window *window)
{
    const struct readings_plan plan = {window->plan->root, window->plan->job, window->plan->load,
                                       window->plan->device};
    return readings_take(&plan);
}

static void open_window(struct window *window)
{
    struct timespec real;
    shared_page_set_state(window->plan->load->page, PAGE_OPEN);
    window->opening = take_readings(window);
    clock_gettime(CLOCK_REALTIME, &real);
    window->record->started = (double)real.tv_sec + (double)real.tv_nsec / 1e9;
    if (window->probe->is_started)
        wakeup_probe_open(window->probe);
    window->opened = clock_now();
    counter_log_add(window->log, window->opened, shared_page_sum(window->plan->load->page));
    shared_page_set_state(window->plan->job->page, PAGE_OPEN);
}

static bool is_over(const struct window *window, uint64_t limit_ns)
{
    return (uint64_t)clock_since(window->opened).ns >= limit_ns;
}

static struct time_point next_tick(const struct window *window, uint64_t limit_ns)
{
    struct time_point tick = {clock_now().ns + COUNTER_LOG_INTERVAL_MS * 1000000ULL};
    struct time_point end = {window->opened.ns + limit_ns};
    return tick.ns < end.ns ? tick : end;
}

/* W4: should what the job's first process left have to be killed, the window ended here. */
static void note_first_end(struct window *window)
{
    if (window->first_end != NULL || !supervisor_is_lingering(&window->plan->job->supervisor))
        return;
    if (window->probe->is_started)
        wakeup_probe_mark(window->probe);
    window->first_end = take_readings(window);
}

/* Waits for the end of the job's work, and samples the load meanwhile. False where there is no
 * result. */
static bool wait_for_job(struct window *window)
{
    struct run_side *job = window->plan->job;
    const struct run_request *request = window->plan->request;
    bool is_told = job->workload->ends == ENDS_WHEN_TOLD;
    uint64_t limit_ns = is_told ? request->seconds_ns : request->timeout_ns;
    struct error error;
    int got = 0;
    while (got == 0) {
        got = run_side_check(job, next_tick(window, limit_ns), &error);
        sample_load(window);
        if (interrupt_signal() != 0 || !load_is_alive(window))
            return false;
        note_first_end(window);
        if (got == 0 && is_over(window, limit_ns))
            break;
    }
    window->closed = clock_now();
    if (got < 0) {
        run_record_set_outcome(window->record, OUTCOME_FAILED, "%s", error.text);
        return false;
    }
    window->is_timed_out = got == 0 && !is_told;
    return true;
}

/* The job's own stamp, else the supervisor's: both nearer to the end than anybody who is told of
 * it. Where what the main process left behind ended by itself, that was part of the job's work. */
static struct time_point job_end(const struct window *window)
{
    const struct run_side *job = window->plan->job;
    if (!job->has_ended)
        return window->closed;
    uint64_t stamped = atomic_load(&job->page->ended_ns);
    if (stamped != 0)
        return (struct time_point){stamped};
    bool is_tree = job->report.left_behind == 0;
    return (struct time_point){is_tree ? job->report.tree_ended_ns : job->report.main_ended_ns};
}

/* CPU and the other readings are those of the instant at which the end was noticed. */
static void flag_late_notice(struct window *window, struct time_point noticed)
{
    double late_s = time_span_seconds(clock_between(window->closed, noticed));
    if (late_s <= late_share_max * (double)window->record->window_ns / 1e9 || late_s < late_s_min)
        return;
    auto_free char *detail = string_format("%.2f s late", late_s);
    run_record_add_flag(window->record, "noticed_late",
                        "the job's end was noticed late: CPU, I/O and pressure are of a span that "
                        "is more than 1 % longer than Time",
                        detail);
}

static void close_window(struct window *window)
{
    const struct run_side *job = window->plan->job;
    bool is_first_end = job->has_ended && job->report.left_behind > 0 && window->first_end != NULL;
    if (window->probe->is_started && is_first_end)
        wakeup_probe_close_at_mark(window->probe);
    else if (window->probe->is_started)
        wakeup_probe_close(window->probe);
    /* One more sample behind the job's end, so that the count at the end lies between two (W2), and
     * ahead of the readings, which take tens of ms: with the job gone the load gets faster. */
    window->log->interval_ns = 0;
    sample_load(window);
    window->closing = is_first_end ? take_pointer(window->first_end) : take_readings(window);
    struct time_point noticed = window->closed;
    window->closed = job_end(window);
    window->record->window_ns = (uint64_t)clock_between(window->opened, window->closed).ns;
    if (!is_first_end)
        flag_late_notice(window, noticed);
}

static void report_load(struct window *window)
{
    const struct run_side *load = window->plan->load;
    if (load->workload->is_idle)
        return;
    double per_unit = load->page->counts_per_unit;
    double loads = (counter_log_at(window->log, window->closed) -
                    counter_log_at(window->log, window->opened)) /
                   per_unit;
    double seconds = (double)window->record->window_ns / 1e9;
    run_record_add_measure(window->record, SIDE_LOAD, "", &measure_loads, loads, MEASURE_OK);
    run_record_add_measure(window->record, SIDE_LOAD, "", &measure_loads_rate,
                           seconds > 0 ? loads / seconds : 0.0,
                           seconds > 0 ? MEASURE_OK : MEASURE_UNAVAILABLE);
    run_record_add_measure(window->record, SIDE_LOAD, "", &measure_lead_in,
                           time_span_seconds(clock_between(window->load_ready, window->opened)),
                           MEASURE_OK);
    counter_log_to_record(window->log, window->opened, per_unit, load->workload->progress_unit,
                          window->record);
    if (loads <= 0.0)
        run_record_add_flag(window->record, "starved",
                            "the load was alive and got nothing done while the job ran", "");
}

static bool had_oom_kill(const struct window *window)
{
    auto_run_record struct run_record scratch = {0};
    if (window->opening != NULL && window->closing != NULL)
        readings_to_record(window->opening, window->closing, 1.0, &scratch);
    return run_flags_has_oom(&scratch);
}

/* False where the job failed: no figure of such a run is kept. */
static bool report_job(struct window *window)
{
    const struct run_side *job = window->plan->job;
    auto_free char *failure = run_side_failure(job);
    if (job->has_ended && failure != NULL) {
        run_record_set_outcome(window->record, OUTCOME_FAILED, "the job failed: %s%s", failure,
                               had_oom_kill(window)
                                   ? "; the kernel killed a process for lack of memory meanwhile"
                                   : "");
        return false;
    }
    double seconds = window->is_timed_out ? (double)window->plan->request->timeout_ns / 1e9
                                          : (double)window->record->window_ns / 1e9;
    run_record_add_measure(window->record, SIDE_JOB, "", &measure_time, seconds,
                           window->is_timed_out ? MEASURE_CENSORED : MEASURE_OK);
    if (window->is_timed_out)
        run_record_set_outcome(window->record, OUTCOME_TIMED_OUT,
                               "the job had not ended after %.0f s", seconds);
    if (job->report.left_behind > 0)
        run_record_add_flag(window->record, "left_behind",
                            "the job's first process ended and left others running, which were "
                            "killed; the time is that of the first",
                            "");
    return true;
}

/* R2: nothing of either side is left after this. */
static void end_sides(struct window *window)
{
    struct run_side *sides[] = {window->plan->job, window->plan->load};
    for (size_t i = 0; i < array_length(sides); i++) {
        struct error error;
        if (run_side_end(sides[i], &error) != 0)
            run_record_set_outcome(window->record, OUTCOME_FAILED, "%s", error.text);
    }
    run_record_add_measure(window->record, SIDE_LOAD, "", &measure_loads_total,
                           (double)shared_page_sum(window->plan->load->page),
                           window->plan->load->workload->is_idle ? MEASURE_UNAVAILABLE
                                                                 : MEASURE_OK);
}

static bool measure(struct window *window)
{
    if (!begin_sides(window) || !lead_in(window) || interrupt_signal() != 0)
        return false;
    if (!load_is_at_work(window)) /* W1 */
        return false;
    open_window(window);
    if (!wait_for_job(window))
        return false;
    close_window(window);
    return load_is_at_work(window);
}

void window_measure(const struct window_plan *plan, struct run_record *record)
{
    struct error error;
    auto_free struct counter_log *log = memory_allocate(sizeof(*log));
    auto_free struct wakeup_probe *probe = memory_allocate(sizeof(*probe));
    counter_log_init(log);
    if (plan->request->probe_interval_ns > 0 &&
        wakeup_probe_start(probe, plan->request->probe_interval_ns, &error) != 0)
        run_record_add_flag(record, "no_probe", "the wake-up probe could not be started",
                            error.text);
    resident_hold(); /* the probe's thread, the log and what takes readings */
    struct window window = {.plan = plan, .record = record, .log = log, .probe = probe};
    bool is_measured = measure(&window);
    if (is_measured && report_job(&window)) {
        report_load(&window);
        readings_to_record(window.opening, window.closing, (double)record->window_ns / 1e9, record);
        run_flags_add(record, plan->job->context.cpus);
        if (probe->is_started)
            wakeup_probe_record(probe, record);
    }
    end_sides(&window);
    if (!is_measured && interrupt_signal() != 0)
        run_record_set_outcome(record, OUTCOME_FAILED, "interrupted by signal %d",
                               interrupt_signal());
    readings_destroy(window.opening);
    readings_destroy(window.first_end);
    readings_destroy(window.closing);
    wakeup_probe_stop(probe);
}
