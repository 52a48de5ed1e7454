# SPDX-License-Identifier: GPL-2.0-or-later
# What the tests of accounting share: single runs on known work. It is sourced as lib.sh of
# tests/system is.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../system/lib.sh"
requires root python3 jq pgrep
root_tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${KNOWN_WORK:?the program of known_work.c}"
io_load=(io_load size=32M block=64K writers=1 fill=random)

# one_run JOB LOAD [KEY=VALUE...] [-- WORD...]: see one_run.py; its record is in $place/record.
one_run() {
    rm -f "$place/executor"
    "$root_tests/one_run.py" "$work" "$place" "$@" >"$place/record" 2>"$place/err" ||
        { shows err && fail "one_run $*"; }
}

of_record() { # FILTER
    jq -r "$1" "$place/record"
}

measured() { # SIDE NAME: the value, of a measure that could be read
    local value
    value=$(of_record ".measures[] | select(.side == \"$1\" and .name == \"$2\" and
        (.state == \"ok\" or .state == \"censored\")) | .value")
    [ -n "$value" ] || fail "$2 of the $1 is not there: $(of_record '"\(.outcome): \(.reason)"')"
    echo "$value"
}

calculate() { # EXPRESSION of awk
    awk "BEGIN { OFMT = \"%.6f\"; print ($1) }"
}

holds() { # WHAT CONDITION of awk
    awk "BEGIN { exit !($2) }" || fail "$1: not $2"
    echo "$1: $2"
}

within() { # WHAT VALUE TRUE_VALUE PERCENT
    awk "BEGIN { d = $2 - $3; exit !((d < 0 ? -d : d) <= $3 * $4 / 100) }" ||
        fail "$1: $2, more than $4 % off $3"
    echo "$1: $2, true value $3"
}

outcome_is() { # OUTCOME REASON (a part of it)
    local got
    got=$(of_record '"\(.outcome): \(.reason)"')
    [[ $got == "$1: "*"$2"* ]] || fail "outcome is '$got', not '$1: ...$2...'"
    echo "$got"
}

was_measured() {
    [[ $(of_record .outcome) =~ ^(ok|flagged)$ ]] || fail "$(of_record '"\(.outcome): \(.reason)"')"
}

# side_pid SIDE: pid of that side's supervisor; fails while there is none.
side_pid() {
    local pid
    [ -s "$place/executor" ] || return 1
    for pid in $(pgrep -P "$(cat "$place/executor")"); do
        [ "$(cat "/proc/$pid/comm" 2>/dev/null)" != "$1" ] || { echo "$pid" && return; }
    done
    return 1
}

# worker_pid SIDE: the last of the line below its supervisor.
worker_pid() {
    local pid below
    pid=$(side_pid "$1") && below=$(pgrep -P "$pid") || return 1
    while [ -n "$below" ]; do
        pid=${below%%$'\n'*}
        below=$(pgrep -P "$pid") || true
    done
    echo "$pid"
}

load_writes() {
    local pid
    pid=$(worker_pid load) || return 1
    [ "$(sed -n 's/^wchar: //p' "/proc/$pid/io" 2>/dev/null || echo 0)" -gt 1000000 ]
}

job_runs() { # COMM of its program
    local pid
    pid=$(worker_pid job) && [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = "$1" ]
}

# disturb WHEN WHOSE SIDE SIGNAL [KEY=VALUE]: one run, and the signal to what WHOSE (a function)
# says of that side, once WHEN (a command) is true.
disturb() {
    one_run command "${io_load[@]}" "${@:5}" -- sleep 1.5 &
    local run=$!
    rm -f "$place/executor"
    # shellcheck disable=SC2086
    until_true 40 $1
    kill "-$4" "$("$2" "$3")"
    wait "$run" || fail "no record"
}
