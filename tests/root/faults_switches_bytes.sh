#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Faults, context switches and bytes of a job are those of its work: none lost, and little added.
. "$(dirname "$0")/accounting.sh"

one_run command cacherun -- "$KNOWN_WORK" touch_pages 50000
was_measured
faults=$(measured job minor_faults)
holds "minor faults" "$faults >= 50000 && $faults < 52000"

one_run command cacherun -- "$KNOWN_WORK" sleep_often 2000
was_measured
switches=$(measured job voluntary_switches)
holds "voluntary switches" "$switches >= 2000 && $switches < 2200"

one_run command cacherun -- dd if=/dev/zero "of=$place/written" bs=1M count=20 oflag=direct
was_measured
within "bytes written" "$(measured job written_bytes)" $((20 << 20)) 5
one_run command cacherun -- dd "if=$place/written" of=/dev/null bs=1M iflag=direct
was_measured
bytes=$(measured job read_bytes)
# The program itself may have to be read again.
holds "bytes read" "$bytes >= 20 * 1048576 && $bytes < 28 * 1048576"
