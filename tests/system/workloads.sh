#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What can be a job or a load is found out from the program itself, by people and by programs.
. "$(dirname "$0")/lib.sh"
requires jq

expect 0 "$CONTEND" workloads
says out build no_load contest

expect 0 "$CONTEND" workloads --format json
names=$(jq -r '.workloads[].name' "$place/out")
[ "$names" = "$(sort <<<"$names")" ] || fail "not sorted: $names"
jq -e '.workloads | all(.summary != "" and (.roles | length) > 0)' "$place/out" >/dev/null ||
    fail "a workload without summary or role"
jq -e '[.workloads[].parameters[] | select(.help == "" or .range == "")] == []' "$place/out" \
    >/dev/null || fail "a parameter without help or range"

for name in $names; do
    expect 0 "$CONTEND" workloads "$name"
    says out "$name: " "Roles:"
done

expect 2 "$CONTEND" workloads no_laod
says err "unknown workload 'no_laod': did you mean no_load?"
