#!/bin/sh
# Takes some of the files that fuzzing begins with, others each time, through fuzz targets
# that known.c drives; called by ninja test.
#
#   sh tests/fuzz/known.sh PROGRAM...
#
# OPGEN_SEED: which files; another number each time if unset.

. tests/fuzz/seeds.sh
of=8 # one file of so many
seed=${OPGEN_SEED-$(date +%s)}
echo "OPGEN_SEED=$seed gives fuzz targets the same files again"
mkdir -p build/fuzz/work

# Says in its log which file it was.
try() {
	target=$(basename "$1")
	seeds=build/fuzz/known/$target
	rm -rf "$seeds"
	mkdir -p "$seeds"
	list_seeds "$target" | sort |
		awk -v seed="$seed" -v of=$of 'BEGIN { srand(seed) } rand() * of < 1' |
		gather "$target" "$seeds"
	find "$seeds" -type f | xargs -r "$1" >"$seeds.log" 2>&1 || {
		tail -n 40 "$seeds.log"
		return 1
	}
}

# As CMocka says it, for tests/run.sh.
failed=0
for program; do
	try "$program" || failed=$((failed + 1))
done
echo "[  PASSED  ] $(($# - failed)) test(s)."
[ "$failed" = 0 ] && exit
echo "[  FAILED  ] $failed test(s)."
exit 1
