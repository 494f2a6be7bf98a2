#!/bin/sh
# Races whole networks against onnxruntime, both on as many threads: those of graph-refs/list.json in the
# folder OPGEN_MODELS. Networks in its onnx/light, whose weights are all the same number, get
# random ones by its tools/randomise.py, which needs Debian's python3-onnx.
#
#   sh tests/bench/networks.sh               all of them
#   sh tests/bench/networks.sh WORD...       those whose path has one of the words
#
# OPGEN_BENCH_THREADS   threads; 1 if unset. More have as many cores, from the first on, and
#                       --parts
# OPGEN_BENCH_TARGET, OPGEN_BENCH_NUMERICS, OPGEN_BENCH_ROUNDS, OPGEN_BENCH_CPU,
# OPGEN_BENCH_BUSY, OPGEN_BENCH_QUIET
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
[ -n "${OPGEN_BENCH_BUILT-}" ] || $as_busy ninja --quiet build/opgen build/libopgen_runtime.a ||
	die "opgen could not be built"
install_ort || die "onnxruntime could not be installed"
$as_busy ninja --quiet build/bench/networks ||
	die "the benchmark could not be built"

# The same folder with other weights.
models=build/bench/models
link_models() {
	mkdir -p $models/onnx/light &&
		for path in "$1"/* "$1"/onnx/*; do
			name=${path#"$1"/}
			[ "$name" = onnx ] || [ "$name" = onnx/light ] || ln -sfn "$path" $models/"$name"
		done
}
randomise() {
	for path in "$OPGEN_MODELS"/onnx/light/*.onnx; do
		made=$models/onnx/light/${path##*/}
		[ -f "$made" ] || $as_busy /usr/bin/python3 "$OPGEN_MODELS"/tools/randomise.py \
			"$path" "$made" >/dev/null || return
	done
}
link_models "$(cd "$OPGEN_MODELS" && pwd)" && randomise ||
	die "the networks could not be given random weights"

target=${OPGEN_BENCH_TARGET-$(widest_target)}
ort_library=$(ort_for "$target") || die "onnxruntime could not be copied without AVX-512"
threads=${OPGEN_BENCH_THREADS-1}
cpu=${OPGEN_BENCH_CPU-$(($(nproc --all) - 1))}
[ "$threads" = 1 ] || cpu=0-$((threads - 1))
$as_quiet env OPGEN_BUILD="$PWD/build" OPGEN_MODELS=$models taskset -c "$cpu" \
	build/bench/networks "$ort_library" "$target" "${OPGEN_BENCH_NUMERICS-fma}" \
	"${OPGEN_BENCH_ROUNDS-15}" "$threads" "$@"
