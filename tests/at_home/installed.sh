# For the parts of this folder: opgen installed in ./installed, and a sample of samples/build
# that uses it.

prefix=$PWD/installed
export prefix
sh "$ROOT/.package/install.sh" install
export PATH="$prefix/bin:$PATH"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
export CMAKE_PREFIX_PATH="$prefix"

# What the program of each sample prints.
expected=$ROOT/samples/stem/expected.txt

# Goes to a copy of a sample.
sample() {
	cp -RL "$ROOT/samples/build/$1" "$1"
	cd "$1"
}

# Changes one weight: the last byte is the sign and the exponent of the last one.
edit_weights() {
	printf '\101' | dd of=weights.npy bs=1 conv=notrunc seek=$(($(wc -c <weights.npy) - 1))
}

# No line of a file has the pattern. (What follows ! does not end a script.)
absent() {
	if grep -e "$1" "$2"; then
		return 1
	fi
}
