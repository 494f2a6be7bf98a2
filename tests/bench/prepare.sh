#!/bin/sh
# prepare.sh TABLE FOLDER TARGET WORKLOAD...: has opgen emit the code of each row into FOLDER
# and compiles it; called by run.sh, whose settings in the environment it follows.

table=$1
work=$2
target=$3
shift 3
cc=${OPGEN_BENCH_CC-gcc}
other_cc=${OPGEN_BENCH_OTHER_CC-clang}

# The value that the workload's row has for a key.
row_value() {
	sed -n "s/^$1 .* $2=\([^ ]*\).*/\1/p" "$table"
}

flags_for() {
	case $1 in
	generic) echo "${OPGEN_BENCH_CFLAGS--O3 -march=native}" ;;
	*) echo "${OPGEN_BENCH_CFLAGS--O2}" ;;
	esac
}

# timed FACT COMMAND...: runs the command and adds the seconds that it took to the facts.
timed() {
	fact=$1
	shift
	build/bench/stopwatch "$code.seconds" "$@" &&
		printf '%s\t%s\n' "$fact" "$(cat "$code.seconds")" >>"$code.facts"
}

# compile FACT COMPILER TARGET OBJECT: how long it took goes to the facts, and how many bytes
# of machine code came of it.
compile() {
	# Flags are meant to be split into words.
	timed "$1" "$2" $(flags_for "$3") -fPIC -Iruntime -c "$code.c" -o "$4" || return
	size -A "$4" | awk -v fact="$1 text" '/^\.text/ { n += $2 }
		END { printf "%s\t%d\n", fact, n }' >>"$code.facts"
}

# emit SPEC NAME TARGET NUMERICS: opgen's code for SPEC.json as NAME.so; NAME.facts tells the
# time that opgen and the compilers took, and the bytes of machine code.
emit() {
	code=$work/$2
	timed opgen build/opgen "$work/$1.json" -o "$code.c" --target "$3" --numerics "$4" \
		${OPGEN_BENCH_OPTIONS-} || return
	compile compile "$cc" "$3" "$code.o" || return
	compile other "$other_cc" "$3" "$code-other.o" || return
	"$cc" -shared "$code.o" build/libopgen_runtime.a -lm -o "$code.so"
}

prepare() {
	numerics=$(row_value "$1" numerics)
	: "${numerics:=${OPGEN_BENCH_NUMERICS-fma}}"
	rm -f "$work/$1".* "$work/$1"-*
	build/bench/spec "$table" "$1" "$work" || return
	emit "$1" "$1" "$target" "$numerics" || return
	if [ -f "$work/$1-rt.json" ]; then
		emit "$1-rt" "$1-rt" "$target" "$numerics" || return
	fi
	case $target,$numerics in
	generic,* | *,fast*) ;;
	*) OPGEN_BENCH_OPTIONS='' emit "$1" "$1-generic" generic "$numerics" ;;
	esac
}

for workload; do
	prepare "$workload" || echo "bench: $workload: no code from opgen, or not all of it" >&2
done
