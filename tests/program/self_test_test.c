/* opgen's --self-test: the programs that it makes pass, find what is broken, and are part
   of a run as its other files are. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

#define STRICT \
	"-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual " \
	"-Wdouble-promotion -Wundef -Werror -I$RUNTIME "
/* Makes t of the C files here, and runs it. */
#define BUILD_WITH(more) \
	" $(words \"${CC:-cc}\") -I$RUNTIME " more " $RUNTIME_LIBRARY -lm -o t && ./t "
#define BUILD BUILD_WITH("c.c t.c")
#define MAKE "opgen net.json -o c.c --self-test t.c && "
/* From then on a target's variable says that the processor lacks it. */
#define CAN_LACK \
	"sed -i 's/OPGEN_HAS_X86_64_\\(V[34]\\)/!getenv(\"LACKS_\\1\") \\&\\& &/' c.c " \
	"&& " \
	"grep -c getenv c.c "
/* Refused as --check is, with what it says. */
#define STALE(change) MAKE change " opgen net.json -o c.c --self-test t.c --check"

/* A program that takes the place of main: on bare metal. */
#define PRODUCT \
	"printf '#include <stdio.h>\\nint f_self_test(void);\\nint main(void) { " \
	"printf(\"%%d\\\\n\", f_self_test()); return 0; }' > main.c; "

