#!/bin/sh
# How many times as fast rows of tests/bench/workloads.txt are on two threads as on one, cut
# into parts by --parts. Wanted is 1.85 of a convolution that takes 0.1 ms or more.
#
#   sh tests/bench/parts.sh               rows of Conv
#   sh tests/bench/parts.sh WORKLOAD...   these rows
#
# OPGEN_BENCH_THREADS   threads, and parts; 2 if unset. As many cores are taken, from the
#                       first on
# OPGEN_BENCH_TARGET, OPGEN_BENCH_NUMERICS, OPGEN_BENCH_OPTIONS, OPGEN_BENCH_CC,
# OPGEN_BENCH_CFLAGS, OPGEN_BENCH_ROUNDS
#                       as for tests/bench/run.sh

cd "$(dirname "$0")/../.." || exit 3

table=tests/bench/workloads.txt
. tests/bench/ort.sh
threads=${OPGEN_BENCH_THREADS-2}

die() {
	echo "bench: $1" >&2
	exit 3
}

for workload; do
	grep -q "^$workload " "$table" || die "$table has no $workload"
done
[ -n "${OPGEN_BENCH_BUILT-}" ] || ninja --quiet || die "opgen could not be built"
ninja --quiet build/bench/parts build/bench/spec ||
	die "the benchmark could not be built"

target=${OPGEN_BENCH_TARGET-$(widest_target)}
work=build/bench/parts-$target
mkdir -p "$work"

# Flags and options are meant to be split into words.
prepare() {
	numerics=$(sed -n "s/^$1 .* numerics=\([^ ]*\).*/\1/p" "$table")
	build/bench/spec "$table" "$1" "$work" &&
		build/opgen "$work/$1.json" -o "$work/$1.c" --target "$target" \
			--numerics "${numerics:-${OPGEN_BENCH_NUMERICS-fma}}" \
			--parts "$threads" ${OPGEN_BENCH_OPTIONS-} &&
		"${OPGEN_BENCH_CC-gcc}" ${OPGEN_BENCH_CFLAGS--O2} -fPIC -shared -Iruntime \
			"$work/$1.c" build/libopgen_runtime.a -lm -o "$work/$1.so"
}

# The names are meant to be split into words.
[ $# -gt 0 ] || set -- $(sed -n '/op=Conv /s/ .*//p' "$table")
cores=0-$((threads - 1))
echo "$target, $threads threads on cores $cores: time on one thread, how many times as fast"
failed=0
for workload; do
	prepare "$workload" &&
		taskset -c "$cores" build/bench/parts "$table" "$workload" \
			"$work/$workload.so" "$threads" "${OPGEN_BENCH_ROUNDS-15}" ||
		failed=1
done
exit "$failed"
