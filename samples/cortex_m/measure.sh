#!/bin/sh
# Measures a network on a Cortex-M4: sh measure.sh MODEL.onnx [OPTION...], with opgen in the
# PATH. The options are opgen's, such as --unroll small. Debian: gcc-arm-none-eabi,
# libnewlib-arm-none-eabi, qemu-system-arm.
#
# OPTIMISE   the compiler's level; -Os if unset
# RUN=no     sizes alone, for networks that the board has no memory for
set -e
here=$(dirname "$0")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

make() {
	opgen "$@" --name net --target cortex-m4 --workspace static -o "$out/net.c"
}
compile() {
	arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard \
		-I"$here/../../runtime" "$@"
}

make "$@"
compile "${OPTIMISE--Os}" -c "$out/net.c" -o "$out/net.o"
compile -Os -ffunction-sections -c "$here/../../runtime/opgen_runtime.c" -o "$out/runtime.o"
# The function, and what it calls of the runtime and the C library, and nothing else.
compile -nostartfiles "$out/net.o" "$out/runtime.o" -lm -Wl,--gc-sections,-e,net \
	-o "$out/sizes.elf"
arm-none-eabi-size -A "$out/sizes.elf" | awk '
	/^\.text/ { code += $2 }
	/^\.rodata/ { constants += $2 }
	/^\.(bss|data)/ { ram += $2 }
	END { print code " bytes of code, " constants + 0 " of constants, " ram + 0 " of workspace" }'

[ "${RUN-yes}" = no ] && exit
make "$@" --self-test "$out/test.c"
compile -O2 -Wl,--wrap=net "$out/net.o" "$out/runtime.o" "$out/test.c" "$here/count.c" \
	"$here/vectors.c" --specs=rdimon.specs -T "$here/memory.ld" -lm -o "$out/test.elf"
timeout 100 qemu-system-arm -M mps2-an386 -icount shift=0 -semihosting -nographic \
	-monitor none -serial none -kernel "$out/test.elf"
