#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Two on one machine would take each other's settings for the originals: the second is told who
# measures and stays away, and looking at results is free for both.
. "$(dirname "$0")/lib.sh"
requires sqlite3

mkfifo "$place/gate"
"$CONTEND" run --db "$db" --dir "$work" --quick -l no_load -- cat "$place/gate" \
    >"$place/first.out" 2>"$place/first.err" </dev/null &
first=$!
exec 9<>"$place/gate"
gate_is_read() {
    [ -n "$(own_processes)" ] && [ -n "$(ls "$work")" ]
}
until_true 60 gate_is_read

expect 4 "$CONTEND" run --db "$place/second.db" --dir "$work" --quick -l no_load -- true
says err "process $first"
expect 0 "$CONTEND" workloads
kill -INT "$first"
got=0
wait "$first" || got=$?
equals 130 "$got" "exit status of the one that was interrupted"
exec 9>&-
nothing_left
