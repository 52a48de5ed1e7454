#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# setup.sh DIRECTORY OPTION...: a Meson build directory with these options, made or brought to them.
set -eu

directory=$1
shift
if [ ! -f "$directory/build.ninja" ]; then
    rm -rf "$directory"
    exec meson setup "$directory" "$@"
fi
exec meson setup --reconfigure "$directory" "$@" >/dev/null
