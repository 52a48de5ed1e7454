#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The first pass of read_load comes from the disk and not from a cache that preparing it left warm:
# what it counted in the window, as far as that was the first pass, is what was read from storage.
. "$(dirname "$0")/accounting.sh"

size=$((512 << 20))
one_run idle read_load size=$size block=64K readers=1 seconds=1
was_measured
# One Load is one whole read. The series begins at READY, with what was read before the window as a
# negative number.
before=$(of_record '.series[] | select(.name == "progress") | -.data[1]')
first_pass=$(calculate "$size * (1 - $before < $(measured load loads) ? 1 - $before : \
    $(measured load loads))")
within "bytes from storage" "$(measured load read_bytes)" "$first_pass" 10
device=$(measured machine disk_read_bytes)
holds "the device read them" "$device > 0.9 * $first_pass"
