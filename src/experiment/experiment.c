// SPDX-License-Identifier: GPL-2.0-or-later
/* Sets the stage for the runs of an experiment and clears it. */
#include "experiment/experiment.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/uuid.h"
#include "experiment/local_runner.h"
#include "experiment/plan_needs.h"
#include "machine/boot_id.h"
#include "machine/fingerprint.h"
#include "machine/journal.h"
#include "machine/state_directory.h"
#include "machine/work_directory.h"
#include "run/guardian.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

enum {
    LOCK_WAIT_MS = 30000,
    DESCRIPTORS_MIN = 64, /* twice what a run with a load was seen to get by with */
};

/* What must be the same for an experiment to go on. */
static const struct {
    const char *key;
    const char *words;
} machine_keys[] = {
    {"kernel_release", "kernel release"}, {"kernel_version", "kernel build"},
    {"cpu_model", "CPU model"},           {"cpus_online", "number of CPUs"},
    {"memory_bytes", "memory"},           {"machine_id_hash", "machine id"},
};

/* What experiment_run() holds, to be given back in the order of experiment.h. */
struct experiment {
    const struct experiment_options *options;
    struct experiment_record record;
    struct state_directory state;
    int lock_fd;
    struct journal journal;
    struct guardian guardian;
    bool is_marked;
    struct work_directory work;
    struct work_directory other;
    struct progress progress;
    int64_t environment_id;
};

static void say_all(const struct experiment *experiment, const struct string_list *said)
{
    for (size_t i = 0; i < said->count && !experiment->options->is_quiet; i++)
        fprintf(stderr, "contend: left by an earlier run: %s\n", said->items[i]);
}

static int clean_up_crashed(struct experiment *experiment, struct error *error)
{
    const struct plan *plan = experiment->options->plan;
    auto_string_list struct string_list said = {0};
    int result = 0;
    if (journal_is_open(experiment->state.fd))
        result = journal_restore(&experiment->journal, &said, error);
    if (result == 0)
        result =
            work_directory_clean_stale(experiment->options->root, plan->directory, &said, error);
    if (result == 0 && plan->other_directory != NULL)
        result = work_directory_clean_stale(experiment->options->root, plan->other_directory, &said,
                                            error);
    say_all(experiment, &said);
    return result;
}

static int take_lock(struct experiment *experiment, struct error *error)
{
    if (state_directory_open(&experiment->state, error) != 0)
        return -1;
    journal_init(&experiment->journal, experiment->options->root, experiment->state.fd);
    return state_directory_lock(&experiment->state, LOCK_WAIT_MS, &experiment->lock_fd, error);
}

/* Without enough descriptors the journal could be written, and not be opened to undo it. */
static int check_descriptors(struct error *error)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= DESCRIPTORS_MIN)
        return 0;
    return error_set(error, ERROR_CANNOT, 0,
                     "this process may have %llu files open and contend needs %d: raise it with "
                     "'ulimit -n %d'",
                     (unsigned long long)limit.rlim_cur, DESCRIPTORS_MIN, DESCRIPTORS_MIN);
}

/* What would stop the experiment after it was entered into the results file. */
static int check_place(const struct plan *plan, struct error *error)
{
    if (check_descriptors(error) != 0 || work_directory_check(plan->directory, error) != 0)
        return -1;
    return plan->other_directory == NULL ? 0 : work_directory_check(plan->other_directory, error);
}

/* Both places then share what is free. */
static bool is_same_disk(const char *a, const char *b)
{
    struct stat one;
    struct stat two;
    return stat(a, &one) == 0 && stat(b, &two) == 0 && one.st_dev == two.st_dev;
}

static int check_space(const struct experiment *experiment, struct error *error)
{
    const struct plan *plan = experiment->options->plan;
    struct plan_machine machine;
    auto_plan_needs struct plan_needs needs = {0};
    uint64_t free_bytes;
    uint64_t other_free_bytes = 0;
    if (plan_machine_read(experiment->options->root, &plan->conditions[0].record.settings, &machine,
                          error) != 0 ||
        files_free_bytes(plan->directory, &free_bytes, error) != 0)
        return -1;
    if (plan->other_directory != NULL &&
        files_free_bytes(plan->other_directory, &other_free_bytes, error) != 0)
        return -1;
    plan_needs_sum(plan, &machine, &needs);
    if (plan->other_directory != NULL && is_same_disk(plan->directory, plan->other_directory))
        other_free_bytes = free_bytes > needs.disk_bytes ? free_bytes - needs.disk_bytes : 0;
    return plan_needs_check(&needs, free_bytes, other_free_bytes, error);
}

static json_t *machine_of(const json_t *fingerprint)
{
    json_t *machine = json_object();
    for (size_t i = 0; i < array_length(machine_keys); i++)
        json_object_set(machine, machine_keys[i].key,
                        json_object_get(fingerprint, machine_keys[i].key));
    return machine;
}

