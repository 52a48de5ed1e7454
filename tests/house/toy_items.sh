#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A new workload, command, setting and source of measures each touch one source file, one line of a
# catalogue and one build line. The recipes of doc/how-to/ are followed on a copy of the tree, and
# each item is then found wherever items are shown: lists, help, manual, plan, table, JSON.
# toy_items.sh SOURCE_ROOT
. "$(dirname "$0")/../system/lib.sh"
requires jq meson python3 sqlite3
source_root=$1
swappiness=$(cat /proc/sys/vm/swappiness)
copy=$place/copy

mkdir "$copy"
cp -r "$source_root"/{src,doc,meson.build,meson_options.txt,tests} "$copy"
cd "$copy"

# recipe PAGE FILE: the page's own example is the new file.
recipe() {
    awk '/^ *```c$/ { on = 1; next } /^ *```$/ && on { exit }
        on { sub(/^   /, ""); print }' "doc/how-to/$1" >"$2"
    [ -s "$2" ] || fail "no example in $1"
}

# list_line FILE NEXT NAME: NAME goes into the catalogue's list, in front of NEXT.
list_line() {
    grep -q "^ *X($2)" "$1" || fail "$1 does not list $2"
    sed -i "0,/^ *X($2)/s//    X($3) \\\\\n&/" "$1"
}

# build_line ROOM FILE
build_line() {
    echo "contend_sources += files('$2')" >>"src/$1/meson.build"
}

recipe add-a-workload.md src/workloads/toy.c
list_line src/workloads/catalog.c xtar_load toy
build_line workloads toy.c

recipe add-a-command.md src/commands/toy.c
list_line src/commands/catalog.c workloads toy
build_line commands toy.c

recipe add-a-setting.md src/machine/swappiness_setting.c
list_line src/machine/settings_catalog.c sysctl swappiness
build_line machine swappiness_setting.c

recipe add-a-measure.md src/measure/entropy.c
list_line src/measure/measure_source.c faults entropy
build_line measure entropy.c

meson setup build -Dtests=disabled --buildtype=plain >"$place/out" 2>&1 ||
    { shows out; fail "the copy can't be set up"; }
meson compile -C build >"$place/out" 2>&1 || { shows out; fail "the copy can't be built"; }
CONTEND=$copy/build/src/contend

expect 0 "$CONTEND" --help
says out "say hello"
expect 0 "$CONTEND" toy --help
says out "Usage: contend toy [-q]" "--quiet"
expect 0 "$CONTEND" toy
says out hello
expect 2 "$CONTEND" toy story
says err "toy takes no 'story'"
expect 0 "$CONTEND" workloads
says out toy swappiness
expect 0 "$CONTEND" workloads toy
says out "a million steps" "step=1"
expect 0 "$CONTEND" --manual
equals 2 "$(grep -c "^.SS toy" "$place/out")" "sections of the manual, command and workload"
expect 2 "$CONTEND" run -l toy:step=0 -- true
says err "step"
expect 2 "$CONTEND" run --set swappiness=201 -l no_load -- true
says err "swappiness"
measure 0 --dry-run -l toy -- sleep 0.2
says out toy

setting=()
[ "$(id -u)" -ne 0 ] || setting=(--set swappiness=$((swappiness == 61 ? 62 : 61)))
measure 0 --quick --lead-in 1s --seconds 500ms "${setting[@]}" -l no_load,toy:step=10 -- sleep 0.2
says out "toy:"
expect 0 "$CONTEND" show --db "$db" --format json
says out entropy_bits toy '"loads"'
[ ${#setting[@]} -eq 0 ] || says out swappiness
equals 0 "$(stored "select count(*) from measure join run on run.id = run_id
    join condition on condition.id = condition_id
    where load = 'toy' and measure.name = 'loads' and not ifnull(value, 0) > 0")" "idle toys"
nothing_left
equals "$swappiness" "$(cat /proc/sys/vm/swappiness)" "the setting afterwards"
