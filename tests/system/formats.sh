#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What is kept can be read again in every format: JSON and CSV are complete and valid, whatever a
# job printed and whatever it is called.
. "$(dirname "$0")/lib.sh"
requires sqlite3 jq python3

name='a "quoted", name'
measure 1 --quick --lead-in 1s --seconds 500ms --label 'one two' --name "$name" \
    -l no_load,io_load:size=16M --format json -- sh -c 'printf "caf\351 \001 \"x\",\n"; exit 3'
jq -e . "$place/out" >/dev/null || fail "run --format json is not valid"

measure 0 --quick --lead-in 1s --seconds 500ms --label three --name "$name" \
    -l no_load,io_load:size=16M --format csv -- sleep 0.2
cp "$place/out" "$place/run.csv"

expect 0 "$CONTEND" list --db "$db"
says out "one two" three
for experiment in 1 2; do
    expect 0 "$CONTEND" show --db "$db" "$experiment"
    expect 0 "$CONTEND" show --db "$db" "$experiment" --format json
    jq -e . "$place/out" >/dev/null || fail "show --format json is not valid"
    runs=$(stored "select count(*) from run join condition on condition.id = condition_id
        where experiment_id = $experiment")
    equals "$runs" "$(jq '[.. | objects | select(has("outcome"))] | length' "$place/out")" \
        "runs in JSON"
    expect 0 "$CONTEND" show --db "$db" "$experiment" --format csv
    cp "$place/out" "$place/$experiment.csv"
done
python3 - "$place"/*.csv <<'PYTHON' || fail "CSV is not valid"
import csv
import sys

for path in sys.argv[1:]:
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, strict=True))
    if len(rows) < 2 or {len(row) for row in rows} != {len(rows[0])} or len(rows[0]) < 5:
        sys.exit(f"{path}: {len(rows)} rows of {sorted({len(row) for row in rows})} fields")
PYTHON

for version in 0.41 0.51 0.61; do
    expect 0 "$CONTEND" show --db "$db" 2 --classic=$version
    says out load: io_load: three
done
expect 0 "$CONTEND" list --db "$db" --format json
equals 2 "$(jq length "$place/out")" "experiments in the list"
expect 2 "$CONTEND" show --db "$db" 99
says err 99
expect 2 "$CONTEND" show --db "$place/absent.db"
says err "$place/absent.db"
printf 'no database' >"$place/text"
expect 2 "$CONTEND" show --db "$place/text"
says err "$place/text"
nothing_left
