// SPDX-License-Identifier: GPL-2.0-or-later
/* Plans come from a results file, which may be anybody's. What is taken must be whole: every run of
 * a condition that there is. */
#include "experiment/plan.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error error;
    auto_plan struct plan plan = {0};
    auto_plan struct plan again = {0};
    auto_json json_t *json = json_loadb((const char *)data, size, JSON_DECODE_ANY, NULL);
    if (plan_from_json(json, &plan, &error) != 0)
        return 0;
    for (size_t i = 0; i < plan.run_count; i++)
        assert(plan.runs[i].condition < plan.condition_count);
    auto_json json_t *written = plan_to_json(&plan);
    int result = plan_from_json(written, &again, &error);
    assert(result == 0);
    assert(plan.run_count == again.run_count);
    return 0;
}
