#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# With --memory the job sees a machine of that size, how it was done is said, and it is undone.
. "$(dirname "$0")/lib.sh"
requires root sqlite3
[ "$(cat /proc/sys/vm/nr_hugepages)" -eq 0 ] || skip "somebody else holds huge pages"

measure 0 --quick --memory 2G -l no_load -- cat /proc/meminfo
grep -qE '2G' "$place/out" "$place/err" || fail "the size is not said"
tail=$(stored 'select output_tail from run limit 1')
free_kb=$(awk '$1 == "MemAvailable:" { print $2 }' <<<"$tail")
[ -n "$free_kb" ] || fail "the job's output was not kept"
if ! grep -q group <<<"$(cat "$place/out" "$place/err")"; then
    [ "$free_kb" -le $((2 << 20)) ] || fail "$free_kb kB are available in a machine of 2 GiB"
fi
nothing_left
nothing_changed
