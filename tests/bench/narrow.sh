#!/bin/sh
# narrow.sh LIBRARY COPY: a copy of a library for x86-64 in which narrow.c answers CPUID.
# Needs objdump, of Debian's binutils, which gcc brings.

set -e
library=$1
copy=$2
trap 'rm -f "$copy.made"' EXIT

# Instructions stand in the file at their address less this, in hexadecimal.
shift_of_text=$(objdump -h "$library" |
	awk '$2 == ".text" { print "0x" $4 " - 0x" $6 }')
[ -n "$shift_of_text" ]

cp "$library" "$copy.made"
chmod u+w "$copy.made"
objdump -d -j .text "$library" |
	sed -n 's/^ *\([0-9a-f]*\):\t0f a2 *\tcpuid.*/\1/p' |
	while read -r address; do
		printf '\017\004' | dd of="$copy.made" bs=1 conv=notrunc status=none \
			seek=$((0x$address - ($shift_of_text)))
	done
! cmp -s "$library" "$copy.made"
mv "$copy.made" "$copy"
