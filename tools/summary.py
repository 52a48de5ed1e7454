#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Adds up Meson's test logs in one line: N passed, N failed, N skipped.

A unit test program counts as many as Check says it checked, every other test as one.
"""
import json
import re
import sys

CHECKS = re.compile(r"^\d+%: Checks: (\d+), Failures: (\d+), Errors: (\d+)$", re.M)


def count(test):
    """(passed, failed, skipped) of one test of a log."""
    if test["result"] == "SKIP":
        return 0, 0, 1
    is_ok = test["result"] in ("OK", "EXPECTEDFAIL")
    checks = CHECKS.search(test.get("stdout", ""))
    if checks is None:
        return int(is_ok), int(not is_ok), 0
    total, failures, errors = map(int, checks.groups())
    failed = failures + errors
    if not is_ok and failed == 0:
        failed = 1
    return total - failures - errors, failed, 0


def main():
    sums = [0, 0, 0]
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as log:
            for line in log:
                sums = [a + b for a, b in zip(sums, count(json.loads(line)))]
    print("%d passed, %d failed, %d skipped" % tuple(sums))
    return 0 if sums[0] > 0 and sums[1] == 0 else 1


sys.exit(main())
