#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A run past its limit is kept as "at least that long", and the job does not live on.
. "$(dirname "$0")/lib.sh"
requires sqlite3

measure 1 --quick -l no_load --timeout 300ms -- sh -c 'setsid sleep 1000 & sleep 1000'
equals 2 "$(stored "select count(*) from run where outcome = 'timed out'")" "runs timed out"
equals 2 "$(stored "select count(*) from measure where name = 'time_s' and side = 'job'
    and state = 'censored' and value between 0.29 and 10")" "times that are at least so long"
nothing_left