/* clang-format off */
static const struct script passing_rows[] = {
	{"every element type, several functions", "opgen types.json -o c.c --self-test t.c && " BUILD "> said; grep -c ' 0x.* ok$' said; grep -vc ' ok$' said", 1, "16\n0\n", ""},
	{"a graph, node by node", "opgen net.json -o c.c --self-test t.c && " BUILD, 0, "net 0x", ""},
	{"workspaces of all kinds", "for w in argument static stack; do opgen net.json --workspace $w -o c.c --self-test t.c && " BUILD "|| exit 9; done | sort -u | wc -l", 0, "1\n", ""},
	{"a model", "opgen $SAMPLE --dim batch=1 --graph --name net -o c.c --self-test t.c && " BUILD, 0, " ok\n", ""},
	{"weights at run time, packed as well", "opgen layer.json -o c.c --self-test t.c && grep -c 'layer_packed(' t.c && " BUILD, 0, "2\nlayer 0x", ""},
	{"and in a graph, where they are an argument like any other", "sed 's/16, 3, 3, 3/1, 3, 3, 3/' weighted.json > w.json; for o in weighted.json 'weighted.json --target x86-64-v3' 'w.json --unroll full'; do opgen $(words \"$o\") -o c.c --self-test t.c && " BUILD "|| exit 9; done | grep -c ' ok$'", 0, "3\n", ""},
	{"without a workspace", "sed 's/\"m\"/\"y\"/; s/, {\"op\": \"MaxPool.*}]/]/' weighted.json > w.json; opgen w.json --target x86-64-v3 -o c.c --self-test t.c && " BUILD, 0, " ok\n", ""},
	{"steps that share a function", "for o in '' '--target x86-64-v3' '--target x86-64-v4,generic --workspace static' '--constants k.c'; do rm -f k.c; opgen twice.json --unroll window $(words \"$o\") -o c.c --self-test t.c && test $(grep -c '^\topgen_net_a[_v34]*(' c.c) -ge 2 && " BUILD_WITH("c.c t.c $(ls k.c 2>/dev/null)") "|| exit 9; done | grep -c ' ok$'", 0, "4\n", ""},
	{"constants in a file of their own", "opgen net.json -o c.c --constants k.c --self-test t.c && " BUILD_WITH("c.c k.c t.c"), 0, " ok\n", ""},
	{"constants that the product defines", "opgen net.json -o c.c --constants k.c --unroll window && opgen net.json -o c.c --constants extern --unroll window --self-test t.c && " BUILD_WITH("c.c k.c t.c"), 0, " ok\n", ""},
	{"scratch that the caller has, packing as well", "for o in '' '--target x86-64-v3,generic' '--target x86-64-v3 --numerics fast'; do opgen layer.json wide.json $(words \"$o\") --workspace argument -o c.c --self-test t.c && test $(grep -c opgen_test_align t.c) -ge 3 && gcc -std=c99 -Wstrict-prototypes -Wmissing-prototypes " STRICT "-c t.c && " BUILD "|| exit 9; done | grep -c ' ok$'", 0, "6\n", ""},
	{"scratch of no bytes", "opgen relu.json --workspace argument -o c.c --self-test t.c && grep -c ', NULL);' t.c && " BUILD, 0, "1\nrelu 0x", ""},
	{"targets that the processor has or lacks", "opgen layer.json --target x86-64-v4,x86-64-v3 -o c.c --self-test t.c && " CAN_LACK "&& " BUILD_WITH("-include stdlib.h c.c t.c") "> best && LACKS_V4= ./t | cmp - best && LACKS_V4= LACKS_V3= ./t | cmp - best && cat best", 0, "6\nlayer 0x", ""},
	{"the hash does not depend on the target", "for t in generic x86-64-v3 aarch64; do opgen net.json --numerics strict --target $t -o c.c --self-test t$t.c; done; cmp tgeneric.c tx86-64-v3.c && cmp tgeneric.c taarch64.c", 0, "", ""},
	{"fast has the bits of each target", "opgen wide.json --numerics fast --target x86-64-v3 -o c.c --self-test t.c && grep -o 'wide, hash.* or' t.c && for d in '' -DOPGEN_HAS_X86_64_V3=0; do opgen wide.json --numerics fast --target x86-64-v3,generic -o c.c --self-test t.c; " BUILD_WITH("$d c.c t.c") "|| exit 9; done | sort -u | wc -l", 1, "", ""},
	{"one of them has to agree throughout", "opgen wide.json --numerics fast --target x86-64-v3,generic -o c.c --self-test t.c && grep -o 'wide, hash .* or ' t.c | wc -l && for d in '' -DOPGEN_HAS_X86_64_V3=0; do " BUILD_WITH("$d c.c t.c") "|| exit 9; done | sort -u | wc -l", 0, "1\n2\n", ""},
	{"parts, of a network step by step", "for o in '' '--workspace static' '--target x86-64-v3,generic'; do opgen net.json --parts 3 $(words \"$o\") -o c.c --self-test t.c && grep -q 'net_step_part(opgen' t.c && gcc -std=c99 " STRICT "-c t.c && " BUILD "|| exit 9; done | grep -c ' ok$'", 0, "3\n", ""},
	{"parts, of an operation with its weights packed, too", "opgen layer.json --parts 3 -o c.c --self-test t.c && grep -q 'layer_part(opgen' t.c && " BUILD, 0, " ok\n", ""},
	{"a part that is left out is found", "opgen wide.json --parts 2 -o c.c --self-test t.c && sed -i '/^\t*case 0:$/,/break/s/^\t*opgen_.*_part_0(.*//' c.c && " BUILD, 1, " differs: of numbers, in parts, ", ""},
	{"an output without elements", "opgen empty.json -o c.c --self-test t.c && " BUILD, 0, "empty 0x0 ok\n", ""},
	{"a prefix", "opgen net.json --prefix p_ -o c.c --self-test t.c && grep -c '^p_net_self_test' t.c && " BUILD, 0, "1\np_net 0x", ""},
	{"data movements keep the bits of NaNs", "opgen move.json -o c.c --self-test t.c && grep -o ', 1};' t.c && " BUILD, 0, ", 1};\nmove 0x", ""},
};

