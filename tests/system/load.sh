#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A load beside a job, and alone beside idle: it gets something done, that is counted inside the
# window, and nothing of it is left. load.sh ITEM; small, since it has to be done for every load.
. "$(dirname "$0")/lib.sh"
requires sqlite3
item=$1
name=${item%%:*}

mkdir "$place/other"
measure 0 --quick --lead-in 1s --seconds 500ms -o "$place/other" \
    -l "$item" -- sleep 0.4
says out "$name"
equals 0 "$(stored "select count(*) from run where outcome not in ('ok', 'flagged')")" "bad runs"
equals "" "$(stored "select reason from flag where code = 'starved'")" "starved"
if [ "$name" != no_load ] && [ "$name" != cacherun ]; then
    equals 0 "$(stored "select count(*) from measure join run on run.id = run_id
        join condition on condition.id = condition_id
        where load = '$name' and measure.name = 'loads' and not ifnull(value, 0) > 0")" \
        "runs without a Loads figure"
    [ "$(stored "select count(*) from condition where job = 'idle' and load = '$name'")" -ge 1 ] ||
        fail "$name was not measured beside idle"
fi
[ -z "$(ls -A "$place/other")" ] || fail "left in the other directory: $(ls -A "$place/other")"
nothing_left
