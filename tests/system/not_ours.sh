#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What only looks like a work directory of Contend is somebody's: no start cleans it up.
. "$(dirname "$0")/lib.sh"

mkdir "$work/contend-01234567" "$place/precious"
echo precious >"$work/contend-01234567/file"
echo precious >"$place/precious/.contend"
ln -s "$place/precious" "$work/contend-76543210"
measure 0 --quick -l no_load -- true
equals precious "$(cat "$work/contend-01234567/file")" "a directory without the mark"
equals precious "$(cat "$place/precious/.contend")" "what a link leads to"
[ -L "$work/contend-76543210" ] || fail "a link was removed"
rm -r "$work/contend-01234567" "$work/contend-76543210"
nothing_left
