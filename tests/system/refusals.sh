#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What can't be meant is refused before anything is done, with what was typed and what would be
# right.
. "$(dirname "$0")/lib.sh"

# refused STATUS "TEXT" WORD...
refused() {
    local status=$1 text=$2
    shift 2
    measure "$status" "$@"
    says err "$text"
    equals 1 "$(wc -l <"$place/err")" "lines of the refusal"
    [ ! -s "$place/out" ] || fail "a refusal printed a result"
}

refused 2 "did you mean io_load?" -l io_laod -- true
refused 2 "no_load" -j no_load -l io_load
refused 2 "size" -l io_load:size=5X -- true
refused 2 "writers" -l io_load:writers=0 -- true
refused 2 "did you mean writers?" -l io_load:writer=2 -- true
refused 2 "files" -j build:files=1 -l no_load
refused 2 "+" -l io_load+mem_load -- true
refused 2 "memory" --memory lots -l no_load -- true
refused 2 "label" --label a@b -l no_load -- true
refused 2 "rounds" -r 0 -l no_load -- true
refused 2 "rounds" -r many -l no_load -- true
refused 2 "seed" --seed -1 -l no_load -- true
refused 2 "timeout" --timeout soon -l no_load -- true
refused 2 "classic" --classic=0.99 -l no_load -- true
refused 2 "format" --format xml -l no_load -- true
refused 2 "'stray'" stray -l no_load -- true
refused 2 "nonsense" --set nonsense=1 -l no_load -- true
refused 2 "no_such_sysctl" --set vm.no_such_sysctl=1 -l no_load -- true
refused 4 "/no/such/program" -l no_load -- /no/such/program
refused 4 "/no/such/directory" --dir /no/such/directory -l no_load -- true
refused 4 "T" -l io_load:size=1T -- true
[ ! -e "$db" ] || equals "" "$(sqlite3 "$db" 'select id from run')" "runs kept of refused commands"
nothing_left
