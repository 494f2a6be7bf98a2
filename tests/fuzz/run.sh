#!/bin/sh
# Feeds opgen mutated specs, models and arrays, and says what broke. Beside crashes, leaks,
# undefined behaviour, more than 5 seconds (the sanitizers cost most of them) and more than
# 256 MiB, a finding is a refusal without a message, a message or a list that a terminal
# should not see, and accepted input whose C does not compile without a warning.
#
#   sh tests/fuzz/run.sh                        each target for a minute
#   sh tests/fuzz/run.sh SECONDS [TARGET...]    these, for so long; 0: known inputs only
#
# Targets: spec, onnx, tensorflow, openvino, npy, and command, which takes any of the first
# four through the whole command. What a run has found to be of interest
# is kept in build/fuzz/corpus and where the next one begins; findings are in
# build/fuzz/findings, and build/fuzz/TARGET FILE tries one again.
#
# Another target, nodes, draws nodes of every operation and tries in memory what is made of
# each (tests/fuzz/nodes.c). build/tests/fuzz/nodes NUMBER 1 tries one again.
#
# OPGEN_MODELS: a folder of models of other people, to begin with besides those in tests.
# OPGEN_FUZZ_COMPILE: every how manieth accepted input is compiled; 256 if unset, 0: none.

cd "$(dirname "$0")/../.." || exit 3
. tests/fuzz/seeds.sh

all="spec onnx tensorflow openvino npy command nodes"
seconds=${1-60}
[ $# -eq 0 ] || shift
case $seconds in
'' | *[!0-9]*)
	echo "usage: sh tests/fuzz/run.sh [SECONDS [TARGET...]]" >&2
	exit 2
	;;
esac
for target; do
	case " $all " in
	*" $target "*) ;;
	*)
		echo "fuzz: there is no target $target, only $all" >&2
		exit 2
		;;
	esac
done
# The names are meant to be split into words.
[ $# -gt 0 ] || set -- $all

packages="gcc g++ libc6-dev clang libclang-rt-dev ninja-build lua5.4 libjansson-dev libexpat1-dev libmd-dev libprotobuf-c-dev protobuf-c-compiler"
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
[ -n "${OPGEN_FUZZ_BUILT-}" ] ||
	ninja --quiet build/opgen build/libopgen_runtime.a build/tests/fuzz/nodes || exit 3
[ "$*" = nodes ] || ninja --quiet -f tests/fuzz/fuzz.ninja || exit 3

fuzz() {
	corpus=build/fuzz/corpus/$target
	seeds=build/fuzz/seeds/$target
	findings=build/fuzz/findings/$target-
	log=build/fuzz/$target.log
	rm -rf "$seeds" build/fuzz/work
	mkdir -p "$corpus" "$seeds" build/fuzz/findings build/fuzz/work
	list_seeds "$target" | gather "$target" "$seeds"
	bound=-max_total_time=$seconds
	[ "$seconds" != 0 ] || bound=-runs=0
	# libFuzzer's own bound on memory is for what the targets' bound does not see.
	ASAN_OPTIONS=quarantine_size_mb=16 "build/fuzz/$target" "$bound" -timeout=5 \
		-rss_limit_mb=4096 -max_len=$((1024 * largest)) -print_final_stats=1 \
		-artifact_prefix="$findings" "$corpus" "$seeds" >"$log" 2>&1
	status=$?
	awk -v target="$target" '
	/^stat::number_of_executed_units/ { runs = $2 }
	/ cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") covered = $(i + 1) }
	END { printf "fuzz: %s: %d inputs, %d edges covered\n", target, runs, covered }
	' "$log"
	case $status in
	0) return 0 ;;
	72)
		echo "fuzz: $target: interrupted" >&2
		exit 3
		;;
	esac
	grep -a -m 1 -A 12 'ERROR:\|broken promise\|runtime error' "$log"
	grep -a '^artifact_prefix' "$log" | sed 's/.*written to/fuzz: finding:/'
	echo "fuzz: the whole report: $log"
	return 1
}

# From a number on that is another one each time, and that tells where to begin again.
draw() {
	number=$(date +%s)000
	log=build/fuzz/nodes.log
	build/tests/fuzz/nodes "$number" "${seconds}s" >"$log" 2>&1
	status=$?
	sed -n "s/^nodes: .* nodes a minute/fuzz: & from $number on/p" "$log"
	[ "$status" != 0 ] || return 0
	grep -v '^ *[0-9]' "$log"
	echo "fuzz: the whole report: $log"
	return 1
}

failed=0
for target; do
	case $target in
	nodes) try=draw ;;
	*) try=fuzz ;;
	esac
	$try || failed=$((failed + 1))
done
echo "fuzz: $# targets, $failed with findings"
[ "$failed" = 0 ]
