#!/bin/sh
# machine.sh TARGET CC ORT_VERSION: what a race was run on and with, for the report.

model=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
number() {
	sed -n "s/^$1[^:]*: //p" /proc/cpuinfo | head -n 1
}
features=
for feature in avx2 fma f16c avx512f avx512bw avx512vl avx512_fp16 asimd; do
	! grep -qw "$feature" /proc/cpuinfo || features="$features $feature"
done
version() {
	dpkg-query -W -f '${Version}' "$1" 2>/dev/null
}

model="$model, family $(number 'cpu family'), model $(number 'model[[:space:]]')"
echo "Processor: $model:$features"
echo "Emitted code: target $1, $("$2" --version | head -n 1)"
echo "Peers: onnxruntime $3, oneDNN $(version libdnnl2), XNNPACK $(version libxnnpack0)"
[ "$1" != x86-64-v3 ] || echo "The peers are held to AVX2"
