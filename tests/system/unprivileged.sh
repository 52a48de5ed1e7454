#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Without root it runs, says once what could not be done, and keeps that with the run.
. "$(dirname "$0")/lib.sh"
requires root sqlite3 setpriv

program=$place/contend
cp "$CONTEND" "$program"
chown -R 65534:65534 "$place"
as_nobody() {
    setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
}
as_nobody "$program" --version >"$place/out" 2>&1 ||
    skip "the program can't be run by another user: $(cat "$place/out")"

expect 0 as_nobody "$program" run --db "$db" --dir "$work" --quick --lead-in 1s \
    -l no_load,io_load:size=16M -- sleep 0.3
equals 0 "$(stored "select count(*) from run where outcome not in ('ok', 'flagged')")" "bad runs"
[ "$(stored "select count(*) from flag")" -ge 1 ] || fail "nothing is said of what can't be done"
expect 0 as_nobody "$program" doctor --dir "$work"
says out cannot
nothing_left
