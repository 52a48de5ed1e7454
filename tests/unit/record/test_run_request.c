// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/memory.h"
#include "base/text.h"
#include "record/json.h"
#include "record/run_request.h"

#include <string.h>

static const char whole[] =
    "{\"uuid\": \"u\", \"experiment_uuid\": \"e\", \"work_directory\": \"/w\","
    " \"job\": {\"workload\": \"build\", \"parameters\": [[\"size\", \"5\"]],"
    "           \"directory\": \"/w/j\"},"
    " \"load\": {\"workload\": \"io_load\", \"parameters\": [], \"directory\": \"/w/l\"},"
    " \"settings\": [[\"memory\", \"1G\"]],"
    " \"seed\": 9007199254740991, \"timeout_ns\": 3600000000000, \"seconds_ns\": 0,"
    " \"lead_in_ns\": 1, \"probe_interval_ns\": 10000000, \"is_warming\": true}";

static int read_request(const char *text, struct run_request *out, struct error *error)
{
    auto_json json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
    ck_assert_ptr_nonnull(json);
    return run_request_from_json(json, out, error);
}

START_TEST(test_a_request_reads_back_as_it_was_written)
{
    struct error error;
    auto_run_request struct run_request first = {0};
    auto_run_request struct run_request second = {0};
    ck_assert_msg(read_request(whole, &first, &error) == 0, "%s", error.text);
    auto_json json_t *written = run_request_to_json(&first);
    auto_free char *text = json_dumps(written, 0);
    ck_assert_msg(read_request(text, &second, &error) == 0, "%s", error.text);
    ck_assert_str_eq(second.job.workload, "build");
    ck_assert_str_eq(parameters_get(&second.job.parameters, "size"), "5");
    ck_assert_str_eq(second.load.directory, "/w/l");
    ck_assert_str_eq(parameters_get(&second.settings, "memory"), "1G");
    ck_assert_ptr_null(second.other_directory);
    ck_assert_ptr_null(second.tree_job.workload);
    ck_assert_uint_eq(second.seed, 9007199254740991);
    ck_assert_uint_eq(second.timeout_ns, 3600000000000);
    ck_assert(second.is_warming);
}
END_TEST

/* A piece of the document that is replaced, by what, and the word of the refusal. */
static const struct {
    const char *piece;
    const char *by;
    const char *word;
} damages[] = {
    {"\"uuid\": \"u\"", "\"uuid\": 5", "'uuid'"},
    {"\"work_directory\"", "\"work\"", "'work_directory'"},
    {"\"workload\": \"io_load\"", "\"workload\": null", "load"},
    {"[[\"size\", \"5\"]]", "[[\"size\", 5]]", "job"},
    {"[[\"memory\", \"1G\"]]", "{\"memory\": \"1G\"}", "settings"},
    {"9007199254740991", "-1", "'seed'"},
    {"3600000000000", "1.5", "'timeout_ns'"},
    {"\"lead_in_ns\": 1", "\"lead_in_ns\": \"1\"", "'lead_in_ns'"},
    {"\"directory\": \"/w/j\"", "\"directory\": []", "'directory'"},
};

START_TEST(test_a_damaged_request_is_refused_by_the_field)
{
    struct error error;
    struct run_request untouched = {.seed = 99};
    const char *at = strstr(whole, damages[_i].piece);
    ck_assert_ptr_nonnull(at);
    auto_free char *damaged = string_format("%.*s%s%s", (int)(at - whole), whole, damages[_i].by,
                                            at + strlen(damages[_i].piece));
    ck_assert_int_eq(read_request(damaged, &untouched, &error), -1);
    ck_assert_msg(strstr(error.text, damages[_i].word) != NULL, "%s", error.text);
    ck_assert(string_starts_with(error.text, "run request: "));
    ck_assert_uint_eq(untouched.seed, 99);
}
END_TEST

static const char *const no_requests[] = {"[]", "{}", "null", "5", "\"x\""};

START_TEST(test_what_is_no_request_at_all_is_refused)
{
    struct error error;
    struct run_request untouched = {.seed = 99};
    ck_assert_int_eq(read_request(no_requests[_i], &untouched, &error), -1);
    ck_assert_uint_eq(untouched.seed, 99);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_a_request_reads_back_as_it_was_written);
    tcase_add_loop_test(tests, test_a_damaged_request_is_refused_by_the_field, 0,
                        array_length(damages));
    tcase_add_loop_test(tests, test_what_is_no_request_at_all_is_refused, 0,
                        array_length(no_requests));
}

int main(void)
{
    return unit_run("run_request", fill);
}
