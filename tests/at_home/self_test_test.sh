# Self-tests on microcontrollers: a Cortex-M3, which has no floating-point unit, and a
# Cortex-M4 with one for float, both of QEMU.
# packages: gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm

opgen=$ROOT/build/opgen
m3='-mcpu=cortex-m3'
m4='-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard'

# A program of the C files here and of those that are named, for a board and what the
# compiler is told of its processor.
link() {
	board=$1
	shift
	arm-none-eabi-gcc -mthumb "$@" -O2 -Wall -Wextra -Werror -I"$ROOT/runtime" \
		"$ROOT/runtime/opgen_runtime.c" "$ROOT/samples/cortex_m/vectors.c" \
		--specs=rdimon.specs -T "$ROOT/samples/cortex_m/memory.ld" -lm -o "$board.elf"
}

run() {
	timeout 60 qemu-system-arm -M "mps2-$1" -semihosting -nographic -monitor none \
		-serial none -kernel "$1.elf"
}

# Both boards, for what opgen has made of the arguments: every line says ok.
passes() {
	"$opgen" "$@" -o code.c --self-test test.c
	# The lists of options are meant to be split.
	link an385 $m3 code.c test.c
	run an385 >said
	link an386 $m4 code.c test.c
	run an386 >said.m4
	cmp said said.m4
	cat said
	if grep -v ' ok$' said; then
		exit 1
	fi
}

cat >types.json <<'END'
{"nodes": [
{"name": "conv32", "op": "Conv", "dtype": "float32", "inputs": {"X": [1, 3, 8, 8], "W": [4, 3, 3, 3]}},
{"name": "conv64", "op": "Conv", "dtype": "float64", "inputs": {"X": [1, 3, 8, 8], "W": [4, 3, 3, 3]}},
{"name": "conv16", "op": "Conv", "dtype": "float16", "inputs": {"X": [1, 3, 8, 8], "W": [4, 3, 3, 3]}},
{"name": "convb16", "op": "Conv", "dtype": "bfloat16", "inputs": {"X": [1, 3, 8, 8], "W": [4, 3, 3, 3]}},
{"name": "sigmoid", "op": "Sigmoid", "dtype": "float32", "inputs": {"X": [200]}},
{"name": "norm", "op": "LpPool", "dtype": "float64", "inputs": {"X": [1, 2, 12]}, "attributes": {"kernel_shape": [3]}},
{"name": "soft", "op": "Softmax", "dtype": "float32", "inputs": {"input": [3, 40]}},
{"name": "div64", "op": "Div", "dtype": "int64", "inputs": {"A": [99], "B": [99]}},
{"name": "to8", "op": "Cast", "dtype": "float32", "inputs": {"input": [200]}, "attributes": {"to": 3}},
{"name": "turn", "op": "Transpose", "dtype": "complex128", "inputs": {"data": [4, 30]}}
]}
END
passes types.json --numerics strict
passes types.json --numerics fma
passes "$ROOT/samples/stem/stem.json"
passes "$ROOT/samples/digits/digits.json"
passes "$ROOT/samples/spot/spot.json"
passes "$ROOT/samples/smooth/smooth.onnx" --dim batch=1 --graph

# The code of a target, on a board and for its processor.
target_passes() {
	"$opgen" types.json --target "$1" -o code.c --self-test test.c
	board=$2
	shift 2
	link "$board" "$@" code.c test.c
	run "$board" >said
	cat said
	if grep -v ' ok$' said; then
		exit 1
	fi
}

target_passes cortex-m4 an386 $m4
target_passes cortex-m4,cortex-m0 an386 $m4
target_passes cortex-m0 an385 -mcpu=cortex-m0
target_passes cortex-m4,cortex-m0 an385 -mcpu=cortex-m0

# What is broken ends the program with 1, as it does elsewhere.
"$opgen" "$ROOT/samples/stem/stem.json" -o code.c --self-test test.c
sed 's/ + / - /' code.c >broken.c
if cmp -s code.c broken.c; then
	exit 1
fi
link an385 $m3 broken.c test.c
run an385 >said && status=0 || status=$?
cat said
[ "$status" = 1 ]
grep ' differs: of numbers, Y' said

# A product that prints nothing, and one that prints in its own way.
cat >main.c <<'END'
int stem_self_test(void);

int
main(void)
{
	return stem_self_test() + 40;
}
END
link an386 $m4 -DOPGEN_SELF_TEST_BARE -ffreestanding code.c test.c main.c
run an386 >said && status=0 || status=$?
[ "$status" = 40 ]
[ ! -s said ]
if arm-none-eabi-nm an386.elf | grep ' printf$'; then
	exit 1
fi
link an386 $m4 -DOPGEN_SELF_TEST_BARE -include stdio.h '-DOPGEN_SELF_TEST_PRINT(text)=printf("<%s>",(text))' \
	code.c test.c main.c
run an386 >said && status=0 || status=$?
[ "$status" = 40 ]
grep '^<stem>< ><0x.*>< ok><$' said
