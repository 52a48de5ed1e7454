#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# kill -9 at random instants: of contend, of contend and guardian together, of the executor, of each
# side's supervisor. After each nothing may run, and after the next start no directory, mount, group
# or changed setting may be left, and --resume must complete the plan.
# Usage: kill_anywhere.sh [INSTANTS [KIND...]]; SEED=N repeats a series. The setting that is held is
# one of the UTS namespace, so that several can go on side by side (unshare --uts --mount).
. "$(dirname "$0")/../system/lib.sh"
requires root
instants=${1:-2}
RANDOM=${SEED:-$$}
echo "instants: $instants of each kind"

set +e # a killed contend's exit status is what is looked at
mkdir -p "$work"
experiment=("$CONTEND" run -q --quick --lead-in 1s --seconds 300ms -l no_load,io_load:size=32M
    --set kernel.domainname=contend.test --db "$db" --dir "$work"
    -- perl -e 'select undef, undef, undef, 0.2')
setting=/proc/sys/kernel/domainname
setting_before=$(cat $setting)

# Everything that this test starts carries this in its environment, contend and guardian included.
export KILL_ANYWHERE=$$
ours() {
    grep -lsz "^KILL_ANYWHERE=$KILL_ANYWHERE\$" /proc/[0-9]*/environ 2> /dev/null |
        sed 's:/proc/::; s:/environ::' | while read -r pid; do
            case $(cat "/proc/$pid/comm" 2> /dev/null) in
            '' | bash | grep | sed | cat | sleep | awk) ;; # this script itself
            *) echo "$pid" ;;
            esac
        done
}

child_named() { # PARENT NAME: the child of that command name
    local pid
    for pid in $(pgrep -P "$1"); do
        [ "$(cat "/proc/$pid/comm" 2> /dev/null)" = "$2" ] && echo "$pid"
    done
    return 0
}

executor_of() {
    local pid
    for pid in $(pgrep -P "$1"); do
        tr '\0' ' ' < "/proc/$pid/cmdline" | grep -q -- '--execute' && echo "$pid"
    done
    return 0
}

target_pids() { # KIND MAIN
    case $1 in
    contend) echo "$2" ;;
    contend+guardian) echo "$2" "$(child_named "$2" contend-guard)" ;;
    executor) executor_of "$2" ;;
    job) child_named "$(executor_of "$2")" job ;;
    load) child_named "$(executor_of "$2")" load ;;
    esac
}

expect_gone() { # WHAT
    local try
    for try in $(seq 1 300); do
        [ -z "$(ours)" ] && return 0
        sleep 0.1
    done
    fail "$1: still running: $(ours | xargs ps -o pid,ppid,stat,args -p 2> /dev/null)"
}

one_kill() { # KIND NUMBER
    local main status delay uuid
    "${experiment[@]}" > "$place/out" 2>&1 &
    main=$!
    delay=$(awk -v r="$RANDOM" -v span="$span" 'BEGIN { printf "%.3f", r / 32768 * span }')
    sleep "$delay"
    # shellcheck disable=SC2046
    kill -9 $(target_pids "$1" "$main" 2> /dev/null) 2> /dev/null
    wait "$main"
    status=$?
    expect_gone "$1 after $delay s"
    if [ $status -ne 0 ]; then
        "$CONTEND" run -q --resume --db "$db" > "$place/resumed" 2>&1
        status=$?
        # Killed before it was stored, or complete with a failed run: nothing to resume.
        if [ $status -gt 1 ] && ! grep -q 'nothing to resume' "$place/resumed"; then
            cat "$place/resumed"
            fail "$1 after $delay s: resume exits with $status"
        fi
    fi
    "$CONTEND" restore -q || fail "$1 after $delay s: restore exits with $?"
    [ -z "$(ls -A "$work")" ] || fail "$1 after $delay s: left there: $(ls -A "$work")"
    ! grep -q " $work" /proc/mounts || fail "$1 after $delay s: a mount is left"
    for uuid in $("$CONTEND" list --db "$db" --format json |
        sed -n 's/.*"uuid": "\(.\{8\}\).*/\1/p'); do
        [ -z "$(find /sys/fs/cgroup -type d -name "contend-$uuid*" 2> /dev/null)" ] ||
            fail "$1 after $delay s: a control group is left"
    done
    [ "$setting_before" = "$(cat $setting)" ] ||
        fail "$1 after $delay s: a setting is left changed"
}

# Instants are drawn from as long as one undisturbed experiment takes.
span=$(date +%s.%N)
"${experiment[@]}" > "$place/out" 2>&1 || fail "an undisturbed experiment: $(cat "$place/out")"
span=$(awk -v start="$span" -v end="$(date +%s.%N)" 'BEGIN { print end - start }')
echo "an experiment takes $span s"

kinds=("${@:2}")
[ ${#kinds[@]} -gt 0 ] || kinds=(contend contend+guardian executor job load)
for kind in "${kinds[@]}"; do
    for number in $(seq 1 "$instants"); do
        one_kill "$kind" "$number"
    done
    echo "$kind: $instants instants"
done

# Every planned run is there once, whatever was killed.
"$CONTEND" list --db "$db" --format json > "$place/list.json"
python3 - "$place/list.json" <<'P' || fail "an experiment is not complete"
import json, sys
experiments = json.load(open(sys.argv[1]))
bad = [e for e in experiments if e["state"] != "complete"]
print(f"{len(experiments)} experiments, {len(experiments) - len(bad)} complete")
sys.exit(1 if bad else 0)
P
