# Compiles every source with clang as C11 and with gcc as C23, so far as warnings go, which
# are errors here.
#
#   sh tests/order/compilers.sh WARNING…     -Wall and so on, from the repository's root
#
# Left out are the benchmark, which includes other headers, the mistakes in tests/order/wrong,
# and what is compiled with a header that a test makes.

failed=0

sources() {
	find generator runtime build/generator build/templates tests -name '*.c' \
		! -name '*.pb-c.c' ! -path 'tests/bench/*' ! -path 'tests/order/wrong/*' \
		! -path 'tests/golden/*' ! -path 'tests/errors/*' \
		! -path tests/support/dispatched.c | sort
}

# compiler standard warning…: two at a time, for which most machines have processors.
check() {
	compiler=$1 standard=$2
	shift 2
	sources | xargs -P 2 -n 32 "$compiler" -std="$standard" -fsyntax-only -Werror "$@" \
		-D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Igenerator -Ibuild/generator \
		-Iruntime -Itemplates -Itests || failed=$((failed + 1))
}

check clang c11 "$@"
check gcc c2x "$@"

# As CMocka says it, for tests/run.sh.
echo "[  PASSED  ] $((2 - failed)) test(s)."
[ "$failed" = 0 ] && exit
echo "[  FAILED  ] $failed test(s)."
exit 1
