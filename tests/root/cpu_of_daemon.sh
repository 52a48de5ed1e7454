#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Work that left its session and its parent behind is still the job's: builds start servers, and
# PostgreSQL's processes do it. Its CPU is counted with a control group, without one, and where
# there is not even a PID namespace.
. "$(dirname "$0")/accounting.sh"

reads_two_seconds() { # WHERE
    was_measured
    within "CPU $1" "$(calculate "$(measured job user_s) + $(measured job system_s)")" 2.0 2
}

one_run command cacherun -- "$KNOWN_WORK" burn_in_daemon 2.0
reads_two_seconds "with what there is here"

requires unshare setpriv
unshare --mount mount -t tmpfs none /mnt 2>/dev/null || skip "mounting is not allowed here"
# In a mount namespace where nothing can be made in the tree of groups.
# shellcheck disable=SC2016
without_groups='for directory in $(awk "\$3 == \"cgroup2\" { print \$2 }" /proc/mounts); do
    mount -t tmpfs -o size=4k none "$directory" || exit 4
done
exec "$@"'
export EXECUTE="unshare --mount sh -c '$without_groups' sh"
one_run command cacherun -- "$KNOWN_WORK" burn_in_daemon 2.0
[ "$(of_record .groups.job)" = null ] || fail "there is a group all the same"
reads_two_seconds "without a group"

EXECUTE="$EXECUTE setpriv --bounding-set=-sys_admin"
one_run command cacherun -- "$KNOWN_WORK" burn_in_daemon 2.0
reads_two_seconds "without a group and a namespace"
