#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The first pass of read_load comes from the disk and not from a cache that preparing it left warm:
# what it counted in the window, as far as that was the first pass, is what was read from storage.
. "$(dirname "$0")/accounting.sh"

# Small blocks: the first pass outlasts the window even where the disk is fast. Behind it whoever
# drops the caches of the machine would make more of it come from the disk.
size=$((512 << 20))
one_run idle read_load size=$size block=512 readers=1 seconds=0.5
was_measured
# One Load is one whole read. The series begins at READY, with what was read before the window as a
# negative number.
loads=$(measured load loads)
before=$(of_record '.series[] | select(.name == "progress") | -.data[1]')
first_pass=$(calculate "$size * (1 - $before < $loads ? 1 - $before : $loads)")
# More by what the kernel reads ahead, and by what is read until the closing reading is taken: on a
# machine as busy as can be that took a tenth of a second.
ahead_kb=$(cat /sys/block/*/queue/read_ahead_kb | sort -n | tail -n 1)
slack=$(calculate "2 * 1024 * $ahead_kb + 0.1 * $size * $(measured load loads_per_s)")
read=$(measured load read_bytes)
holds "bytes from storage" "$read > 0.9 * $first_pass && $read < 1.1 * $first_pass + $slack"
device=$(measured machine disk_read_bytes)
holds "bytes of the device" "$device > 0.9 * $first_pass"
