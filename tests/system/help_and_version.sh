#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Whoever types something wrong is told what there is: that is all the manual that most people read.
. "$(dirname "$0")/lib.sh"

expect 0 "$CONTEND" --version
grep -qE '^contend [0-9]+\.[0-9]+\.[0-9]+$' "$place/out" || fail "no version: $(cat "$place/out")"

expect 2 "$CONTEND"
says err "Usage: contend COMMAND"

expect 0 "$CONTEND" --help
commands=$(sed -n 's/^  \([a-z]*\)  *[a-zA-Z].*/\1/p' "$place/out")
[ -n "$commands" ] || fail "no command is listed"
for command in $commands; do
    expect 0 "$CONTEND" "$command" --help
    says out "Usage: contend $command" "Options:" "--help"
    expect 2 "$CONTEND" "$command" --no-such-option
    says err "unknown option '--no-such-option'"
    expect 2 "$CONTEND" "$command" --hepl
    says err "unknown option '--hepl': did you mean --help?"
done

expect 2 "$CONTEND" wrokloads
says err "unknown command 'wrokloads': did you mean workloads?"
expect 2 "$CONTEND" levitate
says err "unknown command 'levitate': 'contend --help' lists them"