static void copy_condition(const struct condition_record *source, struct condition_record *out)
{
    *out = (struct condition_record){
        .position = source->position,
        .label = string_duplicate(source->label),
        .job = string_duplicate(source->job),
        .load = string_duplicate(source->load),
        .runner = string_duplicate(source->runner),
    };
    parameters_copy(&source->job_parameters, &out->job_parameters);
    parameters_copy(&source->load_parameters, &out->load_parameters);
    parameters_copy(&source->settings, &out->settings);
}

/* A new experiment; the machine's keys go into its plan beside what plan_to_json() writes. */
static int add_experiment(struct experiment *experiment, const json_t *fingerprint,
                          struct error *error)
{
    const struct experiment_options *options = experiment->options;
    char uuid[UUID_SIZE];
    auto_json json_t *plan = plan_to_json(options->plan);
    json_object_set_new(plan, "machine", machine_of(fingerprint));
    experiment->record = (struct experiment_record){
        .uuid = string_duplicate(uuid_fresh(uuid)),
        .state = EXPERIMENT_RUNNING,
        .started = (double)time(NULL),
        .plan = json_dumps(plan, JSON_COMPACT),
        .seed = options->plan->seed,
        .command_line = string_duplicate(options->command_line),
        .version = string_duplicate(CONTEND_VERSION),
        .conditions =
            memory_allocate(options->plan->condition_count * sizeof(struct condition_record)),
        .condition_count = options->plan->condition_count,
    };
    for (size_t i = 0; i < options->plan->condition_count; i++)
        copy_condition(&options->plan->conditions[i].record, &experiment->record.conditions[i]);
    return store_experiment_add(options->store, &experiment->record, error);
}

/* The stored experiment again; ids of its conditions are those of the store. */
static int continue_experiment(struct experiment *experiment, struct error *error)
{
    const struct experiment_record *stored = &experiment->options->resumed->experiment;
    experiment->record = (struct experiment_record){
        .id = stored->id,
        .uuid = string_duplicate(stored->uuid),
        .conditions = memory_allocate(stored->condition_count * sizeof(struct condition_record)),
        .condition_count = stored->condition_count,
    };
    for (size_t i = 0; i < stored->condition_count; i++) {
        copy_condition(&stored->conditions[i], &experiment->record.conditions[i]);
        experiment->record.conditions[i].id = stored->conditions[i].id;
    }
    return store_experiment_set_state(experiment->options->store, stored->id, EXPERIMENT_RUNNING,
                                      error);
}

static int enter_into_store(struct experiment *experiment, struct error *error)
{
    const struct experiment_options *options = experiment->options;
    char boot_id[BOOT_ID_BYTES];
    auto_json json_t *fingerprint = fingerprint_collect(options->root, options->plan->directory);
    auto_free char *text = json_dumps(fingerprint, JSON_COMPACT);
    boot_id_read(options->root, boot_id);
    if (store_environment_add(options->store, boot_id, text, &experiment->environment_id, error) !=
        0)
        return -1;
    return options->resumed != NULL ? continue_experiment(experiment, error)
                                    : add_experiment(experiment, fingerprint, error);
}

static int make_directories(struct experiment *experiment, struct error *error)
{
    const struct plan *plan = experiment->options->plan;
    if (work_directory_create(&experiment->journal, plan->directory, experiment->record.uuid,
                              &experiment->work, error) != 0)
        return -1;
    if (plan->other_directory == NULL)
        return 0;
    return work_directory_create(&experiment->journal, plan->other_directory,
                                 experiment->record.uuid, &experiment->other, error);
}

static int start_guardian(struct experiment *experiment, struct error *error)
{
    const struct guardian_plan plan = {
        .root = experiment->options->root,
        .state_fd = experiment->state.fd,
    };
    if (guardian_start(&experiment->guardian, &plan, error) != 0)
        return -1;
    experiment->is_marked = true;
    return journal_record(&experiment->journal, "marked", experiment->record.uuid, error);
}

static int execute(struct experiment *experiment, struct execution_result *out_result,
                   struct error *error)
{
    const struct experiment_options *options = experiment->options;
    const struct local_runner_plan runner_plan = {
        .program = options->program,
        .experiment_uuid = experiment->record.uuid,
        .lock_fd = experiment->lock_fd,
        .guardian_fd = experiment->guardian.pipe_fd,
    };
    struct local_runner runner;
    local_runner_init(&runner, &runner_plan);
    const struct execution_plan plan = {
        .root = options->root,
        .plan = options->plan,
        .experiment = &experiment->record,
        .store = options->store,
        .runner = &runner.runner,
        .progress = &experiment->progress,
        .environment_id = experiment->environment_id,
        .work_directory = experiment->work.path,
        .other_directory = experiment->other.path,
        .past = options->resumed,
    };
    progress_init(&experiment->progress, options->plan, options->is_quiet ? NULL : stderr);
    experiment->progress.is_verbose = options->is_verbose;
    int result = execution_run(&plan, out_result, error);
    progress_finish(&experiment->progress);
    struct error stopping;
    if (runner.runner.operations->stop(&runner.runner, &stopping) != 0) {
        *error = stopping;
        return -1;
    }
    return result;
}

