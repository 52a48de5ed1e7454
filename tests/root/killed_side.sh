#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# contest timed on when its load was not there. A run whose load died is void, with the reason; a
# job whose supervisor was killed has failed.
. "$(dirname "$0")/accounting.sh"

disturb "job_runs sleep" worker_pid load KILL
outcome_is void "a process of io_load was killed"
disturb "job_runs sleep" side_pid load KILL
outcome_is void "the supervisor of the load was killed"
disturb "job_runs sleep" side_pid job KILL
outcome_is failed "the supervisor of the job was killed"
