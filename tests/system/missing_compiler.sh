#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a compiler the default job can't be done: that is said with what to install, at once and
# not in the first run.
. "$(dirname "$0")/lib.sh"

mkdir "$place/bin"
for program in sh bash; do
    ln -s "$(command -v "$program")" "$place/bin/$program"
done
env PATH="$place/bin" "$CONTEND" run --db "$db" --dir "$work" --quick -l no_load \
    >"$place/out" 2>"$place/err" </dev/null && fail "a build without compiler went well"
equals 4 "$(PATH=$place/bin "$CONTEND" run --db "$db" --dir "$work" --quick -l no_load \
    >"$place/out" 2>"$place/err" </dev/null || echo $?)" "exit status"
says err "apt-get install"
nothing_left
