// SPDX-License-Identifier: GPL-2.0-or-later
/* The shared page: anonymous memory and a futex. */
#include "process/shared_page.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static size_t page_size(uint32_t counter_count)
{
    return sizeof(struct shared_page) + counter_count * sizeof(struct shared_counter);
}

struct shared_page *shared_page_create(uint32_t counter_count, struct error *error)
{
    assert(counter_count > 0);
    struct shared_page *page = mmap(NULL, page_size(counter_count), PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) {
        error_set(error, ERROR_CANNOT, errno, "map a page shared by %u processes", counter_count);
        return NULL;
    }
    page->counter_count = counter_count;
    page->counts_per_unit = 1.0;
    return page;
}

void shared_page_destroy(struct shared_page *page)
{
    if (page != NULL)
        munmap(page, page_size(page->counter_count));
}

static void futex_wait(struct shared_page *page, uint32_t value, int ms)
{
    struct timespec timeout = {ms / 1000, ms % 1000 * 1000000L};
    syscall(SYS_futex, &page->state, FUTEX_WAIT, value, &timeout, NULL, 0);
}

void shared_page_set_state(struct shared_page *page, enum page_state state)
{
    atomic_store(&page->state, state);
    syscall(SYS_futex, &page->state, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

enum page_state shared_page_state(const struct shared_page *page)
{
    return (enum page_state)atomic_load(&page->state);
}

/* Moves forward only: a side that becomes ready after it was told to stop stays stopped. */
void shared_page_ready(struct shared_page *page)
{
    uint32_t expected = PAGE_STARTING;
    atomic_store(&page->started_ns, clock_now().ns);
    if (atomic_compare_exchange_strong(&page->state, &expected, PAGE_READY))
        syscall(SYS_futex, &page->state, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

bool shared_page_wait_state(struct shared_page *page, enum page_state state,
                            struct time_point deadline)
{
    while (true) {
        uint32_t seen = atomic_load(&page->state);
        if (seen >= (uint32_t)state)
            return true;
        int left = deadline_left_ms(deadline);
        if (left == 0)
            return false;
        futex_wait(page, seen, left < 1000 ? left : 1000);
    }
}

bool shared_page_wait_open(struct shared_page *page)
{
    while (true) {
        uint32_t seen = atomic_load(&page->state);
        if (seen >= PAGE_OPEN)
            return seen == PAGE_OPEN;
        futex_wait(page, seen, 1000);
    }
}

void shared_page_done(struct shared_page *page)
{
    uint64_t expected = 0;
    atomic_compare_exchange_strong(&page->ended_ns, &expected, clock_now().ns);
}

void shared_page_pause(struct shared_page *page, int64_t ms)
{
    struct time_point end = {clock_now().ns + (uint64_t)ms * 1000000ULL};
    while (!shared_page_is_stopped(page)) {
        int left = deadline_left_ms(end);
        if (left == 0)
            return;
        futex_wait(page, atomic_load(&page->state), left < 1000 ? left : 1000);
    }
}

uint64_t shared_page_sum(const struct shared_page *page)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < page->counter_count; i++)
        sum += atomic_load_explicit(&page->counters[i].count, memory_order_relaxed);
    return sum;
}
