# SPDX-License-Identifier: GPL-2.0-or-later
# What system tests share. A test sources it first: . "$(dirname "$0")/lib.sh"
#
# It gives: $CONTEND, the program under test; $place, a directory of the test's own, removed at the
# end; $db and $work below it, for --db and --dir; a lock and journal of its own, so that a contend
# at work on the machine is not in the way. A test ends at the first command that fails.
# shellcheck shell=bash
set -euo pipefail

: "${CONTEND:?the path of the program under test}"

# Root's lock and journal are in /run/contend: a mount namespace of the test's own has another one
# there. Where that isn't permitted, the machine's own is used.
if [ "$(id -u)" -eq 0 ] && [ -z "${CONTEND_TEST_NAMESPACE:-}" ] &&
    unshare --mount true 2>/dev/null; then
    export CONTEND_TEST_NAMESPACE=1
    # shellcheck disable=SC2016 # the inner shell's words
    exec unshare --mount --propagation private bash -c '
        mkdir -p -m 700 /run/contend
        mount -t tmpfs -o mode=700,size=16M contend /run/contend
        exec bash "$@"' - "$0" "$@"
fi

tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export LC_ALL=C TZ=UTC NO_COLOR=1
unset MAKEFLAGS MFLAGS MAKELEVEL

cleanups=()

# cleanup COMMAND WORD...: done at the end, however that comes; the last one first.
cleanup() {
    cleanups+=("$(printf '%q ' "$@")")
}

run_cleanups() {
    local status=$? i
    trap - EXIT
    set +e
    for ((i = ${#cleanups[@]} - 1; i >= 0; i--)); do
        eval "${cleanups[i]}"
    done
    exit "$status"
}
trap run_cleanups EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# requires root|PROGRAM...: skips, with the reason, what can't be done here.
requires() {
    local need
    for need in "$@"; do
        if [ "$need" = root ]; then
            [ "$(id -u)" -eq 0 ] || skip "needs root"
        else
            command -v "$need" >/dev/null || skip "needs the program $need"
        fi
    done
}

# shows STREAM: what the last expect printed there.
shows() {
    echo "--- std$1"
    head -c 4000 "$place/$1"
}

# expect STATUS COMMAND WORD...: runs it; its output is in $place/out and $place/err.
expect() {
    local wanted=$1 got=0
    shift
    "$@" >"$place/out" 2>"$place/err" </dev/null || got=$?
    if [ "$got" -ne "$wanted" ]; then
        shows out
        shows err
        fail "exit status $got instead of $wanted: $*"
    fi
}

# says out|err TEXT...: that output of the last expect has each text.
says() {
    local stream=$1 text
    shift
    for text in "$@"; do
        if ! grep -qF -- "$text" "$place/$stream"; then
            shows "$stream"
            fail "std$stream does not say: $text"
        fi
    done
}

# golden NAME: standard output of the last expect is tests/system/golden/NAME; UPDATE_GOLDEN=1
# renews that.
golden() {
    local file=$tests/golden/$1
    if [ "${UPDATE_GOLDEN:-0}" = 1 ]; then
        mkdir -p "$tests/golden"
        cp "$place/out" "$file"
    fi
    diff -u "$file" "$place/out" || fail "output differs from golden/$1 (UPDATE_GOLDEN=1 renews it)"
}

# until_true SECONDS COMMAND WORD...: waits for what must come to be true; fails at the deadline.
until_true() {
    local deadline=$((SECONDS + $1 * ${CONTEND_TIME_FACTOR:-1}))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$deadline" ] || fail "did not come true: $*"
        read -r -t 0.05 _ <>"$place/.never" || true
    done
}

# Processes of this test's experiments: their environment carries Contend's mark and our place.
own_processes() {
    local file
    { grep -lzxF "CONTEND_TEST_PLACE=$place" /proc/[0-9]*/environ 2>/dev/null || true; } |
        while read -r file; do
            if grep -qz '^CONTEND_EXPERIMENT=' "$file" 2>/dev/null; then
                cut -d / -f 3 <<<"$file"
            fi
        done
}

no_own_processes() {
    [ -z "$(own_processes)" ]
}

# The settings by which memory is made small, as they are.
settings() {
    grep -H . /proc/sys/vm/{nr_hugepages,dirty_bytes,dirty_ratio} \
        /proc/sys/vm/dirty_background_{bytes,ratio}
}

# Nothing is left of what the test ran: no process, no file of work, no journal.
nothing_left() {
    until_true 20 no_own_processes
    [ -z "$(ls -A "$work")" ] || fail "left in the work directory: $(ls -A "$work")"
    [ "$(id -u)" -ne 0 ] || [ ! -e /run/contend/journal ] || fail "a journal was left"
}

# For tests whose runs make memory small.
nothing_changed() {
    settings | diff -u "$place/settings" - || fail "settings were left changed"
}

# measure STATUS WORD...: contend run with the test's results file and work directory.
measure() {
    local wanted=$1
    shift
    expect "$wanted" "$CONTEND" run --db "$db" --dir "$work" "$@"
}

# stored SQL: the answer of the results file.
stored() {
    sqlite3 -cmd '.timeout 10000' "$db" "$1"
}

# resume: goes on with the experiment in the test's results file.
resume() {
    expect "$1" "$CONTEND" run --db "$db" --resume
}

# equals WANTED GOT WHAT
equals() {
    [ "$1" = "$2" ] || fail "$3: $2 instead of $1"
}

place=$(mktemp -d "${TMPDIR:-/var/tmp}/contend-system-XXXXXX")
cleanup rm -rf "$place"
export CONTEND_TEST_PLACE=$place
export HOME=$place XDG_DATA_HOME=$place/data XDG_RUNTIME_DIR=$place/runtime
db=$place/results.db
work=$place/work
mkdir -m 700 "$XDG_RUNTIME_DIR"
mkdir "$work"
mkfifo "$place/.never"
chmod 755 "$place" "$work"
settings >"$place/settings"
