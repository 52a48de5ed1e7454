#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# inject.sh FAULT CALL[,CALL...] [DENSE]: one fixed experiment, with the Nth of these calls failing
# in every process of contend, for N from 1 until no process gets so far; beyond N = DENSE in steps
# of a twentieth of N. FAULT is what strace is to do to the call: error=ENOSPC, signal=KILL.
#
# After each: contend has ended, by itself and with a status that it documents; no process is left;
# the setting that was held has its old value, no file of work is there, or else a journal says what
# is still to be done, contend has said so (status 5), and the next start does it; the results file
# is sound and holds whole runs only.
#
# All is done in mount, PID and UTS namespaces of its own, on memory file systems: nothing waits for
# a disk, nobody else's processes are looked at, the setting (a domain name) is nobody else's, and
# whatever is left over ends with the namespaces.
# FAULT_N=N does that N only and shows what was said.
set -euo pipefail

: "${CONTEND:?the path of the program under test}"
setting=/proc/sys/kernel/domainname

skip() {
    echo "skipped: $*"
    exit 77
}

if [ -z "${FAULT_NAMESPACE:-}" ]; then
    [ "$(id -u)" -eq 0 ] || skip "needs root"
    for program in strace sqlite3 unshare; do
        command -v "$program" >/dev/null || skip "needs the program $program"
    done
    separate=(unshare --mount --uts --pid --fork --mount-proc --propagation private)
    "${separate[@]}" true 2>/dev/null || skip "needs namespaces of its own"
    strace -f -o /dev/null true 2>/dev/null || skip "strace can't trace here"
    FAULT_NAMESPACE=1 exec "${separate[@]}" --kill-child bash "$0" "$@"
fi

fault=$1
calls=$2
dense=${3:-1000000}
mkdir -p /run/contend
mount -t tmpfs -o mode=700 contend /run/contend
place=$(mktemp -d /tmp/contend-fault-XXXXXX)
mount -t tmpfs fault "$place"
export LC_ALL=C HOME=$place
work=$place/work
db=$place/results.db
old_value=$(cat "$setting")
new_value=contend-fault
trap 'umount "$place"; rmdir "$place"' EXIT

complain() {
    echo "FAILED at $calls number $n ($fault): $*"
    sed 's/^/    said: /' "$place/said"
    { grep INJECTED "$place/trace" || true; } | head -5 | sed 's/^/    /'
    complaints=$((complaints + 1))
}

# Sets $alive to the processes of this namespace but this shell; asked without any other process.
find_alive() {
    local directory line
    alive=
    for directory in /proc/[0-9]*; do
        [ "$directory" != "/proc/$$" ] || continue
        { read -r line <"$directory/stat"; } 2>/dev/null || continue
        [[ $line == *") Z "* ]] || alive+="${line%%) *}) "
    done
}

is_clean() {
    [ "$(cat "$setting")" = "$old_value" ] && [ -z "$(ls -A "$work")" ] &&
        [ ! -e /run/contend/journal ]
}

check_results() {
    [ -e "$db" ] || return 0
    [ "$(sqlite3 "$db" 'pragma integrity_check' 2>&1)" = ok ] || complain "the results are damaged"
    local torn
    torn=$(sqlite3 "$db" "select count(*) from run where outcome in ('ok', 'flagged') and not exists
        (select 1 from measure where run_id = run.id and name = 'time_s')" 2>&1) || torn=0
    [ "$torn" = 0 ] || complain "$torn runs are not whole"
    "$CONTEND" list --db "$db" >/dev/null 2>"$place/list" || case $(cat "$place/list") in
    *"no results file"* | *"not a results file"*) ;;
    *) complain "the results can't be read: $(cat "$place/list")" ;;
    esac
}

check() {
    local status=$1
    case $status in
    0 | 1 | 2 | 4 | 5) ;;
    137) [ "$fault" = signal=KILL ] || complain "it was killed" ;;
    124) complain "it did not end" ;;
    *) complain "it ended with status $status" ;;
    esac
    find_alive
    [ -z "$alive" ] || complain "left alive: $alive"
    if ! is_clean; then
        [ "$status" -eq 5 ] || [ "$fault" = signal=KILL ] ||
            complain "status $status, and left: $(ls -A "$work" /run/contend) $(cat "$setting")"
        "$CONTEND" restore >"$place/restored" 2>&1 || complain "restore: $(cat "$place/restored")"
        is_clean || complain "left after restore: $(ls -A "$work" /run/contend) $(cat "$setting")"
    fi
    check_results
}

# run WHAT...: the experiment from a clean state under strace; its status is in $status.
run() {
    rm -rf "$work" "$db"* /run/contend/*
    mkdir "$work"
    echo "$old_value" >"$setting"
    status=0
    timeout -k 5 60 strace -f --seccomp-bpf -qq -o "$place/trace" -e "trace=$calls" "$@" -- \
        "$CONTEND" run --quick --no-probe -l no_load --db "$db" --dir "$work" \
        --set "kernel.domainname=$new_value" -- true >"$place/said" 2>&1 </dev/null || status=$?
}

# The most of one call that one process makes, where nothing is in its way.
run
[ "$status" -eq 0 ] || { cat "$place/said"; exit 1; }
most=$(awk '{ sub(/\(.*/, "", $2); n = ++count[$1, $2]; if (n > most) most = n }
    END { print most + 0 }' "$place/trace")

complaints=0
places=0
n=${FAULT_N:-1}
while true; do
    run -e "inject=$calls:$fault:when=$n"
    check "$status"
    [ -z "${FAULT_N:-}" ] || { cat "$place/said"; break; }
    # A fault can make more calls; a signal is not told from one that contend sends.
    [ "$n" -le "$most" ] || { [ "$fault" != signal=KILL ] && grep -q INJECTED "$place/trace"; } ||
        break
    places=$((places + 1))
    n=$((n > dense ? n + n / 20 : n + 1))
done
echo "$calls: $fault at $places places of $most, $complaints complaints"
[ "$complaints" -eq 0 ]
