#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A guardian that somebody stopped holds nobody up for ever: its work was done without it.
. "$(dirname "$0")/lib.sh"
requires sqlite3 pgrep

"$CONTEND" run --db "$db" --dir "$work" -r 2 -l no_load \
    -- sh -c "touch '$place/begun'; sleep 0.5" >"$place/out" 2>"$place/err" </dev/null &
contend=$!
until_true 100 test -e "$place/begun"
guardian=$(pgrep -P "$contend" -x contend-guard)
kill -STOP "$guardian"
has_ended() {
    ! kill -0 "$contend" 2>/dev/null
}
until_true 60 has_ended
wait "$contend"
equals 2 "$(stored 'select count(*) from run')" "runs"
nothing_left
