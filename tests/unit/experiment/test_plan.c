// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/memory.h"
#include "base/text.h"
#include "experiment/plan.h"

#include <string.h>

static const struct workload job = {.name = "job", .roles = ROLE_JOB};
static const struct workload cold = {.name = "cold", .roles = ROLE_LOAD, .is_idle = true};
static const struct workload warm = {
    .name = "warm", .roles = ROLE_LOAD, .settle = SETTLE_NONE, .is_idle = true};
static const struct workload load = {.name = "load", .roles = ROLE_LOAD, .progress_unit = "unit"};

static void add(struct plan *plan, const struct workload *workload, int source)
{
    plan->conditions =
        memory_grow(plan->conditions, plan->condition_count, sizeof(struct plan_condition));
    plan->conditions[plan->condition_count++] =
        (struct plan_condition){.job = &job, .load = workload, .source = source};
}

static char *order_text(const struct plan *plan)
{
    struct text text = {0};
    for (size_t i = 0; i < plan->run_count; i++)
        text_append_format(&text, "%zu", plan->runs[i].condition);
    return text_take(&text);
}

START_TEST(test_all_arrangements_of_a_block_are_equally_likely)
{
    static const char *const arrangements[] = {"0011", "0101", "0110", "1001", "1010", "1100"};
    enum { SEEDS = 6000, EXPECTED = 1000, FIVE_SIGMA = 145 };
    int counts[6] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        auto_plan struct plan plan = {.rounds = 2, .seed = seed};
        add(&plan, &cold, PLAN_NONE);
        add(&plan, &load, PLAN_NONE);
        plan_order(&plan);
        auto_free char *text = order_text(&plan);
        for (size_t i = 0; i < array_length(arrangements); i++)
            counts[i] += strcmp(text, arrangements[i]) == 0;
    }
    int sum = 0;
    for (size_t i = 0; i < array_length(arrangements); i++) {
        ck_assert_int_lt(abs(counts[i] - EXPECTED), FIVE_SIGMA);
        sum += counts[i];
    }
    ck_assert_int_eq(sum, SEEDS);
}
END_TEST

START_TEST(test_a_warm_run_follows_its_cold_one_directly)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        auto_plan struct plan plan = {.rounds = 6, .seed = seed};
        add(&plan, &cold, PLAN_NONE);
        add(&plan, &warm, 0);
        add(&plan, &load, PLAN_NONE);
        plan_order(&plan);
        ck_assert_uint_eq(plan.run_count, 18);
        for (size_t i = 0; i < plan.run_count; i++) {
            bool is_warm_run = plan.runs[i].condition == 1;
            ck_assert(plan.runs[i].follows == is_warm_run);
            ck_assert(!plan.runs[i].is_warmed);
            if (is_warm_run) {
                ck_assert_uint_eq(plan.runs[i - 1].condition, 0);
                ck_assert_int_eq(plan.runs[i - 1].round, plan.runs[i].round);
            }
        }
    }
}
END_TEST

START_TEST(test_a_warm_run_without_a_cold_one_is_warmed)
{
    auto_plan struct plan plan = {.rounds = 2, .seed = 1};
    add(&plan, &cold, PLAN_NONE);
    add(&plan, &warm, 0);
    plan.conditions[0].skip_reason = string_duplicate("not here");
    plan_order(&plan);
    ck_assert_uint_eq(plan.run_count, 2);
    for (size_t i = 0; i < plan.run_count; i++) {
        ck_assert(plan.runs[i].is_warmed);
        ck_assert(!plan.runs[i].follows);
    }
}
END_TEST

/* Rounds and blocks of every condition: round r once, in block (r + 1) / 2. */
START_TEST(test_every_condition_has_one_run_a_round_inside_its_block)
{
    auto_plan struct plan plan = {.rounds = 8, .seed = 7};
    for (int i = 0; i < 5; i++)
        add(&plan, &load, PLAN_NONE);
    plan.conditions[4].is_idle = true;
    plan_order(&plan);
    ck_assert_uint_eq(plan.run_count, 40);
    int seen[5][9] = {0};
    int block = 1;
    for (size_t i = 0; i < plan.run_count; i++) {
        const struct plan_run *run = &plan.runs[i];
        seen[run->condition][run->round]++;
        ck_assert_int_eq(run->block, (run->round + 1) / 2);
        ck_assert_int_ge(run->block, block);
        block = run->block;
    }
    for (int i = 0; i < 5; i++)
        for (int round = 1; round <= 8; round++)
            ck_assert_int_eq(seen[i][round], 1);
}
END_TEST

