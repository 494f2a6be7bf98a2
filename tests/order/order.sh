#!/bin/sh
# The rooms of generator/ are in order; and what is not is found, as tests/order/wrong shows,
# which breaks each rule once. With what lua is called.

lua=$1
failed=0

"$lua" tests/order/order.lua generator || failed=$((failed + 1))
"$lua" tests/order/order.lua tests/order/wrong | diff tests/order/expected - || failed=$((failed + 1))

# As CMocka says it, for tests/run.sh.
echo "[  PASSED  ] $((2 - failed)) test(s)."
[ "$failed" = 0 ] && exit
echo "[  FAILED  ] $failed test(s)."
exit 1
