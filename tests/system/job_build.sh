#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The default job builds its own tree, unmoved by what the caller's environment says to make.
. "$(dirname "$0")/lib.sh"
requires sqlite3 cc make

export MAKEFLAGS=-n CFLAGS=-DNONSENSE CCACHE_DIR=$place/ccache
measure 0 --quick -j build:files=4 -l no_load,cacherun
says out no_load cacherun
equals 4 "$(stored "select count(*) from run where outcome in ('ok', 'flagged')")" "runs"
equals 1 "$(stored "select min(value) > 0.01 from measure
    where name = 'user_s' and side = 'job'")" "compiled in every run"
nothing_left
