#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A full disk costs the run at most, never the results; a read-only one is refused. The mounts end
# with the test's mount namespace and their loop devices with the mounts.
. "$(dirname "$0")/lib.sh"
requires root sqlite3 mkfs.ext4
[ -n "${CONTEND_TEST_NAMESPACE:-}" ] || skip "needs a mount namespace of its own"

truncate -s 256M "$place/image"
mkfs.ext4 -q -F "$place/image"
mkdir "$place/disk"
mount -o loop "$place/image" "$place/disk" 2>"$place/err" ||
    skip "no loop device: $(cat "$place/err")"
cleanup umount "$place/disk"

expect 4 "$CONTEND" run --db "$db" --dir "$place/disk" --quick -l io_load:size=1G -- true
says err "free and the plan needs" "io_load 1.0G"

# The job takes the space that was free when the load was let in: the load ends in an error.
fill="dd if=/dev/zero of=$place/disk/filler bs=1M 2>/dev/null; sleep 0.5; rm -f $place/disk/filler"
expect 1 "$CONTEND" run --db "$db" --dir "$place/disk" --quick --lead-in 1s -l io_load:size=24M \
    -- sh -c "$fill"
says out "No space left on device"
[ "$(stored "select count(*) from run where outcome = 'void'")" -ge 2 ] || fail "no run was void"
equals ok "$(stored 'pragma integrity_check')" "results file"
rm -rf "$place/disk/lost+found"
[ -z "$(ls -A "$place/disk")" ] || fail "left: $(ls -A "$place/disk")"

mount -o remount,ro "$place/disk"
expect 4 "$CONTEND" run --db "$db" --dir "$place/disk" --quick -l no_load -- true
says err "Read-only file system"
nothing_left
