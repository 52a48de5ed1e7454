#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The kernel job configures once and builds from a clean state in every run. Any tree that is built
# as a kernel is will do: this one has one file.
. "$(dirname "$0")/lib.sh"
requires sqlite3 cc make

tree=$place/linux
mkdir -p "$tree/kernel"
cat >"$tree/Makefile" <<'MAKE'
.RECIPEPREFIX = >
VERSION = 6
PATCHLEVEL = 1
SUBLEVEL = 0
EXTRAVERSION =
ifneq ($(O),)
out = $(O)/
endif
%config:
> @echo CONFIG_TINY=y > $(out).config
> @echo configured >> $(CURDIR)/../configured
vmlinux: $(out)kernel/fork.o
> @cp $< $(out)vmlinux
$(out)kernel/fork.o: kernel/fork.c
> @test -f $(out).config
> @mkdir -p $(out)kernel
> $(CC) -c -o $@ $<
clean mrproper distclean:
> @rm -f $(out)vmlinux $(out)kernel/*.o
MAKE
echo 'int main(void) { return 0; }' >"$tree/kernel/fork.c"
touch "$tree/Kconfig" "$tree/Kbuild"
mkdir -p "$tree/scripts" "$tree/arch/x86" "$tree/include"

measure 0 --quick -j "kernel:tree=$tree,config=tinyconfig" -l no_load
equals 2 "$(stored "select count(*) from run where outcome in ('ok', 'flagged')")" "runs"
[ ! -e "$tree/vmlinux" ] || fail "the given tree was written to"
nothing_left
