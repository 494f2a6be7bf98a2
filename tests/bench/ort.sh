# What sh tests/bench/run.sh and networks.sh have in common: where onnxruntime is, and the
# target. as_busy: see run.sh.

ort_version=1.30.0
case $(uname -m) in
aarch64) ort=arm64 ;;
*) ort=x64 ;;
esac
ort=build/bench/npm/node_modules/onnxruntime-node/bin/napi-v6/linux/$ort/libonnxruntime.so.1

# onnxruntime's library out of its package for node; nothing of it is run while installing.
install_ort() {
	[ ! -f "$ort" ] || return 0
	$as_busy npm install --prefix build/bench/npm --ignore-scripts --no-audit --no-fund \
		--loglevel=error onnxruntime-node@$ort_version && [ -f "$ort" ]
}

# ort_for TARGET: the library to race on a target. It asks the processor itself what there is
# and has no setting, so for x86-64-v3 a copy is made that is told of no AVX-512.
ort_for() {
	if [ "$1" != x86-64-v3 ]; then
		echo "$ort"
		return
	fi
	narrow=${ort%/*}/narrow.so
	[ -f "$narrow" ] || $as_busy sh tests/bench/narrow.sh "$ort" "$narrow" || return
	echo "$narrow"
}

# The widest vectors that opgen has code for and this machine runs.
widest_target() {
	for target in "x86-64-v4 avx512f" "x86-64-v3 avx2"; do
		if build/opgen --help | grep -q "^  ${target% *} " &&
			grep -qw "${target#* }" /proc/cpuinfo; then
			echo "${target% *}"
			return
		fi
	done
	echo generic
}
