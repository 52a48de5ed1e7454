#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A Debian package of this tree, contend_VERSION_ARCHITECTURE.deb, in the current directory.
set -eu

build=build-deb
"$(dirname "$0")/setup.sh" "$build" --buildtype=release --prefix=/usr
meson compile -C "$build" --ninja-args=--quiet
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
DESTDIR=$root meson install -C "$build" --no-rebuild --quiet

version=$(meson introspect --projectinfo "$build" | sed 's/.*"version": "\([^"]*\)".*/\1/')
architecture=$(dpkg --print-architecture)
mkdir -p "$root/DEBIAN" debian
: >debian/control # dpkg-shlibdeps looks for one
depends=$(dpkg-shlibdeps -O "$root/usr/bin/contend" 2>/dev/null | sed 's/^shlibs:Depends=//')
rm -r debian
cat >"$root/DEBIAN/control" <<C
Package: contend
Version: $version
Architecture: $architecture
Maintainer: $(git log -1 --format='%an <%ae>')
Depends: $depends
Recommends: gcc, make
Section: utils
Priority: optional
Description: what a machine does to real work when other work gets in the way
 Times a job alone and under loads, accounts for both sides, and puts the machine
 back as it was.
C
dpkg-deb --root-owner-group --build "$root" "contend_${version}_$architecture.deb"
