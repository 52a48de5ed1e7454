#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# contest timed on when its load was not there. A run whose load was stopped, before the job was
# released or while it ran, is void, with the reason.
. "$(dirname "$0")/accounting.sh"

disturb load_writes worker_pid load STOP lead_in=10
outcome_is void "was stopped by a signal"
[ "$(of_record .window_ns)" = 0 ] || fail "the job was released beside a stopped load"
disturb "job_runs sleep" worker_pid load STOP
outcome_is void "was stopped by a signal"