static const struct script broken_rows[] = {
	{"a broken constant is found", MAKE "sed -i 's/0\\.375f/0.376f/' c.c && " BUILD, 1, " differs: of numbers, y[", ""},
	{"so is one of the product's", "opgen net.json -o c.c --constants k.c --unroll window && opgen net.json -o c.c --constants extern --unroll window --self-test t.c && sed -i 's/0\\.375f/0.376f/' k.c && " BUILD_WITH("c.c k.c t.c"), 1, " differs: of numbers, y[", ""},
	{"so is one that only specials show", "opgen relu.json -o c.c --self-test t.c && sed -i 's/opgen_max_float32(0.0f, X.i1.)/X[i1] != X[i1] ? 0.0f : &/' c.c && " BUILD, 1, " differs: of specials, Y[", ""},
	{"a broken statement is found", MAKE "sed -i 's/src.9., w2/src[9], w1/' c.c && " BUILD, 1, " differs: of numbers, r[", ""},
	{"a difference names place, wanted and got", "opgen small.json -o c.c --self-test t.c && sed -i 's/Y\\[3\\] = .*/Y[3] = 7.0f;/' c.c && " BUILD, 1, " differs: of numbers, Y[3]: wanted 0x", ""},
	{"the bits of what it got", "opgen small.json -o c.c --self-test t.c && sed -i 's/Y\\[3\\] = .*/Y[3] = 7.0f;/' c.c && " BUILD, 1, ", got 0x40e00000\n", ""},
	{"an output that is not written is found", "opgen small.json -o c.c --self-test t.c && sed -i '/Y\\[3\\] = /d' c.c && " BUILD, 1, ", got 0xa5a5a5a5\n", ""},
	{"other functions are told of, too", "opgen types.json -o c.c --self-test t.c && sed -i '0,/ + /s// - /' c.c && " BUILD "> said; grep -c ' differs: ' said; grep -c ' ok$' said", 0, "1\n15\n", ""},
	{"flushed subnormals are found", "opgen sum.json -o c.c --self-test t.c && printf '#include <xmmintrin.h>\\nint sum_self_test(void);\\nint main(void) { _mm_setcsr(_mm_getcsr() | 0x8040); return sum_self_test(); }' > main.c && " BUILD_WITH("-DOPGEN_SELF_TEST_BARE c.c t.c main.c"), 1, "", ""},
};

static const struct script bare_rows[] = {
	{"bare metal has no main, prints nothing and is told the number", "sed 's/\"net\"/\"f\"/' net.json > f.json && opgen f.json -o c.c --self-test t.c && " PRODUCT BUILD_WITH("-DOPGEN_SELF_TEST_BARE c.c t.c main.c"), 0, "0\n", ""},
	{"that of the first function that differs", "sed 's/\"net\"/\"f\"/' net.json > f.json && opgen f.json types.json -o c.c --self-test t.c && sed -i 's/opgen_add_int8(A.[0-9]*./opgen_add_int8(A[1]/' c.c && " PRODUCT BUILD_WITH("-w -DOPGEN_SELF_TEST_BARE c.c t.c main.c"), 0, "6\n", ""},
	{"it prints where it is told how", "sed 's/\"net\"/\"f\"/' net.json > f.json && opgen f.json -o c.c --self-test t.c && " PRODUCT BUILD_WITH("-DOPGEN_SELF_TEST_BARE '-DOPGEN_SELF_TEST_PRINT(text)=puts(text)' -include stdio.h c.c t.c main.c"), 0, " ok\n\n\n0\n", ""},
	{"without a C library", MAKE "$(words \"${CC:-cc}\") -std=c99 " STRICT "-ffreestanding -nostdinc -isystem $RUNTIME/../tests/freestanding -isystem $($(words \"${CC:-cc}\") -print-file-name=include) -c t.c && nm -u t.o | grep -v ' net$' | grep -c -v ' mem'", 1, "0\n", ""},
};

static const struct script language_rows[] = {
	{"C99 to C23 without a warning", MAKE "for s in c99 c11 c17 c2x; do for c in gcc clang; do $c -std=$s -Wstrict-prototypes -Wmissing-prototypes " STRICT "-c t.c || exit 9; done; done", 0, "", ""},
	{"C++ as well", MAKE "for c in g++ clang++; do $c -x c++ -std=c++11 " STRICT "-c t.c || exit 9; done", 0, "", ""},
	{"with packed weights, too", "opgen layer.json types.json -o c.c --self-test t.c && gcc -std=c99 -Wstrict-prototypes -Wmissing-prototypes " STRICT "-c t.c && clang++ -x c++ -std=c++11 " STRICT "-c t.c", 0, "", ""},
	{"tcc compiles it", MAKE "tcc -Wall -Werror -I$RUNTIME c.c t.c $RUNTIME/opgen_runtime.c -lm -o t && ./t", 0, " ok\n", ""},
	{"it asks for the runtime that it is for", MAKE "sed -i 's/_VERSION != 2/_VERSION != 9/' t.c; ! gcc -I$RUNTIME -c t.c 2>&1 | grep -c 'another version of opgen_self_test.h'", 1, "2\n", ""},
};

