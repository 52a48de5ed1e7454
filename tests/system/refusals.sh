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
refused 2 "empty" --label "" -l no_load -- true
refused 2 "blank" --label " a" -l no_load -- true
refused 2 "UTF-8" --before $'\xff' -l no_load -- true
refused 2 "UTF-8" -l no_load -- echo $'\xff'
refused 2 "given twice" --set vm.swappiness=1 --set vm.swappiness=2 -l no_load -- true
refused 2 "is measured here" --reference nobody -l no_load -- true
refused 4 "/etc/passwd: it is not executable" -l no_load -- /etc/passwd
refused 4 "no regular file" -l no_load -- /etc
refused 4 "Not a directory" --dir /etc/passwd -l no_load -- true
refused 4 "No such file" --dir /proc -l no_load -- true
refused 4 "/no/such/program" -l no_load -- /no/such/program
refused 4 "/no/such/directory" --dir /no/such/directory -l no_load -- true
refused 4 "T" -l io_load:size=1T -- true

# What follows "--" is the run's alone; an empty name is no file; a lost answer is a failure.
expect 2 "$CONTEND" list -- true
says err "takes no command line"
expect 2 "$CONTEND" run --db "" -l no_load -- true
says err "'--db' needs an argument"
expect 1 sh -c '"$1" workloads >/dev/full' - "$CONTEND"
says err "write to standard output"
expect 2 sh -c '"$1" run --no-such 0<&- 1<&-' - "$CONTEND"
expect 4 sh -c 'ulimit -n 12; exec "$@"' - "$CONTEND" run --db "$db" --dir "$work" \
    -l no_load -- true
says err "ulimit -n"
expect 4 sh -c 'ulimit -f 1; exec "$@"' - "$CONTEND" run --db "$place/limited.db" --dir "$work" \
    -l no_load -- true
says err "limited.db"
[ ! -e "$db" ] || equals "" "$(sqlite3 "$db" 'select id from run')" "runs kept of refused commands"
nothing_left
