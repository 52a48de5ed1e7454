#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Installs those of the Debian packages named that are absent; asks no archive where none is.
set -eu

if ! command -v dpkg-query >/dev/null; then
    echo "not a Debian system: make sure to have the like of: $*" >&2
    exit 0
fi

missing=
for package in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
    echo "packages are missing, and only root can install them: apt-get install$missing" >&2
    exit 1
fi

export DEBIAN_FRONTEND=noninteractive
echo "installing:$missing" >&2
# shellcheck disable=SC2086 # one word a package
if ! { apt-get -q update && apt-get -q install -y --no-install-recommends $missing; } \
    </dev/null >&2; then
    echo "could not install$missing (no network, or no package archive?)" >&2
    exit 1
fi
