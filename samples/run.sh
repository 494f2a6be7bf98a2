#!/bin/sh
# Installs what opgen needs where it is missing (Debian packages; elsewhere that is left to
# you), builds it, turns the spec or model of every sample into C, compiles and runs that,
# and prints each result beside the expected one. Exits with 1 when one differs, with 3 when
# something else fails. What a sample writes is in build/samples/NAME.
#
#   sh samples/run.sh
#
# CC: the C compiler for the samples; cc if unset.

cd "$(dirname "$0")/.." || exit 3

packages="gcc libc6-dev ninja-build lua5.4 libjansson-dev libexpat1-dev libmd-dev libprotobuf-c-dev protobuf-c-compiler"
# For the sample of OpenMP.
case ${CC-} in
*clang*) packages="$packages clang libomp-dev" ;;
esac
missing=
command -v dpkg-query >/dev/null || packages=
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

ninja || exit 3

cc=${CC:-cc}
warnings="-std=c99 -Wall -Wextra -Wpedantic -Werror"

# The commands that a user would type. A file of options says which nodes of a model are
# wanted, one of cflags what the compiler is told beside; they are meant to be split into
# words.
build_sample() {
	options=
	cflags=
	[ ! -f "samples/$name/options" ] || options=$(cat "samples/$name/options")
	[ ! -f "samples/$name/cflags" ] || cflags=$(cat "samples/$name/cflags")
	build/opgen "$spec" $options -o "$out/$name.c" --header "$out/$name.h" &&
		$cc $warnings -O2 $cflags -Iruntime -I"$out" "samples/$name/main.c" "$out/$name.c" \
			build/libopgen_runtime.a -lm -o "$out/$name" &&
		(cd "$out" && "./$name" >result.txt)
}

# Two columns of the lines of two files, with a mark where they differ.
print_beside() {
	awk '
	FNR == 1 { column++ }
	{
		line[column, FNR] = $0
		if (column == 1 && length($0) > width)
			width = length($0)
		if (FNR > lines)
			lines = FNR
	}
	END {
		for (i = 1; i <= lines; i++)
			printf "  %-" width "s  %s  %s\n", line[1, i], \
				line[1, i] == line[2, i] ? "|" : "#", line[2, i]
	}' "$1" "$2"
}

echo
echo "left: result, right: expected; # marks a line that differs"
echo
passed=0
differing=
for spec in samples/*/*.json samples/*/*.onnx; do
	name=$(basename "$(dirname "$spec")")
	out=build/samples/$name
	mkdir -p "$out" && build_sample || exit 3
	echo "$name"
	print_beside "$out/result.txt" "samples/$name/expected.txt"
	echo
	if cmp -s "$out/result.txt" "samples/$name/expected.txt"; then
		passed=$((passed + 1))
	else
		differing="$differing $name"
	fi
done

echo "$passed as expected, differing:${differing:- none}"
[ -z "$differing" ]
