#!/bin/sh
# The rooms of generator/ are in order, folders have their pages, the top level has nothing
# else, and scripts that no test runs can be read; and what is not is found, as
# tests/order/wrong shows, which breaks each rule once. With what lua is called.

lua=$1
failed=0

# Every folder of generator/, and those of tests/, but for the benchmark, whose page is a report.
# The names of folders are meant to be split into words.
folders=$(find generator -mindepth 1 -type d | sort; find tests -mindepth 1 -maxdepth 1 -type d ! -name bench | sort)

# What is at the top level: in a clone what git has, elsewhere all but what is built.
top() {
	if [ -e .git ]; then git ls-files; else ls; fi | sed 's,/.*,,' | sort -u
}

# Those of some names that have no business there.
strays() {
	grep -vx -e '[.].*' -e build -e build.ninja -e generator -e templates -e runtime -e tests \
		-e samples -e README.md -e LICENSE | sed 's/$/: expected nothing of this name at the top level/'
}

# Scripts below folders that cannot be read.
unreadable() {
	find "$@" -name '*.sh' -o -name '*.lua' | sort | while read -r script; do
		case $script in
		*.sh) sh -n "$script" ;;
		*.lua) "$lua" -e 'assert(loadfile(arg[1]))' /dev/null "$script" ;;
		esac 2>/dev/null || echo "$script: expected a script without mistakes of syntax"
	done
}

wrong() {
	printf '%s\n' README.md trial.json tests | strays
	"$lua" tests/order/order.lua tests/order/wrong
	"$lua" tests/order/pages.lua tests/order/wrong/*
	unreadable tests/order/wrong
}

"$lua" tests/order/order.lua generator || failed=$((failed + 1))
"$lua" tests/order/pages.lua $folders || failed=$((failed + 1))
top | strays | diff /dev/null - || failed=$((failed + 1))
unreadable .package samples templates tests | grep -v '^tests/order/wrong/' | diff /dev/null - || failed=$((failed + 1))
wrong | diff tests/order/expected - || failed=$((failed + 1))

# As CMocka says it, for tests/run.sh.
echo "[  PASSED  ] $((5 - failed)) test(s)."
[ "$failed" = 0 ] && exit
echo "[  FAILED  ] $failed test(s)."
exit 1
