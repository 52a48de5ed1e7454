#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A hang-up interrupts like Ctrl-C, unless nohup asked to outlive it.
. "$(dirname "$0")/lib.sh"
requires sqlite3 nohup

# hang_up STATUS RUNS WORD...: that status and so many stored runs come of a hang-up in the first.
hang_up() {
    local status=$1 runs=$2 got=0
    shift 2
    rm -f "$db"*
    "$@" "$CONTEND" run --db "$db" --dir "$work" -r 2 -l no_load \
        -- sh -c "touch '$place/begun'; sleep 1" \
        >"$place/out" 2>"$place/err" </dev/null &
    local contend=$!
    until_true 100 test -e "$place/begun"
    kill -HUP "$contend"
    wait "$contend" || got=$?
    equals "$status" "$got" "exit status"
    equals "$runs" "$(stored 'select count(*) from run')" "runs"
    rm -f "$place/begun"
    nothing_left
}

hang_up 129 0 env --default-signal=HUP # these tests may be under nohup themselves
hang_up 0 2 nohup
