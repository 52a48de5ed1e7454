#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Ctrl-C cleans up and keeps the runs that were finished; --resume makes the others, none twice.
. "$(dirname "$0")/lib.sh"
requires sqlite3

"$CONTEND" run --db "$db" --dir "$work" -r 4 -l no_load -- sleep 0.3 \
    >"$place/out" 2>"$place/err" </dev/null &
contend=$!
has_runs() {
    [ -e "$db" ] && [ "$(stored 'select count(*) from run' 2>/dev/null)" -ge 1 ]
}
until_true 100 has_runs
kill -INT "$contend"
got=0
wait "$contend" || got=$?
equals 130 "$got" "exit status"
equals interrupted "$(stored 'select state from experiment')" "state"
finished=$(stored 'select count(*) from run')
[ "$finished" -lt 4 ] || fail "nothing was interrupted"
nothing_left

resume 0
equals 4 "$(stored 'select count(*) from run')" "runs"
equals 4 "$(stored 'select count(distinct position) from run')" "runs in their places"
equals complete "$(stored 'select state from experiment')" "state"
nothing_left
