// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "process/resident.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGES = 64 };

static long held_kib(void)
{
    char line[256];
    long kib = -1;
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        if (sscanf(line, "VmLck: %ld", &kib) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return kib;
}

static bool is_in_memory(void *map, size_t pages)
{
    unsigned char states[PAGES];
    ck_assert_int_eq(mincore(map, pages * (size_t)sysconf(_SC_PAGESIZE), states), 0);
    return (states[0] & 1U) != 0;
}

START_TEST(test_pages_are_held_once_touched_and_not_in_children)
{
    size_t size = PAGES * (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *map =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(map != MAP_FAILED);
#ifdef __SANITIZE_ADDRESS__
    return; /* AddressSanitizer makes mlockall() do nothing */
#endif
    if (!resident_hold())
        return; /* RLIMIT_MEMLOCK */
    ck_assert_int_gt(held_kib(), 0);
    ck_assert(!is_in_memory(map, PAGES));
    map[0] = 1;
    ck_assert(is_in_memory(map, PAGES));
    ck_assert_int_ne(madvise(map, size, MADV_DONTNEED), 0); /* refused for what is held */
    pid_t pid = fork();
    if (pid == 0)
        _exit(held_kib() == 0 ? 0 : 1);
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(WEXITSTATUS(status), 0);
    munmap(map, size);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, test_pages_are_held_once_touched_and_not_in_children);
}

int main(void)
{
    return unit_run("resident", fill);
}
