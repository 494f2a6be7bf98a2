#!/bin/sh
# Installs what the tests need where it is missing (Debian packages), runs every test, and
# prints how many passed and failed.
#
#   sh tests/run.sh          each conformance case in memory, in every design; a sample of them,
#                            by OPGEN_SEED, with one compiler, level and language
#   sh tests/run.sh --all    each with all of them, and mutated files for a minute a kind
#                            (tests/fuzz/run.sh, which installs more); takes hours
#
# OPGEN_CASES: folders of conformance cases, separated by colons; tests/conformance if unset.
# OPGEN_ONNX_TESTS: folders of ONNX's own tests, likewise; those of Debian's libonnx-testdata
# if unset.
# OPGEN_WITHOUT: what this machine cannot run, separated by commas, of x86-64-v3, x86-64-v4,
# aarch64 and wasm; without it, what cannot run fails.
# OPGEN_MODELS: a folder of models of other people, which the repository has not; none if
# unset, so that only the models in tests/models are tested.

cd "$(dirname "$0")/.." || exit 3

target=test
case $#,${1-} in
0,) ;;
1,--all) target=test-all ;;
*)
	echo "usage: sh tests/run.sh [--all]" >&2
	exit 2
	;;
esac

packages="gcc g++ libc6-dev clang tcc make patch ninja-build lua5.4 libjansson-dev libexpat1-dev libmd-dev libprotobuf-c-dev protobuf-c-compiler libcmocka-dev libonnx-testdata"
# Other machines: compilers, their libraries, emulators.
packages="$packages gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user"
packages="$packages lld wasi-libc libclang-rt-dev-wasm32 nodejs node-ajv"
# What the pages and the tests of installing use.
packages="$packages cmake mandoc pkg-config git"
missing=
for package in $packages; do
	dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
		missing="$missing $package"
done
if [ -n "$missing" ]; then
	as_root=
	[ "$(id -u)" = 0 ] || as_root=sudo
	# The list is meant to be split into words.
	$as_root apt-get update &&
		$as_root env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y --no-install-recommends $missing || exit 3
fi

# Results of an earlier run would be counted again; without them every program runs anew.
logs() {
	find build -name '*.passed' -o -name '*.passed.log'
}
if [ -d build ]; then
	logs | while read -r log; do
		rm -f "$log"
	done
fi

ninja -k 0 "$target"
status=$?

sum() {
	awk -v word="$1" '$2 == word && /test\(s\)/ { n += $4 } END { print n + 0 }' "$2"
}

# What was compiled of the models in OPGEN_MODELS.
models=build/tests/program/models.passed
[ ! -f "$models" ] || sed -n 's/^[0-9]* ready, .*/models: &/p' "$models"

# Which samples were taken: of the conformance cases that are compiled, of parts of large
# cases that are run in memory, and so on.
logs | xargs grep -h '^OPGEN_SEED=' | sort -u

# How many of ONNX's own tests were run, and why not the others.
for official in build/tests/program/official.passed build/tests/program/official_all.passed; do
	[ ! -f "$official" ] || grep "^[0-9]* of ONNX's test directories: " "$official"
done

# How often each design was run in memory.
grep -h '^in memory: ' build/tests/program/in_memory.passed 2>/dev/null

# What of the pages cannot be tried.
grep -h '^pages: ' build/tests/program/pages.passed 2>/dev/null

# What CMocka says at the end of each program. One that died before that counts as one
# failure, and so does a build that ended before any program could fail.
logs | {
	passed=0
	failed=0
	while read -r log; do
		now=$(sum PASSED "$log")
		passed=$((passed + now))
		now=$(sum FAILED "$log")
		case $now,$log in
		0,*.log) now=1 ;;
		esac
		failed=$((failed + now))
	done
	[ "$status" = 0 ] || [ "$failed" != 0 ] || failed=1
	echo "$passed passed, $failed failed"
}

if [ "$target" = test-all ]; then
	sh tests/fuzz/run.sh || status=1
fi
exit "$status"
