#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A job that fails says why in its last lines: they are shown and kept, and the run is not averaged.
. "$(dirname "$0")/lib.sh"
requires sqlite3

measure 1 --quick -l no_load -- sh -c 'echo on the way; echo last words >&2; exit 3'
cat "$place/out" "$place/err" >"$place/both"
grep -q "last words" "$place/both" || fail "the job's last words are not shown"
grep -q "exit status 3" "$place/both" || fail "the job's exit status is not said"
equals 2 "$(stored "select count(*) from run where outcome = 'failed'
    and output_tail like '%on the way%last words%' and reason like '%exit status 3%'")" \
    "failed runs"

measure 1 --quick -l no_load -- sh -c 'kill -9 $$'
grep -q "signal 9" "$place/out" "$place/err" || fail "the signal is not said"
nothing_left
