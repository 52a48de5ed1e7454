#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# After kill -9 the guardian puts everything back; after a kill of the guardian too, the next start
# does, and says so. The results hold whole runs, and --resume makes the rest.
. "$(dirname "$0")/lib.sh"
requires sqlite3

sized=io_load:size=16M
start() {
    "$CONTEND" run --db "$db" "$@" >"$place/out" 2>"$place/err" </dev/null &
    contend=$!
}
runs_stored() {
    [ -e "$db" ] && [ "$(stored 'select count(*) from run' 2>/dev/null)" -ge "$1" ]
}
side_is_at_work() {
    [ -n "$(own_processes)" ]
}
killed() {
    kill -9 "$@"
    wait "$contend" 2>/dev/null || true
}

start --dir "$work" -r 2 --lead-in 1s -l "no_load,$sized" -- sleep 0.3
until_true 100 runs_stored 1
until_true 100 side_is_at_work
killed "$contend"
until_true 20 no_own_processes
work_is_gone() {
    [ -z "$(ls -A "$work")" ]
}
until_true 20 work_is_gone
nothing_left
equals ok "$(stored 'pragma integrity_check')" "results file"

start --resume
until_true 100 side_is_at_work
# The guardian is a child of contend that is not the executor: both carry contend's own name.
mapfile -t family < <(pgrep -P "$contend")
killed "$contend" "${family[@]}"
until_true 20 no_own_processes

resume 0
[ -s "$place/err" ] || fail "the next start did not say what it cleaned up"
says err "contend-"
equals 6 "$(stored 'select count(distinct condition_id || "." || round) from run')" "runs"
equals 6 "$(stored 'select count(*) from run')" "runs, none twice"
nothing_left
