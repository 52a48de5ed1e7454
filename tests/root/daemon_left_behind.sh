#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A job may leave a daemon that never ends: it is killed and that is flagged, and all figures are
# those of the first process's time, not of the wait for the daemon.
. "$(dirname "$0")/accounting.sh"

one_run command process_load processes=4 record=8K injections=2 \
    -- "$KNOWN_WORK" leave_daemon 0.5
was_measured
[ "$(of_record '[.flags[].code] | contains(["left_behind"])')" = true ] ||
    fail "not flagged: $(of_record .flags)"
[ -z "$(pgrep -f "^$KNOWN_WORK leave_daemon")" ] || fail "the daemon is still there"
within "CPU of the job" "$(calculate "$(measured job user_s) + $(measured job system_s)")" 0.5 10
time=$(measured job time_s)
holds "time is that of the first process" "$time < 4.5"
cpus=$(getconf _NPROCESSORS_ONLN)
used=$(calculate "$(measured load user_s) + $(measured load system_s)")
holds "the load used no more than there was" "$used < 1.1 * $cpus * $time"
