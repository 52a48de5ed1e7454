// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "process/child.h"
#include "process/shared_page.h"

#include <sys/wait.h>

enum { DEADLINE_MS = 20000 };

static struct shared_page *create(uint32_t counters)
{
    struct error error = {.text = ""};
    struct shared_page *page = shared_page_create(counters, &error);
    ck_assert_msg(page != NULL, "%s", error.text);
    return page;
}

static int end_of(struct child *child)
{
    struct error error;
    int status = -1;
    ck_assert_int_eq(child_wait(child, deadline_after_ms(DEADLINE_MS), &status, &error), 1);
    return WEXITSTATUS(status);
}

START_TEST(test_counters_of_a_thousand_processes_add_up_on_lines_of_their_own)
{
    struct shared_page *page = create(1000);
    for (uint32_t i = 0; i < 1000; i++)
        shared_page_count(page, i, i);
    ck_assert_uint_eq(shared_page_sum(page), 499500);
    ck_assert_uint_eq((uintptr_t)&page->counters[0] % 64, 0);
    ck_assert_uint_eq((uintptr_t)&page->counters[1] - (uintptr_t)&page->counters[0], 64);
    shared_page_destroy(page);
    shared_page_destroy(NULL);
}
END_TEST

START_TEST(test_a_side_becomes_ready_opens_and_counts_across_processes)
{
    struct shared_page *page = create(2);
    struct child child;
    struct error error;
    if (child_fork(&child, &error) == 0) {
        shared_page_ready(page);
        if (!shared_page_wait_open(page))
            child_exit(1);
        shared_page_count(page, 1, 7);
        shared_page_done(page);
        child_exit(0);
    }
    ck_assert(shared_page_wait_state(page, PAGE_READY, deadline_after_ms(DEADLINE_MS)));
    ck_assert_uint_ne(atomic_load(&page->started_ns), 0);
    ck_assert_uint_eq(shared_page_sum(page), 0);
    uint64_t opened_ns = clock_now().ns;
    shared_page_set_state(page, PAGE_OPEN);
    ck_assert_int_eq(end_of(&child), 0);
    ck_assert_uint_eq(shared_page_sum(page), 7);
    ck_assert_uint_ge(atomic_load(&page->ended_ns), opened_ns);
    shared_page_destroy(page);
}
END_TEST

START_TEST(test_a_side_told_to_stop_before_it_was_opened_never_begins)
{
    struct shared_page *page = create(1);
    struct child child;
    struct error error;
    if (child_fork(&child, &error) == 0) {
        shared_page_ready(page);
        child_exit(shared_page_wait_open(page) ? 1 : 0);
    }
    ck_assert(shared_page_wait_state(page, PAGE_READY, deadline_after_ms(DEADLINE_MS)));
    shared_page_set_state(page, PAGE_STOP);
    ck_assert_int_eq(end_of(&child), 0);
    shared_page_destroy(page);
}
END_TEST

START_TEST(test_ready_after_stop_stays_stopped)
{
    struct shared_page *page = create(1);
    shared_page_set_state(page, PAGE_STOP);
    shared_page_ready(page);
    ck_assert_int_eq(shared_page_state(page), PAGE_STOP);
    ck_assert(shared_page_is_stopped(page));
    shared_page_destroy(page);
}
END_TEST

START_TEST(test_first_end_is_the_end)
{
    struct shared_page *page = create(1);
    shared_page_done(page);
    uint64_t first = atomic_load(&page->ended_ns);
    clock_pause_ms(2);
    shared_page_done(page);
    ck_assert_uint_eq(atomic_load(&page->ended_ns), first);
    shared_page_destroy(page);
}
END_TEST

START_TEST(test_waits_end_at_their_deadline_and_pauses_when_stopped)
{
    struct shared_page *page = create(1);
    ck_assert(!shared_page_wait_state(page, PAGE_READY, deadline_after_ms(20)));
    struct time_point start = clock_now();
    shared_page_pause(page, 30);
    ck_assert_int_ge(clock_since(start).ns, 30000000);
    struct child child;
    struct error error;
    if (child_fork(&child, &error) == 0) {
        shared_page_ready(page);
        shared_page_pause(page, 3600000);
        child_exit(0);
    }
    ck_assert(shared_page_wait_state(page, PAGE_READY, deadline_after_ms(DEADLINE_MS)));
    shared_page_set_state(page, PAGE_STOP);
    ck_assert_int_eq(end_of(&child), 0);
    shared_page_destroy(page);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_counters_of_a_thousand_processes_add_up_on_lines_of_their_own);
    tcase_add_test(tests, test_a_side_becomes_ready_opens_and_counts_across_processes);
    tcase_add_test(tests, test_a_side_told_to_stop_before_it_was_opened_never_begins);
    tcase_add_test(tests, test_ready_after_stop_stays_stopped);
    tcase_add_test(tests, test_first_end_is_the_end);
    tcase_add_test(tests, test_waits_end_at_their_deadline_and_pauses_when_stopped);
}

int main(void)
{
    return unit_run("shared_page", fill);
}
