#!/bin/sh
# Races opgen's code against libraries on one core, and says which rows of
# tests/bench/workloads.txt fall short of what is wanted.
#
#   sh tests/bench/run.sh               every row
#   sh tests/bench/run.sh WORKLOAD...   these rows
#
# OPGEN_BENCH_TARGET    opgen's --target; the widest that opgen and this machine know if unset
# OPGEN_BENCH_NUMERICS  opgen's --numerics; fma if unset
# OPGEN_BENCH_OPTIONS   more options for opgen
# OPGEN_BENCH_CC        compiler of the emitted code; gcc if unset
# OPGEN_BENCH_OTHER_CC  one whose code is not raced, but it must not take long; clang if unset
# OPGEN_BENCH_CFLAGS    its flags; -O3 -march=native for generic, else -O2
# OPGEN_BENCH_ROUNDS    15 if unset
# OPGEN_BENCH_CPU       the core to run on; the last one if unset
# OPGEN_BENCH_BUSY, OPGEN_BENCH_QUIET
#                       commands put before what keeps the machine busy and before what is
#                       timed, for machines that are shared

cd "$(dirname "$0")/../.." || exit 3

table=tests/bench/workloads.txt
. tests/bench/ort.sh
as_busy=${OPGEN_BENCH_BUSY-}
as_quiet=${OPGEN_BENCH_QUIET-}

die() {
	echo "bench: $1" >&2
	exit 3
}

install_packages() {
	packages="gcc clang libc6-dev binutils util-linux ninja-build lua5.4 libjansson-dev libmd-dev \
		libdnnl-dev libxnnpack-dev libpthreadpool-dev libcpuinfo-dev"
	command -v npm >/dev/null || packages="$packages nodejs npm"
	missing=
	for package in $packages; do
		dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null |
			grep -qx installed || missing="$missing $package"
	done
	[ -n "$missing" ] || return 0
	as_root=
	[ "$(id -u)" = 0 ] || as_root=sudo
	# The list is meant to be split into words.
	$as_root apt-get update &&
		$as_busy $as_root env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y --no-install-recommends $missing
}

libraries() {
	echo "ort=$ort_library"
	for contender in opgen opgen-rt opgen-generic; do
		library=$work/$1${contender#opgen}.so
		[ ! -f "$library" ] || echo "$contender=$library"
	done
}

# oneDNN's instruction set follows the target, and XNNPACK's follows oneDNN's (xnnpack.c).
measure() {
	[ -f "$work/$1.so" ] || return 0
	isa=ALL
	[ "$target" != x86-64-v3 ] || isa=AVX2
	$as_quiet env OMP_NUM_THREADS=1 ONEDNN_MAX_CPU_ISA=$isa DNNL_MAX_CPU_ISA=$isa \
		taskset -c "$cpu" build/bench/bench "$table" "$1" "$rounds" $(libraries "$1") \
		>"$work/$1.result"
}

for workload; do
	grep -q "^$workload " "$table" || die "$table has no $workload"
done
install_packages || die "packages could not be installed"
[ -n "${OPGEN_BENCH_BUILT-}" ] || $as_busy ninja --quiet || die "opgen could not be built"
install_ort || die "onnxruntime could not be installed"
$as_busy ninja --quiet build/bench/bench build/bench/programs || die "the benchmark could not be built"

target=${OPGEN_BENCH_TARGET-$(widest_target)}
ort_library=$(ort_for "$target") || die "onnxruntime could not be copied without AVX-512"
rounds=${OPGEN_BENCH_ROUNDS-15}
cpu=${OPGEN_BENCH_CPU-$(($(nproc --all) - 1))}
work=build/bench/$target
mkdir -p "$work"

# The rows to race when none are named; generic has no fast mode.
rows() {
	case $target in
	generic) sed '/^#/d; /numerics=fast/d; s/ .*//' "$table" ;;
	*) sed '/^#/d; s/ .*//' "$table" ;;
	esac
}

# The names are meant to be split into words.
[ $# -gt 0 ] || set -- $(rows)
$as_busy sh tests/bench/prepare.sh "$table" "$work" "$target" "$@"
for workload; do
	measure "$workload" || echo "bench: $workload could not be measured" >&2
done
sh tests/bench/machine.sh "$target" "${OPGEN_BENCH_CC-gcc}" $ort_version >"$work/machine.txt"
lua5.4 tests/bench/report.lua "$table" "$work" "$target" "$@"
