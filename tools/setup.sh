#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# setup.sh DIRECTORY OPTION...: a Meson build directory with these options, made or brought to them.
set -eu

if ! command -v meson >/dev/null; then
    echo "meson is missing: 'make run' and 'make check' install what a build needs" >&2
    exit 1
fi
directory=$1
shift
if [ ! -f "$directory/build.ninja" ]; then
    rm -rf "$directory"
    exec meson setup "$directory" "$@"
fi
exec meson setup --reconfigure "$directory" "$@" >/dev/null
