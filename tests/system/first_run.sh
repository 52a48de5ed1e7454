#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# One command from nothing to a table: results on stdout, progress on stderr, everything kept.
. "$(dirname "$0")/lib.sh"
requires sqlite3

measure 0 --quick -l no_load --label here -- true
says out no_load here
says err "run 1 of 2" "run 2 of 2"
equals 2 "$(stored "select count(*) from run where outcome in ('ok', 'flagged')")" "runs kept"
equals complete "$(stored 'select state from experiment')" "state of the experiment"
equals 2 "$(stored "select count(*) from measure where name = 'time_s' and value > 0")" "times"
says out "$(stored 'select label from condition')"
grep -q 'contend run' <<<"$(stored 'select command_line from experiment')" ||
    fail "the command line was not kept"
nothing_left

measure 0 --quick -q -l no_load -- true
[ ! -s "$place/err" ] || fail "-q is not quiet: $(cat "$place/err")"
equals 2 "$(stored 'select count(*) from experiment')" "experiments kept"
nothing_left