START_TEST(test_quick_has_idle_once)
{
    auto_plan struct plan plan = {.rounds = 2, .seed = 7, .is_quick = true};
    add(&plan, &load, PLAN_NONE);
    add(&plan, &load, PLAN_NONE);
    plan.conditions[1].is_idle = true;
    plan_order(&plan);
    auto_free char *text = order_text(&plan);
    ck_assert_uint_eq(plan.run_count, 3);
    ck_assert_ptr_eq(strchr(strchr(text, '1') + 1, '1'), NULL);
}
END_TEST

/* A plan of real workloads from options. */
struct wish {
    struct item job;
    struct item_list loads;
    struct plan_options options;
};

static void wish_init(struct wish *wish, const char *loads)
{
    static const struct parameters no_settings;
    struct error error;
    *wish = (struct wish){0};
    ck_assert_int_eq(item_parse("command", &wish->job, &error), 0);
    ck_assert_int_eq(item_list_parse(loads, &wish->loads, &error), 0);
    parameters_set(&wish->job.parameters, "command", "[\"true\"]");
    wish->options = (struct plan_options){
        .job = &wish->job,
        .loads = &wish->loads,
        .settings = &no_settings,
        .label = "label",
        .seed = 42,
        .timing = {.timeout_ns = 1, .lead_in_ns = 2, .probe_interval_ns = 3},
        .place = {.directory = "/var/tmp", .machine = {.memory_bytes = 1 << 30, .cpus = 2}},
    };
}

static void wish_finish(struct wish *wish)
{
    item_finish(&wish->job);
    item_list_finish(&wish->loads);
}

START_TEST(test_rounds_default_to_what_survives_holm_and_odd_ones_are_rounded_up)
{
    struct wish wish;
    struct error error;
    auto_plan struct plan plan = {0};
    auto_plan struct plan odd = {0};
    auto_plan struct plan quick = {0};
    auto_string_list struct string_list notes = {0};
    wish_init(&wish, "no_load");
    ck_assert_int_eq(plan_create(&wish.options, &plan, &notes, &error), 0);
    ck_assert_uint_eq(plan.rounds, 6);
    ck_assert_uint_eq(notes.count, 0);
    wish.options.rounds = 3;
    ck_assert_int_eq(plan_create(&wish.options, &odd, &notes, &error), 0);
    ck_assert_uint_eq(odd.rounds, 4);
    ck_assert_uint_eq(notes.count, 1);
    wish.options.rounds = 0;
    wish.options.is_quick = true;
    ck_assert_int_eq(plan_create(&wish.options, &quick, &notes, &error), 0);
    ck_assert_uint_eq(quick.rounds, 2);
    wish_finish(&wish);
}
END_TEST

START_TEST(test_the_same_condition_twice_and_unknown_names_are_refused)
{
    static const char *const loads[] = {"no_load,no_load", "no_lod", "no_load:x=1", "idle"};
    struct wish wish;
    struct error error;
    auto_string_list struct string_list notes = {0};
    for (size_t i = 0; i < array_length(loads); i++) {
        struct plan plan = {.rounds = 77};
        wish_init(&wish, loads[i]);
        ck_assert_int_eq(plan_create(&wish.options, &plan, &notes, &error), -1);
        ck_assert_int_eq(error_exit_status(&error), 2);
        ck_assert_uint_eq(plan.rounds, 77);
        wish_finish(&wish);
    }
}
END_TEST

START_TEST(test_the_plan_comes_back_from_its_json_as_it_was)
{
    struct wish wish;
    struct error error;
    auto_plan struct plan plan = {0};
    auto_plan struct plan again = {0};
    auto_string_list struct string_list notes = {0};
    wish_init(&wish, "no_load");
    ck_assert_int_eq(plan_create(&wish.options, &plan, &notes, &error), 0);
    auto_json json_t *json = plan_to_json(&plan);
    ck_assert_int_eq(plan_from_json(json, &again, &error), 0);
    auto_json json_t *twice = plan_to_json(&again);
    ck_assert(json_equal(json, twice));
    ck_assert_uint_eq(again.run_count, 6);
    ck_assert_ptr_eq(again.conditions[0].load, plan.conditions[0].load);
    wish_finish(&wish);
}
END_TEST