static const struct script file_rows[] = {
	{"the same bytes each time", MAKE "cp t.c a && touch -t 200101010000 t.c && opgen net.json -o c.c --self-test t.c && cmp t.c a && find . -name t.c -newermt 2002-01-01", 0, "", ""},
	{"it is small for large outputs", "opgen large.json -o c.c --self-test t.c && wc -c < t.c | grep -qx '[1-4]...'", 0, "", ""},
	{"--check is silent when it is up to date", STALE(""), 0, "", ""},
	{"--check looks at it", STALE("echo >> t.c;"), 1, "--- t.c\n", ""},
	{"a depfile has it as a target", "opgen net.json -o c.c --self-test t.c -MD && cat c.c.d", 0, "c.c t.c: \\\n  net.json\n", ""},
	{"the code may go to standard output", "opgen net.json --self-test t.c > c.c && " BUILD, 0, " ok\n", ""},
	{"it may not", "opgen net.json -o c.c --self-test -", 2, "", "--self-test: expected a file, got '-'"},
	{"it is no other output", "opgen net.json -o c.c --self-test ./c.c", 2, "", "the output c.c and the self-test ./c.c are the same file"},
	{"nor a spec", "opgen net.json -o c.c --self-test net.json", 2, "", "same file"},
	{"--explain writes it, too", "opgen net.json --explain --self-test t.c >x && opgen net.json -o c.c --self-test u.c && cmp t.c u.c", 0, "", ""},
	{"nor have functions that take a binary", "opgen net.json -o c.c --constants w.bin --self-test t.c; s=$?; test ! -e w.bin && test ! -e t.c && exit $s", 2, "", "--self-test makes a program that has no binary to pass, and --constants FILE.bin makes functions that take one"},
	{"nor has --emit-spec", "opgen net.json --emit-spec -o s.json --self-test t.c", 2, "", "--emit-spec and --self-test exclude each other"},
	{"what is refused leaves none", "opgen net.json --max-output 100 -o c.c --self-test t.c; s=$?; test ! -e t.c && exit $s", 1, "", "--max-output"},
	{"what cannot be written leaves the others", "echo old > c.c; opgen net.json -o c.c --self-test no/t.c; s=$?; grep -qx old c.c && exit $s", 3, "", "no/t.c"},
	{"arguments that do not fit are refused", "opgen huge.json -o c.c --self-test t.c", 1, "", "huge.json:1:1: error: --self-test: the arguments of huge take 2147483648 bytes, more than the 1073741824 of a self-test\n"},
	{"nor do tensors that only the nodes make, one by one", "opgen far.json -o c.c --self-test t.c", 1, "", "far.json:1:1: error: --self-test: the tensors of far take 576460752303423492 bytes while its nodes are computed one by one, more than the 68719476736 of a self-test\n"},
	{"without it they are not", "opgen huge.json -o c.c", 0, "", ""},
	{"no function has the test's name", "sed 's/\"net\"/\"net_self_test\"/' net.json > b.json; opgen net.json b.json -o c.c --self-test t.c", 1, "", "b.json:1:10: error: name: 'net_self_test' is the function of the self-test\n"},
	{"all nodes have one each", "opgen $SAMPLE --dim batch=1 --all-nodes -o d --self-test d -MD && ls d | grep -c '_self_test\\.c$' && cat d/up_Relu.c.d && for n in up_Conv up_Relu up_Shuffle down_Pool; do " BUILD_WITH("d/$n.c d/${n}_self_test.c") "|| exit 9; done | grep -c ' ok$'", 0, "4\nd/up_Relu.c d/up_Relu_self_test.c: \\\n", ""},
	{"those of nodes that are gone are strays", "opgen $SAMPLE --dim batch=1 --all-nodes -o d --self-test d && sed 's/up_Relu/gone/g' d/up_Relu_self_test.c > d/gone_self_test.c && opgen $SAMPLE --dim batch=1 --all-nodes -o d --self-test d --check", 1, "d/gone_self_test.c: generated for a node that is not compiled now\n", ""},
	{"all nodes in one file have one", "opgen $SAMPLE --dim batch=1 --all-nodes -o c.c --self-test t.c && " BUILD "| grep -c ' ok$'", 0, "4\n", ""},
};

/* The constant 0.375 is in the code as it stands. */
#define W9 "0.375, -2, 3, 0.5, -1, 2, -3, 0.25, 1"

