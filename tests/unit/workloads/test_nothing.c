// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"

extern const struct workload cacherun_workload;
extern const struct workload idle_workload;
extern const struct workload no_load_workload;

static const struct {
    const struct workload *workload;
    enum workload_settle settle;
    unsigned roles;
} idlers[] = {
    {&no_load_workload, SETTLE_COLD, ROLE_LOAD},
    {&cacherun_workload, SETTLE_NONE, ROLE_LOAD},
    {&idle_workload, SETTLE_COLD, ROLE_JOB},
};

START_TEST(test_what_does_nothing_is_ready_counts_nothing_and_ends_when_told)
{
    struct bench bench;
    const char *const none[] = {NULL};
    const struct workload *workload = idlers[_i].workload;
    bench_open(&bench, workload, none);
    int status = bench_run_load(&bench, 0);
    uint64_t counted = shared_page_sum(bench.context.page);
    bench_close(&bench);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(counted, 0);
    ck_assert(workload->is_idle);
    ck_assert_int_eq(workload->ends, ENDS_WHEN_TOLD);
    ck_assert_int_eq(workload->settle, idlers[_i].settle);
    ck_assert_uint_eq(workload->roles, idlers[_i].roles);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_what_does_nothing_is_ready_counts_nothing_and_ends_when_told, 0,
                        sizeof(idlers) / sizeof(idlers[0]));
}

int main(void)
{
    return unit_run("nothing", fill);
}
