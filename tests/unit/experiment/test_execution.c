// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/files.h"
#include "base/memory.h"
#include "experiment/execution.h"
#include "experiment/local_runner.h"

#include <fcntl.h>
#include <string.h>

static const struct workload job = {.name = "job", .roles = ROLE_JOB, .tree = "source"};
static const struct workload idle = {.name = "idle", .ends = ENDS_WHEN_TOLD, .is_idle = true};
static const struct workload cold = {.name = "cold", .roles = ROLE_LOAD, .is_idle = true};
static const struct workload warm = {
    .name = "warm", .roles = ROLE_LOAD, .settle = SETTLE_NONE, .is_idle = true};
static const struct workload load = {.name = "load", .roles = ROLE_LOAD, .progress_unit = "unit"};

/* A runner that does nothing and answers with what the test wants for the load's name. */
struct fake_runner {
    struct runner runner;
    struct text log; /* one letter of the load a request; W before it: warming */
    unsigned starts;
    bool is_alive;
    char *bad_load; /* whose runs end as `outcome` */
    enum outcome outcome;
    bool dies; /* instead of answering for bad_load */
    char *uuid;
    char *current;    /* load of the request */
    uint64_t told_ns; /* window that the last idle run was given */
    bool has_tree_job;
};

static int fake_start(struct runner *base, struct error *error)
{
    (void)error;
    struct fake_runner *fake = (struct fake_runner *)base;
    fake->starts += !fake->is_alive;
    fake->is_alive = true;
    return 0;
}

static int fake_send(struct runner *base, const struct run_request *request, struct error *error)
{
    (void)error;
    struct fake_runner *fake = (struct fake_runner *)base;
    text_append_format(&fake->log, "%s%c", request->is_warming ? "W" : "",
                       strcmp(request->job.workload, "idle") == 0 ? 'i'
                                                                  : request->load.workload[0]);
    free(fake->uuid);
    free(fake->current);
    fake->uuid = string_duplicate(request->uuid);
    fake->current = string_duplicate(request->load.workload);
    if (strcmp(request->job.workload, "idle") == 0) {
        fake->told_ns = request->seconds_ns;
        fake->has_tree_job = request->tree_job.workload != NULL;
    }
    return 0;
}

static int fake_receive(struct runner *base, struct time_point deadline, struct run_record *out,
                        struct error *error)
{
    (void)deadline;
    struct fake_runner *fake = (struct fake_runner *)base;
    bool is_bad = fake->bad_load != NULL && strcmp(fake->bad_load, fake->current) == 0;
    if (is_bad && fake->dies) {
        fake->is_alive = false;
        return error_set(error, ERROR_FAILED, 0, "the executor was killed by signal 9");
    }
    *out = (struct run_record){
        .uuid = string_duplicate(fake->uuid),
        .outcome = is_bad ? fake->outcome : OUTCOME_OK,
        .reason = string_duplicate(is_bad ? "because" : ""),
        .boot_id = string_duplicate("boot"),
        .window_ns = 20000000000ULL,
        .coldness = string_duplicate("{}"),
        .output_tail = string_duplicate(""),
    };
    return 1;
}

static int fake_stop(struct runner *base, struct error *error)
{
    (void)error;
    ((struct fake_runner *)base)->is_alive = false;
    return 0;
}

static const struct runner_operations fake_operations = {"fake", fake_start, fake_send,
                                                         fake_receive, fake_stop};

/* A plan over a store in a directory of its own. */
struct stage {
    char directory[32];
    struct sysroot root;
    struct store *store;
    struct plan plan;
    struct experiment_record experiment;
    struct fake_runner fake;
};

static void add(struct stage *stage, const struct workload *side_job,
                const struct workload *side_load, int source)
{
    struct plan *plan = &stage->plan;
    struct condition_record record = {
        .position = (int)plan->condition_count + 1,
        .label = string_duplicate("label"),
        .job = string_duplicate(side_job->name),
        .load = string_duplicate(side_load->name),
        .runner = string_duplicate("fake"),
    };
    plan->conditions =
        memory_grow(plan->conditions, plan->condition_count, sizeof(struct plan_condition));
    plan->conditions[plan->condition_count++] = (struct plan_condition){
        .record = record,
        .job = side_job,
        .load = side_load,
        .is_idle = side_job->is_idle,
        .source = source,
        .job_directory = string_duplicate(side_job->name),
        .load_directory = string_duplicate(side_load->name),
    };
}

static void stage_init(struct stage *stage)
{
    struct error error;
    *stage = (struct stage){.directory = "/tmp/contend-test-XXXXXX",
                            .plan = {.rounds = 4, .seed = 3},
                            .fake = {.runner = {&fake_operations}}};
    ck_assert_ptr_nonnull(mkdtemp(stage->directory));
    auto_free char *path = string_format("%s/results.db", stage->directory);
    ck_assert_int_eq(sysroot_open(&stage->root, "/", &error), 0);
    ck_assert_int_eq(store_open(path, STORE_WRITE, &stage->store, &error), 0);
}