static const struct {
	const char *name, *text;
} prepared[] = {
	{"net.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1, 1, 9, 9]}, \"nodes\": [\n"
		"  {\"op\": \"Conv\", \"inputs\": {\"X\": \"x\", \"W\": {\"shape\": [1, 1, 3, 3], \"data\": [" W9 "]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"c\"},\n"
		"  {\"op\": \"Relu\", \"inputs\": {\"X\": \"c\"}, \"output\": \"r\"},\n"
		"  {\"op\": \"MaxPool\", \"inputs\": {\"X\": \"r\"}, \"attributes\": {\"kernel_shape\": [2, 2]}, \"output\": \"y\"}\n"
		"], \"outputs\": [\"y\", \"r\"]}}\n"},
	{"twice.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1, 1, 9, 9]}, \"nodes\": [\n"
		"  {\"name\": \"a\", \"op\": \"Conv\", \"inputs\": {\"X\": \"x\", \"W\": {\"shape\": [1, 1, 3, 3], \"data\": [" W9 "]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"c\"},\n"
		"  {\"name\": \"b\", \"op\": \"Conv\", \"inputs\": {\"X\": \"c\", \"W\": {\"shape\": [1, 1, 3, 3], \"data\": [1, 2, 3, 4, 5, 6, 7, 8, 9]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"y\"}\n"
		"], \"outputs\": [\"y\"]}}\n"},
	{"types.json",
		"{\"nodes\": [\n"
		"{\"name\": \"pool32\", \"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 2, 5, 5]}, \"attributes\": {\"kernel_shape\": [2, 2]}},\n"
		"{\"name\": \"pool64\", \"op\": \"AveragePool\", \"dtype\": \"float64\", \"inputs\": {\"X\": [1, 2, 5, 5]}, \"attributes\": {\"kernel_shape\": [2, 2]}},\n"
		"{\"name\": \"pool16\", \"op\": \"AveragePool\", \"dtype\": \"float16\", \"inputs\": {\"X\": [1, 2, 5, 5]}, \"attributes\": {\"kernel_shape\": [2, 2]}},\n"
		"{\"name\": \"poolb16\", \"op\": \"AveragePool\", \"dtype\": \"bfloat16\", \"inputs\": {\"X\": [1, 2, 5, 5]}, \"attributes\": {\"kernel_shape\": [2, 2]}},\n"
		"{\"name\": \"add8\", \"op\": \"Add\", \"dtype\": \"int8\", \"inputs\": {\"A\": [20], \"B\": [20]}},\n"
		"{\"name\": \"mul16\", \"op\": \"Mul\", \"dtype\": \"int16\", \"inputs\": {\"A\": [20], \"B\": [20]}},\n"
		"{\"name\": \"div32\", \"op\": \"Div\", \"dtype\": \"int32\", \"inputs\": {\"A\": [99], \"B\": [99]}},\n"
		"{\"name\": \"div64\", \"op\": \"Div\", \"dtype\": \"int64\", \"inputs\": {\"A\": [99], \"B\": [99]}},\n"
		"{\"name\": \"addu8\", \"op\": \"Add\", \"dtype\": \"uint8\", \"inputs\": {\"A\": [20], \"B\": [20]}},\n"
		"{\"name\": \"subu16\", \"op\": \"Sub\", \"dtype\": \"uint16\", \"inputs\": {\"A\": [20], \"B\": [20]}},\n"
		"{\"name\": \"divu32\", \"op\": \"Div\", \"dtype\": \"uint32\", \"inputs\": {\"A\": [99], \"B\": [99]}},\n"
		"{\"name\": \"divu64\", \"op\": \"Div\", \"dtype\": \"uint64\", \"inputs\": {\"A\": [99], \"B\": [99]}},\n"
		"{\"name\": \"tob\", \"op\": \"Cast\", \"dtype\": \"float32\", \"inputs\": {\"input\": [40]}, \"attributes\": {\"to\": 9}},\n"
		"{\"name\": \"turnb\", \"op\": \"Transpose\", \"dtype\": \"bool\", \"inputs\": {\"data\": [4, 30]}},\n"
		"{\"name\": \"turnc\", \"op\": \"Transpose\", \"dtype\": \"complex64\", \"inputs\": {\"data\": [4, 30]}},\n"
		"{\"name\": \"turnd\", \"op\": \"Transpose\", \"dtype\": \"complex128\", \"inputs\": {\"data\": [4, 5]}}\n"
		"]}\n"},
	{"layer.json",
		"{\"name\": \"layer\", \"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 16, 7, 7], \"W\": [32, 16, 3, 3], \"B\": [32]}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"options\": {\"unroll\": \"window\"}}\n"},
	{"weighted.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1, 3, 8, 8], \"w\": [16, 3, 3, 3]},\n"
		"\"outputs\": [\"y\"], \"nodes\": [{\"op\": \"Conv\", \"inputs\": {\"X\": \"x\", \"W\": \"w\"}, \"output\": \"m\"}, {\"op\": \"MaxPool\", \"inputs\": {\"X\": \"m\"}, \"attributes\": {\"kernel_shape\": [2, 2]}, \"output\": \"y\"}]}}\n"},
	{"move.json", "{\"name\": \"move\", \"op\": \"Transpose\", \"dtype\": \"float32\", \"inputs\": {\"data\": [40, 30]}}\n"},
	{"relu.json", "{\"name\": \"relu\", \"op\": \"Relu\", \"dtype\": \"float32\", \"inputs\": {\"X\": [100]}}\n"},
	{"small.json", "{\"name\": \"small\", \"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 16]}, \"attributes\": {\"kernel_shape\": [2], \"strides\": [2]}, \"options\": {\"unroll\": \"full\"}}\n"},
	{"sum.json", "{\"name\": \"sum\", \"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 400]}, \"attributes\": {\"kernel_shape\": [1], \"strides\": [1]}}\n"},
	{"empty.json", "{\"name\": \"empty\", \"op\": \"Relu\", \"dtype\": \"float32\", \"inputs\": {\"X\": [0, 5]}}\n"},
	{"large.json", "{\"name\": \"large\", \"op\": \"Relu\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1000, 1000]}}\n"},
	{"huge.json", "{\"name\": \"huge\", \"op\": \"Relu\", \"dtype\": \"float32\", \"inputs\": {\"X\": [268435456]}}\n"},
	{"far.json",
		"{\"name\": \"far\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1]}, \"nodes\": [\n"
		"  {\"op\": \"Expand\", \"inputs\": {\"input\": \"x\", \"shape\": {\"shape\": [1], \"dtype\": \"int64\", \"data\": [144115188075855872]}}, \"output\": \"e\"},\n"
		"  {\"op\": \"Slice\", \"opset\": 1, \"inputs\": {\"data\": \"e\"}, \"attributes\": {\"starts\": [0], \"ends\": [1]}, \"output\": \"y\"}\n"
		"], \"outputs\": [\"y\"]}}\n"},
};
/* clang-format on */

