#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What io_load counts is what it wrote: the sum of what write() gave back, as strace sees it, may
# differ by the one block during which the load was stopped.
. "$(dirname "$0")/accounting.sh"
requires strace
strace -f --seccomp-bpf -o /dev/null true 2>/dev/null || skip "strace may not trace here"

export EXECUTE="strace -f --seccomp-bpf -e trace=write -e signal=none -y -o $place/trace"
one_run idle "${io_load[@]}" seconds=1
was_measured
written=$(sed -n 's/.*write([0-9]*<[^>]*stream-0>.* = \([0-9]*\)$/\1/p' "$place/trace" |
    awk '{ sum += $1 } END { printf "%d", sum }')
counted=$(measured load counted_total)
holds "some passes were written" "$written > 2 * 32 * 1024 * 1024"
holds "counted less written" "$counted - $written <= 65536 && $written - $counted <= 65536"
