// SPDX-License-Identifier: GPL-2.0-or-later
/* The frame of a unit test file: Check with one suite of one case, each test a process of its own.
 */
#pragma once

#include <check.h>
#include <stdlib.h>

/* Runs the tests added by `fill` and returns the exit status for main(). */
static inline int unit_run(const char *name, void (*fill)(TCase *tests))
{
    Suite *suite = suite_create(name);
    TCase *tests = tcase_create(name);
    fill(tests);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
