// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "experiment/assignment.h"
#include "experiment/set_catalog.h"

#include <string.h>

struct stage {
    struct sysroot root;
    struct item job;
    struct item_list loads;
    struct parameters settings;
    struct assignment_scope scope;
};

static void stage_init(struct stage *stage, const char *job, const char *loads)
{
    struct error error;
    *stage = (struct stage){0};
    ck_assert_int_eq(sysroot_open(&stage->root, "/", &error), 0);
    ck_assert_int_eq(item_parse(job, &stage->job, &error), 0);
    ck_assert_int_eq(item_list_parse(loads, &stage->loads, &error), 0);
    ck_assert_int_eq(set_catalog_expand(&stage->loads, &error), 0);
    stage->scope =
        (struct assignment_scope){&stage->root, &stage->job, &stage->loads, &stage->settings};
}

static void stage_finish(struct stage *stage)
{
    sysroot_close(&stage->root);
    item_finish(&stage->job);
    item_list_finish(&stage->loads);
    parameters_finish(&stage->settings);
}

/* What became of job, loads and settings: "JOB|LOAD;LOAD|SETTINGS". */
static const struct {
    const char *assignment;
    const char *result;
} good[] = {
    {"memory=1G", "|;|memory=1G"},         {"job:name=x", "name=x|;|"},
    {"name=a,b=c", "name=a,b=c|;|"},       {"command:name=", "name=|;|"},
    {"writers=2", "|writers=2;|"},         {"load:block=1M", "|block=1M;|"},
    {"io_load:fill=zero", "|fill=zero;|"},
};

START_TEST(test_a_key_goes_to_setting_job_or_load)
{
    struct stage stage;
    struct error error;
    stage_init(&stage, "command", "io_load,no_load");
    ck_assert_msg(assignment_apply(&stage.scope, good[_i].assignment, &error) == 0, "%s",
                  error.text);
    auto_free char *job = parameters_text(&stage.job.parameters);
    auto_free char *first = parameters_text(&stage.loads.items[0].parameters);
    auto_free char *second = parameters_text(&stage.loads.items[1].parameters);
    auto_free char *settings = parameters_text(&stage.settings);
    char text[256];
    snprintf(text, sizeof(text), "%s|%s;%s|%s", job, first, second, settings);
    ck_assert_str_eq(text, good[_i].result);
    stage_finish(&stage);
}
END_TEST

START_TEST(test_a_setting_holds_one_value)
{
    struct stage stage;
    struct error error;
    stage_init(&stage, "command", "no_load");
    ck_assert_int_eq(assignment_apply(&stage.scope, "memory=1G", &error), 0);
    ck_assert_int_eq(assignment_apply(&stage.scope, "memory=2G", &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_ptr_nonnull(strstr(error.text, "as 1G and as 2G"));
    stage_finish(&stage);
}
END_TEST

/* The second text is what the error must name. */
static const char *const bad[][2] = {
    {"memory", "'memory' is not KEY=VALUE"},
    {"=1", "'=1' is not KEY=VALUE"},
    {"no_such_key=1", "'no_such_key'"},
    {"job:no_such=1", "no parameter 'no_such'"},
    {"load:no_such=1", "'no_such'"},
    {"mem_load:share=50%", "neither the job nor one of the loads"},
    {"no_such_load:size=1G", "unknown workload 'no_such_load'"},
    {"writers=0", "out of range"},
    {"memory=lots", "'lots'"},
};

START_TEST(test_a_key_that_means_nothing_is_refused_by_name)
{
    struct stage stage;
    struct error error;
    stage_init(&stage, "command", "io_load,no_load");
    ck_assert_int_eq(assignment_apply(&stage.scope, bad[_i][0], &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_msg(strstr(error.text, bad[_i][1]) != NULL, "%s", error.text);
    ck_assert_uint_eq(stage.settings.count + stage.job.parameters.count, 0);
    stage_finish(&stage);
}
END_TEST

START_TEST(test_a_bare_key_with_two_meanings_is_refused_with_both)
{
    struct stage stage;
    struct error error;
    stage_init(&stage, "io_load", "read_load");
    ck_assert_int_eq(assignment_apply(&stage.scope, "size=1G", &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_ptr_nonnull(strstr(error.text, "job:size or load:size"));
    ck_assert_int_eq(assignment_apply(&stage.scope, "load:size=1G", &error), 0);
    ck_assert_str_eq(parameters_get(&stage.loads.items[0].parameters, "size"), "1G");
    stage_finish(&stage);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_a_setting_holds_one_value);
    tcase_add_loop_test(tests, test_a_key_goes_to_setting_job_or_load, 0, array_length(good));
    tcase_add_loop_test(tests, test_a_key_that_means_nothing_is_refused_by_name, 0,
                        array_length(bad));
    tcase_add_test(tests, test_a_bare_key_with_two_meanings_is_refused_with_both);
}

int main(void)
{
    return unit_run("assignment", fill);
}
