#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# CPU% and LCPU% stand for the window and for nothing else: what is stored of both sides is what
# cpu.stat of their groups, read from outside, gained between the window's ends.
. "$(dirname "$0")/accounting.sh"

cpu_of() { # SIDE
    calculate "$(measured "$1" user_s) + $(measured "$1" system_s)"
}

one_run command process_load processes=4 record=8K injections=2 lead_in=0.5 \
    -- "$KNOWN_WORK" burn 2.0
was_measured
[ "$(of_record .groups.job)" != null ] || skip "no cgroup2 tree to make a group in"
within "CPU of the job" "$(cpu_of job)" "$(of_record .groups.job)" 2
within "CPU of the load" "$(cpu_of load)" "$(of_record .groups.load)" 2
