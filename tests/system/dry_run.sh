#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A plan can be looked at before an hour is spent on it, and looking changes nothing.
. "$(dirname "$0")/lib.sh"

measure 0 --dry-run -l no_load,io_load:size=16M --seed 7 -- sleep 1
says out no_load io_load
cp "$place/out" "$place/first"
measure 0 --dry-run -l no_load,io_load:size=16M --seed 7 -- sleep 1
diff "$place/first" "$place/out" || fail "one seed gave two plans"
[ ! -e "$db" ] || fail "a dry run made a results file"
nothing_left
