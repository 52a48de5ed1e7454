// SPDX-License-Identifier: GPL-2.0-or-later
/* The order of runs: blocks of two rounds, shuffled. */
#include "base/memory.h"
#include "base/random.h"
#include "experiment/plan.h"

enum { ROUNDS_OF_BLOCK = 2 };

static int runs_wanted(const struct plan *plan, const struct plan_condition *condition)
{
    if (condition->skip_reason != NULL)
        return 0;
    return condition->is_idle && plan->is_quick ? 1 : (int)plan->rounds;
}

static bool is_attached(const struct plan *plan, const struct plan_condition *condition)
{
    return condition->source != PLAN_NONE &&
           plan->conditions[condition->source].skip_reason == NULL;
}

static void shuffle(size_t *units, size_t count, struct random *random)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)random_below(random, i);
        size_t swapped = units[i - 1];
        units[i - 1] = units[j];
        units[j] = swapped;
    }
}

static void add_run(struct plan *plan, size_t condition, int *done, int block, bool follows)
{
    bool is_warmed = !follows && plan->conditions[condition].load->settle == SETTLE_NONE;
    plan->runs = memory_grow(plan->runs, plan->run_count, sizeof(struct plan_run));
    plan->runs[plan->run_count++] = (struct plan_run){
        .condition = condition,
        .round = ++done[condition],
        .block = block,
        .follows = follows,
        .is_warmed = is_warmed,
    };
}

static void add_block(struct plan *plan, int block, int *done, struct random *random)
{
    size_t count = 0;
    auto_free size_t *units =
        memory_allocate(ROUNDS_OF_BLOCK * plan->condition_count * sizeof(size_t) + 1);
    for (size_t i = 0; i < plan->condition_count; i++) {
        int left = runs_wanted(plan, &plan->conditions[i]) - done[i];
        if (is_attached(plan, &plan->conditions[i]))
            continue;
        for (int copy = 0; copy < ROUNDS_OF_BLOCK && copy < left; copy++)
            units[count++] = i;
    }
    shuffle(units, count, random);
    for (size_t i = 0; i < count; i++) {
        add_run(plan, units[i], done, block, false);
        for (size_t j = 0; j < plan->condition_count; j++)
            if (is_attached(plan, &plan->conditions[j]) &&
                plan->conditions[j].source == (int)units[i] &&
                plan->conditions[j].skip_reason == NULL)
                add_run(plan, j, done, block, true);
    }
}

void plan_order(struct plan *plan)
{
    struct random random;
    random_init(&random, random_derive(plan->seed, "order"));
    auto_free int *done = memory_allocate(plan->condition_count * sizeof(int) + 1);
    for (unsigned block = 1; block <= plan->rounds / ROUNDS_OF_BLOCK; block++)
        add_block(plan, (int)block, done, &random);
}
