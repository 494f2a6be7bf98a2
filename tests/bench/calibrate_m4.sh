#!/bin/sh
# Counts the instructions of the rows for Cortex-M4 and Cortex-M0 in
# generator/target/processor.c, under qemu. Debian: gcc-arm-none-eabi,
# libnewlib-arm-none-eabi, qemu-system-arm.
set -e
cd "$(dirname "$0")/../.."
out=build/bench/calibrate_m4
mkdir -p "$out"

# A board, and what the compiler is told of the processor.
counts() {
	board=$1
	shift
	arm-none-eabi-gcc -std=gnu11 -mthumb "$@" -O2 -Igenerator -Iruntime -Itests/bench \
		tests/bench/calibrate_m4.c tests/bench/calibrate_report.c \
		generator/target/processor.c runtime/opgen_runtime.c samples/cortex_m/vectors.c \
		--specs=rdimon.specs -T samples/cortex_m/memory.ld -lm -o "$out/$board.elf"
	timeout 100 qemu-system-arm -M "mps2-$board" -icount shift=0 -semihosting -nographic \
		-monitor none -serial none -kernel "$out/$board.elf"
}

counts an386 -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard
# qemu's board has a Cortex-M3, which runs the instructions of a Cortex-M0.
counts an385 -mcpu=cortex-m0