static void stage_store(struct stage *stage)
{
    struct error error;
    plan_order(&stage->plan);
    stage->experiment = (struct experiment_record){
        .uuid = string_duplicate("00000000-0000-4000-8000-000000000000"),
        .plan = string_duplicate("{}"),
        .command_line = string_duplicate("contend run"),
        .version = string_duplicate("0"),
        .conditions =
            memory_allocate(stage->plan.condition_count * sizeof(struct condition_record)),
        .condition_count = stage->plan.condition_count,
    };
    for (size_t i = 0; i < stage->plan.condition_count; i++) {
        const struct condition_record *from = &stage->plan.conditions[i].record;
        stage->experiment.conditions[i] = (struct condition_record){
            .position = from->position,
            .label = string_duplicate(from->label),
            .job = string_duplicate(from->job),
            .load = string_duplicate(from->load),
            .runner = string_duplicate(from->runner),
        };
    }
    ck_assert_msg(store_experiment_add(stage->store, &stage->experiment, &error) == 0, "%s",
                  error.text);
}

static struct execution_result stage_run(struct stage *stage, const struct experiment_data *past)
{
    struct error error;
    struct progress progress;
    struct execution_result result;
    progress_init(&progress, &stage->plan, NULL);
    const struct execution_plan plan = {
        .root = &stage->root,
        .plan = &stage->plan,
        .experiment = &stage->experiment,
        .store = stage->store,
        .runner = &stage->fake.runner,
        .progress = &progress,
        .work_directory = "/nowhere",
        .past = past,
    };
    ck_assert_msg(execution_run(&plan, &result, &error) == 0, "%s", error.text);
    progress_finish(&progress);
    return result;
}

static void stage_load(struct stage *stage, struct experiment_data *out)
{
    struct error error;
    ck_assert_int_eq(store_experiment_load(stage->store, stage->experiment.id, STORE_WITHOUT_SERIES,
                                           out, &error),
                     0);
}

static void stage_finish(struct stage *stage)
{
    struct error error;
    store_close(stage->store);
    sysroot_close(&stage->root);
    plan_finish(&stage->plan);
    experiment_record_finish(&stage->experiment);
    text_finish(&stage->fake.log);
    free(stage->fake.uuid);
    free(stage->fake.current);
    ck_assert_int_eq(files_remove_tree(AT_FDCWD, stage->directory, &error), 0);
}

START_TEST(test_every_run_of_the_plan_is_stored_once_in_its_place)
{
    struct stage stage;
    auto_experiment_data struct experiment_data data = {0};
    stage_init(&stage);
    add(&stage, &job, &cold, PLAN_NONE);
    add(&stage, &job, &load, PLAN_NONE);
    stage_store(&stage);
    struct execution_result result = stage_run(&stage, NULL);
    ck_assert_uint_eq(result.bad_count, 0);
    ck_assert_int_eq(result.signal, 0);
    stage_load(&stage, &data);
    ck_assert_uint_eq(data.run_count, 8);
    for (size_t i = 0; i < data.run_count; i++) {
        const struct plan_run *run = &stage.plan.runs[i];
        ck_assert_int_eq(data.runs[i].position, (int)i + 1);
        ck_assert_int_eq(data.runs[i].round, run->round);
        ck_assert_int_eq(data.runs[i].block, run->block);
        ck_assert_int_eq(data.runs[i].condition_id, stage.experiment.conditions[run->condition].id);
    }
    ck_assert_uint_eq(stage.fake.starts, 1);
    stage_finish(&stage);
}
END_TEST

static const struct {
    enum outcome outcome;
    bool is_given_up;
} bad_outcomes[] = {{OUTCOME_VOID, true}, {OUTCOME_FAILED, true}, {OUTCOME_TIMED_OUT, false}};

START_TEST(test_a_bad_condition_is_kept_and_given_up_after_two_but_others_go_on)
{
    struct stage stage;
    auto_experiment_data struct experiment_data data = {0};
    char bad_load[] = "load";
    stage_init(&stage);
    stage.fake.bad_load = bad_load;
    stage.fake.outcome = bad_outcomes[_i].outcome;
    add(&stage, &job, &cold, PLAN_NONE);
    add(&stage, &job, &load, PLAN_NONE);
    stage_store(&stage);
    ck_assert_uint_eq(stage_run(&stage, NULL).bad_count, 4);
    stage_load(&stage, &data);
    ck_assert_uint_eq(data.run_count, 8);
    int counts[OUTCOME_TIMED_OUT + 1] = {0};
    for (size_t i = 0; i < data.run_count; i++)
        counts[data.runs[i].record.outcome]++;
    ck_assert_int_eq(counts[OUTCOME_OK], 4);
    ck_assert_int_eq(counts[bad_outcomes[_i].outcome], bad_outcomes[_i].is_given_up ? 2 : 4);
    ck_assert_int_eq(counts[OUTCOME_SKIPPED], bad_outcomes[_i].is_given_up ? 2 : 0);
    stage_finish(&stage);
}
END_TEST

