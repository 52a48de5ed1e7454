#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A job that removes the work directory costs its runs; nothing is made in its place and left.
. "$(dirname "$0")/lib.sh"
requires sqlite3

measure 1 --quick --lead-in 0 -l io_load:size=4M -- sh -c "sleep 0.2; rm -rf '$work'/contend-*"
says err "work directory"
equals 0 "$(stored "select count(*) from run join condition on condition.id = condition_id
    where job = 'command' and outcome in ('ok', 'flagged')")" "runs kept"
nothing_left