/* A Conv that numerics fast transforms on targets with vectors. */
static void
write_wide(const char *directory, struct arena *arena)
{
	const char *path = arena_format(arena, "%s/wide.json", directory);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fprintf(file, "{\"name\": \"wide\", \"op\": \"Conv\", \"dtype\": \"float32\", "
		      "\"inputs\": {\"X\": [1, 16, 16, 16], \"W\": {\"shape\": "
		      "[32, 16, 3, 3], \"data\": [");
	for (int i = 0; i < 32 * 16 * 9; i++)
		fprintf(file, "%s%d.5", i ? ", " : "", i * 7 % 23 - 11);
	fprintf(file, "]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}}\n");
	assert_int_equal(fclose(file), 0);
}

static void
prepare(const char *directory, struct arena *arena)
{
	for (size_t i = 0; i < countof(prepared); i++)
		file_write(arena_format(arena, "%s/%s", directory, prepared[i].name),
			prepared[i].text, strlen(prepared[i].text));
	write_wide(directory, arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(passing_rows) + countof(broken_rows) +
			       countof(bare_rows) + countof(language_rows) +
			       countof(file_rows)];
	size_t n = 0;

	scripts_begin("self_test", prepare);
	scripts_path("RUNTIME", "runtime");
	scripts_path("RUNTIME_LIBRARY", "build/libopgen_runtime.a");
	scripts_path("SAMPLE", "samples/smooth/smooth.onnx");
	n += scripts_add(test + n, passing_rows, countof(passing_rows));
	n += scripts_add(test + n, broken_rows, countof(broken_rows));
	n += scripts_add(test + n, bare_rows, countof(bare_rows));
	n += scripts_add(test + n, language_rows, countof(language_rows));
	n += scripts_add(test + n, file_rows, countof(file_rows));
	return _cmocka_run_group_tests("self_test", test, n, NULL, NULL) != 0;
}
