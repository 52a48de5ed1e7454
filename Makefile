# A thin front: every target calls Meson. `make help` lists them.
SHELL = /bin/bash
.SHELLFLAGS = -eu -o pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL = all

# Debian 12 packages, the one place where they are named. `run` and `check` install what is missing.
build_packages = gcc libc6-dev make meson ninja-build pkgconf libgsl-dev libjansson-dev \
	libsqlite3-dev libsmartcols-dev libarchive-dev
check_packages = check strace jq python3 sqlite3 man-db e2fsprogs mount procps flex bison bc
long_packages = clang valgrind
coverage_packages = gcovr

# Given to `contend run` by `make run`, behind --quick --memory 1G.
ARGS =
PREFIX = /usr/local

release = build-release
debug = build-debug
asan = build-asan
setup = tools/setup.sh

.PHONY: all run check check-asan check-long coverage install deb format clean help
.NOTPARALLEL:

all: ## build the program, optimised
	@$(setup) $(release) --buildtype=release --prefix=$(PREFIX)
	@meson compile -C $(release) --ninja-args=--quiet

run: ## install what is missing, build, measure: a first contest table in a few minutes
	@tools/packages.sh $(build_packages)
	@$(MAKE) all
	@$(release)/src/contend run --quick --memory 1G $(ARGS)

check: ## install what is missing; all tests of a few minutes, plain and under the sanitizers
	@tools/packages.sh $(build_packages) $(check_packages)
	@rm -f build-*/meson-logs/contend-*.json
	@status=0; $(MAKE) check-plain || status=1; $(MAKE) check-asan || status=1; \
		tools/summary.py build-*/meson-logs/contend-*.json; exit $$status

.PHONY: check-plain
check-plain:
	@$(setup) $(debug) --buildtype=debugoptimized -Dwerror=true -Dtests=enabled
	@meson compile -C $(debug) --ninja-args=--quiet
	@meson test -C $(debug) --no-rebuild --print-errorlogs --no-suite long --logbase contend-plain

check-asan: ## unit tests and a system test of each workload under ASan and UBSan
	@$(setup) $(asan) --buildtype=debugoptimized -Dwerror=true -Dtests=enabled \
		-Db_sanitize=address,undefined -Dc_args=-fno-sanitize-recover=undefined
	@meson compile -C $(asan) --ninja-args=--quiet
	@UBSAN_OPTIONS=print_stacktrace=1 meson test -C $(asan) --no-rebuild --print-errorlogs \
		--suite unit --suite sanitized --timeout-multiplier 4 --logbase contend-asan

check-long: ## check, then all fault injections and a minute of every fuzz target
	@tools/packages.sh $(build_packages) $(check_packages) $(long_packages)
	@$(MAKE) check
	@CC=clang $(setup) build-fuzz --buildtype=debugoptimized -Dtests=disabled -Dfuzz=true \
		-Dc_args='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined' \
		-Dc_link_args=-fsanitize=address,undefined
	@meson compile -C build-fuzz --ninja-args=--quiet
	@meson test -C build-fuzz --no-rebuild --print-errorlogs --logbase contend-fuzz
	@meson test -C $(debug) --no-rebuild --print-errorlogs --suite long --logbase contend-long

coverage: ## run the unit tests and print which lines they reach
	@tools/packages.sh $(build_packages) $(check_packages) $(coverage_packages)
	@$(setup) build-coverage --buildtype=debug -Db_coverage=true -Dtests=enabled
	@meson test -C build-coverage --print-errorlogs --suite unit --suite system
	@gcovr --root . --filter src/ build-coverage

install: all ## install program, manual and completion below PREFIX (DESTDIR is honoured)
	@meson install -C $(release) --no-rebuild

deb: ## a Debian package of this tree, in the current directory
	@tools/packages.sh $(build_packages) dpkg-dev
	@tools/deb.sh

format: ## clang-format every C file
	@git ls-files -z '*.[ch]' | xargs -0 clang-format -i

clean: ## remove what was built
	@rm -rf build-release build-debug build-asan build-coverage build-fuzz build-deb

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14
