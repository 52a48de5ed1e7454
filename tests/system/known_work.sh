#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The whole tree of a job is accounted: here 1.5 s of CPU are burnt by a grandchild that has left
# session and process group.
. "$(dirname "$0")/lib.sh"
requires sqlite3 python3 setsid

cat >"$place/burn.py" <<'PYTHON'
import time
while time.process_time() < 1.5:
    pass
PYTHON
measure 0 --quick -l no_load -- sh -c "setsid sh -c 'python3 $place/burn.py' | cat"
stored "select sum(value) from measure where side = 'job' and name in ('user_s', 'system_s')
    group by run_id" >"$place/sums"
while read -r sum; do
    awk -v s="$sum" 'BEGIN { exit !(s >= 1.5 * 0.98 && s <= 1.5 * 1.02 + 0.1) }' ||
        fail "1.5 s of CPU read as $sum s"
done <"$place/sums"
equals 2 "$(wc -l <"$place/sums")" "runs"
nothing_left