static int remove_directory(struct experiment *experiment, struct work_directory *directory,
                            struct error *error)
{
    if (directory->path == NULL)
        return 0;
    int result = work_directory_remove(&experiment->journal, directory, error);
    work_directory_close(directory);
    return result;
}

/* Clears the stage; goes on after a failure and reports the last one. */
static int clear(struct experiment *experiment, struct error *error)
{
    int result = remove_directory(experiment, &experiment->work, error);
    if (remove_directory(experiment, &experiment->other, error) != 0)
        result = -1;
    if (experiment->is_marked &&
        journal_undo(&experiment->journal, "marked", experiment->record.uuid, error) != 0)
        result = -1;
    if (experiment->lock_fd >= 0 && journal_is_open(experiment->state.fd) &&
        journal_restore(&experiment->journal, NULL, error) != 0)
        result = -1;
    guardian_finish(&experiment->guardian);
    if (experiment->lock_fd >= 0)
        close(experiment->lock_fd);
    journal_finish(&experiment->journal);
    state_directory_close(&experiment->state);
    experiment_record_finish(&experiment->record);
    return result;
}

static int run_locked(struct experiment *experiment, struct experiment_result *result,
                      struct error *error)
{
    struct store *store = experiment->options->store;
    struct execution_result executed = {0};
    if (check_place(experiment->options->plan, error) != 0 ||
        clean_up_crashed(experiment, error) != 0 || check_space(experiment, error) != 0 ||
        enter_into_store(experiment, error) != 0)
        return -1;
    result->id = experiment->record.id;
    int status = start_guardian(experiment, error);
    if (status == 0)
        status = make_directories(experiment, error);
    if (status == 0)
        status = execute(experiment, &executed, error);
    result->bad_count = executed.bad_count;
    result->tried_count = executed.tried_count;
    result->signal = executed.signal;
    bool is_complete = status == 0 && executed.signal == 0;
    struct error storing;
    if (store_experiment_set_state(store, result->id,
                                   is_complete ? EXPERIMENT_COMPLETE : EXPERIMENT_INTERRUPTED,
                                   &storing) != 0 &&
        status == 0) {
        *error = storing;
        return -1;
    }
    return status;
}

int experiment_run(const struct experiment_options *options, struct experiment_result *out_result,
                   struct error *error)
{
    struct experiment experiment = {
        .options = options,
        .state = {.fd = -1},
        .lock_fd = -1,
        .work = {.fd = -1},
        .other = {.fd = -1},
    };
    *out_result = (struct experiment_result){0};
    int result = take_lock(&experiment, error);
    if (result == 0)
        result = run_locked(&experiment, out_result, error);
    struct error clearing;
    if (clear(&experiment, &clearing) != 0) {
        *error = clearing;
        return -1;
    }
    return result;
}

static int compare_machine(const struct sysroot *root, const struct plan *plan,
                           const json_t *recorded, struct error *error)
{
    auto_json json_t *now = fingerprint_collect(root, plan->directory);
    for (size_t i = 0; i < array_length(machine_keys); i++) {
        const json_t *then = json_object_get(recorded, machine_keys[i].key);
        const json_t *here = json_object_get(now, machine_keys[i].key);
        if (then == NULL || json_equal(then, here))
            continue;
        auto_free char *was = json_dumps(then, JSON_ENCODE_ANY);
        auto_free char *is = json_dumps(here, JSON_ENCODE_ANY);
        return error_set(error, ERROR_CANNOT, 0,
                         "the experiment can't go on here: its %s was %s and is %s now; begin a "
                         "new one instead",
                         machine_keys[i].words, was, is != NULL ? is : "unknown");
    }
    return 0;
}

int experiment_resumed_plan(const struct sysroot *root, const struct experiment_data *data,
                            struct plan *out, struct error *error)
{
    const struct experiment_record *experiment = &data->experiment;
    if (experiment->state == EXPERIMENT_COMPLETE)
        return error_set(error, ERROR_USAGE, 0, "experiment %lld is complete: nothing to resume",
                         (long long)experiment->id);
    auto_json json_t *json = json_loads(experiment->plan, 0, NULL);
    auto_plan struct plan plan = {0};
    if (plan_from_json(json, &plan, error) != 0)
        return error_context(error, "experiment %lld", (long long)experiment->id);
    if (plan.condition_count != experiment->condition_count)
        return error_set(error, ERROR_USAGE, 0,
                         "experiment %lld has conditions that its plan doesn't know",
                         (long long)experiment->id);
    if (compare_machine(root, &plan, json_object_get(json, "machine"), error) != 0)
        return -1;
    *out = plan;
    plan = (struct plan){0};
    return 0;
}