START_TEST(test_an_executor_that_dies_fails_its_run_and_is_replaced)
{
    struct stage stage;
    auto_experiment_data struct experiment_data data = {0};
    char bad_load[] = "load";
    stage_init(&stage);
    stage.fake.bad_load = bad_load;
    stage.fake.dies = true;
    add(&stage, &job, &cold, PLAN_NONE);
    add(&stage, &job, &load, PLAN_NONE);
    stage_store(&stage);
    stage_run(&stage, NULL);
    stage_load(&stage, &data);
    size_t failed = 0;
    for (size_t i = 0; i < data.run_count; i++) {
        if (data.runs[i].record.outcome != OUTCOME_FAILED)
            continue;
        failed++;
        ck_assert_str_eq(data.runs[i].record.reason, "the executor was killed by signal 9");
    }
    ck_assert_uint_eq(failed, 2);
    ck_assert_uint_ge(stage.fake.starts, 2);
    stage_finish(&stage);
}
END_TEST

START_TEST(test_a_warm_run_is_warmed_where_nothing_went_before_it)
{
    struct stage stage;
    stage_init(&stage);
    add(&stage, &job, &warm, PLAN_NONE);
    stage.plan.rounds = 2;
    stage_store(&stage);
    stage_run(&stage, NULL);
    ck_assert_str_eq(stage.fake.log.text, "WwwWww");
    stage_finish(&stage);
}
END_TEST

START_TEST(test_resume_makes_no_run_twice_and_warms_what_lost_its_cold_run)
{
    struct stage stage;
    auto_experiment_data struct experiment_data data = {0};
    auto_experiment_data struct experiment_data whole = {0};
    stage_init(&stage);
    add(&stage, &job, &cold, PLAN_NONE);
    add(&stage, &job, &warm, 0);
    stage.plan.rounds = 2;
    stage_store(&stage);
    size_t run_count = stage.plan.run_count;
    stage.plan.run_count = 1;
    stage_run(&stage, NULL);
    stage.plan.run_count = run_count;
    stage_load(&stage, &data);
    ck_assert_uint_eq(data.run_count, 1);
    stage_run(&stage, &data);
    ck_assert_str_eq(stage.fake.log.text, "cWwwcw");
    stage_load(&stage, &whole);
    ck_assert_uint_eq(whole.run_count, 4);
    stage_finish(&stage);
}
END_TEST

START_TEST(test_idle_goes_on_as_long_as_the_job_took_and_gets_its_tree)
{
    struct stage stage;
    stage_init(&stage);
    add(&stage, &job, &load, PLAN_NONE);
    add(&stage, &idle, &load, PLAN_NONE);
    stage.plan.rounds = 8;
    stage_store(&stage);
    stage_run(&stage, NULL);
    ck_assert_uint_eq(stage.fake.told_ns, 20000000000ULL);
    ck_assert(stage.fake.has_tree_job);
    stage_finish(&stage);
}
END_TEST

START_TEST(test_an_executor_that_can_not_be_started_is_told_with_its_status)
{
    struct error error;
    struct run_record record;
    struct local_runner runner;
    const struct local_runner_plan plan = {
        .program = "/nonexistent", .experiment_uuid = "u", .lock_fd = -1, .guardian_fd = -1};
    local_runner_init(&runner, &plan);
    const struct runner_operations *operations = runner.runner.operations;
    ck_assert_int_eq(operations->start(&runner.runner, &error), 0);
    ck_assert_int_eq(operations->receive(&runner.runner, deadline_after_ms(10000), &record, &error),
                     -1);
    ck_assert_ptr_nonnull(strstr(error.text, "exit status 127"));
    ck_assert_int_eq(operations->stop(&runner.runner, &error), 0);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_every_run_of_the_plan_is_stored_once_in_its_place);
    tcase_add_loop_test(tests, test_a_bad_condition_is_kept_and_given_up_after_two_but_others_go_on,
                        0, array_length(bad_outcomes));
    tcase_add_test(tests, test_an_executor_that_dies_fails_its_run_and_is_replaced);
    tcase_add_test(tests, test_a_warm_run_is_warmed_where_nothing_went_before_it);
    tcase_add_test(tests, test_resume_makes_no_run_twice_and_warms_what_lost_its_cold_run);
    tcase_add_test(tests, test_idle_goes_on_as_long_as_the_job_took_and_gets_its_tree);
    tcase_add_test(tests, test_an_executor_that_can_not_be_started_is_told_with_its_status);
}

int main(void)
{
    return unit_run("execution", fill);
}
