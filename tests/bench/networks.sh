#!/bin/sh
# Races whole networks against onnxruntime on one core: those of graph-refs/list.json in the
# folder OPGEN_MODELS.
#
#   sh tests/bench/networks.sh               all of them
#   sh tests/bench/networks.sh WORD...       those whose path has one of the words
#
# OPGEN_BENCH_TARGET, OPGEN_BENCH_ROUNDS, OPGEN_BENCH_CPU, OPGEN_BENCH_BUSY, OPGEN_BENCH_QUIET
#                       as for run.sh

cd "$(dirname "$0")/../.." || exit 3

as_busy=${OPGEN_BENCH_BUSY-}
as_quiet=${OPGEN_BENCH_QUIET-}
. tests/bench/ort.sh

die() {
	echo "bench: $1" >&2
	exit 3
}

[ -d "${OPGEN_MODELS-}" ] || die "OPGEN_MODELS names no folder of models"
[ -n "${OPGEN_BENCH_BUILT-}" ] || $as_busy ninja --quiet build/opgen build/libopgen_runtime.a build/tests/libsupport.a ||
	die "opgen could not be built"
install_ort || die "onnxruntime could not be installed"
$as_busy ninja --quiet -f tests/bench/bench.ninja build/bench/networks ||
	die "the benchmark could not be built"

target=${OPGEN_BENCH_TARGET-$(widest_target)}
cpu=${OPGEN_BENCH_CPU-$(($(nproc --all) - 1))}
$as_quiet env OPGEN_BUILD="$PWD/build" taskset -c "$cpu" \
	build/bench/networks "$ort" "$target" "${OPGEN_BENCH_ROUNDS-15}" "$@"
