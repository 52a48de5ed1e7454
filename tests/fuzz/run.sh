#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run.sh TARGET SEEDS SECONDS: new inputs go into a directory that is removed at the end.
set -euo pipefail
corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT
"$1" -max_total_time="$3" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="${TMPDIR:-/tmp}/" "$corpus" "$2" 2>&1 | tail -40
