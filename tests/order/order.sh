#!/bin/sh
# The rooms of generator/ are in order, and folders have their pages; and what is not is found,
# as tests/order/wrong shows, which breaks each rule once. With what lua is called.

lua=$1
failed=0

# Every folder of generator/, and those of tests/, but for the benchmark, whose page is a report.
# The names of folders are meant to be split into words.
folders=$(find generator -mindepth 1 -type d | sort; find tests -mindepth 1 -maxdepth 1 -type d ! -name bench | sort)

wrong() {
	"$lua" tests/order/order.lua tests/order/wrong
	"$lua" tests/order/pages.lua tests/order/wrong/*
}

"$lua" tests/order/order.lua generator || failed=$((failed + 1))
"$lua" tests/order/pages.lua $folders || failed=$((failed + 1))
wrong | diff tests/order/expected - || failed=$((failed + 1))

# As CMocka says it, for tests/run.sh.
echo "[  PASSED  ] $((3 - failed)) test(s)."
[ "$failed" = 0 ] && exit
echo "[  FAILED  ] $failed test(s)."
exit 1