START_TEST(test_a_plan_that_lacks_a_field_or_points_outside_is_refused)
{
    static const char *const broken[] = {
        "{}",
        "{\"version\": 2}",
        "{\"version\": 1, \"rounds\": 2, \"seed\": 1, \"directory\": \"/\", \"timing\": {}}",
        "{\"version\": 1, \"rounds\": 2, \"seed\": 1, \"directory\": \"/\", \"timing\": "
        "{\"timeout_ns\": 1, \"seconds_ns\": 1, \"lead_in_ns\": 1, \"probe_interval_ns\": 1}, "
        "\"runs\": [{\"condition\": 0, \"round\": 1, \"block\": 1}]}",
    };
    struct error error;
    for (size_t i = 0; i < array_length(broken); i++) {
        struct plan plan = {.rounds = 77};
        auto_json json_t *json = json_loads(broken[i], 0, NULL);
        ck_assert_ptr_nonnull(json);
        ck_assert_int_eq(plan_from_json(json, &plan, &error), -1);
        ck_assert_uint_eq(plan.rounds, 77);
    }
}
END_TEST

/* What a results file from elsewhere could hold. */
static const char *const forged[] = {
    "{\"job_directory\": \"../../etc\"}", "{\"load_directory\": \"a/b\"}",
    "{\"job_directory\": \"..\"}",        "{\"load_directory\": \"\"}",
    "{\"source\": -9223372036854775808}",
};

static const char *const forged_heads[] = {
    "{\"rounds\": 4611686018427387904}",
    "{\"rounds\": 0}",
    "{\"directory\": \"etc\"}",
    "{\"timing\": {\"timeout_ns\": 4611686018427387904, \"seconds_ns\": 1, \"lead_in_ns\": 1, "
    "\"probe_interval_ns\": 1}}",
};

static void check_forged(bool is_head, const char *change)
{
    struct wish wish;
    auto_plan struct plan plan = {0};
    struct plan again;
    struct error error;
    auto_string_list struct string_list notes = {0};
    wish_init(&wish, "no_load");
    ck_assert_int_eq(plan_create(&wish.options, &plan, &notes, &error), 0);
    auto_json json_t *json = plan_to_json(&plan);
    auto_json json_t *changes = json_loads(change, 0, NULL);
    json_t *target = is_head ? json : json_array_get(json_object_get(json, "conditions"), 0);
    ck_assert_int_eq(json_object_update(target, changes), 0);
    ck_assert_msg(plan_from_json(json, &again, &error) == -1, "%s", change);
    ck_assert_int_eq(error_exit_status(&error), 2);
    wish_finish(&wish);
}

START_TEST(test_a_plan_names_nothing_outside_and_no_time_without_end)
{
    for (size_t i = 0; i < array_length(forged); i++)
        check_forged(false, forged[i]);
    for (size_t i = 0; i < array_length(forged_heads); i++)
        check_forged(true, forged_heads[i]);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_a_plan_names_nothing_outside_and_no_time_without_end);
    tcase_add_test(tests, test_all_arrangements_of_a_block_are_equally_likely);
    tcase_add_test(tests, test_a_warm_run_follows_its_cold_one_directly);
    tcase_add_test(tests, test_a_warm_run_without_a_cold_one_is_warmed);
    tcase_add_test(tests, test_every_condition_has_one_run_a_round_inside_its_block);
    tcase_add_test(tests, test_quick_has_idle_once);
    tcase_add_test(tests, test_rounds_default_to_what_survives_holm_and_odd_ones_are_rounded_up);
    tcase_add_test(tests, test_the_same_condition_twice_and_unknown_names_are_refused);
    tcase_add_test(tests, test_the_plan_comes_back_from_its_json_as_it_was);
    tcase_add_test(tests, test_a_plan_that_lacks_a_field_or_points_outside_is_refused);
}

int main(void)
{
    return unit_run("plan", fill);
}
