/* What compilers make of emitted code for processors with habits of their own: other
   evaluation methods. Every row is a shell script. */

#include "support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/machine.h"
#include "support/scripts.h"

static const char conv[] = "{\"op\": \"Conv\", \"dtype\": \"float32\",\n"
			   " \"inputs\": {\"X\": [1, 3, 41], \"W\": [9, 3, 5]},\n"
			   " \"attributes\": {\"pads\": [2, 2], \"strides\": [2]}}\n";

/* Sums that compilers make vectors of, in loops and side by side. */
static const char sums[] =
	"{\"nodes\": [\n"
	"{\"name\": \"conv\", \"op\": \"Conv\", \"dtype\": \"float32\",\n"
	" \"inputs\": {\"X\": [1, 4, 9, 12], \"W\": [8, 4, 3, 3]}},\n"
	"{\"name\": \"pool\", \"op\": \"AveragePool\", \"dtype\": \"float32\",\n"
	" \"inputs\": {\"X\": [1, 2, 8, 8]}, \"options\": {\"unroll\": \"full\"},\n"
	" \"attributes\": {\"kernel_shape\": [2, 2]}},\n"
	"{\"name\": \"plane\", \"op\": \"AveragePool\", \"dtype\": \"float32\",\n"
	" \"inputs\": {\"X\": [1, 4, 8, 8]},\n"
	" \"attributes\": {\"kernel_shape\": [8, 8]}}]}\n";

/* Fails unless the compiler evaluates by this method. */
#define EVALUATES(method, compiler) \
	"echo FLT_EVAL_METHOD | " compiler \
	" -include float.h -E -P - | grep -qx " method " || exit 9; "

/* What chooses the greater or the lesser of two numbers, among them zeros. */
static const char maxima[] = "{\"nodes\": [\n"
			     "{\"name\": \"relu\", \"op\": \"Relu\", \"dtype\": "
			     "\"float32\", \"inputs\": {\"X\": [37]}},\n"
			     "{\"name\": \"relu64\", \"op\": \"Relu\", \"dtype\": "
			     "\"float64\", \"inputs\": {\"X\": [37]}},\n"
			     "{\"name\": \"clip\", \"op\": \"Clip\", \"dtype\": "
			     "\"float64\", \"inputs\": {\"input\": [37],\n"
			     " \"min\": {\"shape\": [], \"data\": [0]}, \"max\": "
			     "{\"shape\": [], \"data\": [6]}}},\n"
			     "{\"name\": \"most\", \"op\": \"MaxPool\", \"dtype\": "
			     "\"float32\", \"inputs\": {\"X\": [1, 2, 40]},\n"
			     " \"attributes\": {\"kernel_shape\": [3]}}]}\n";

/* Emits for each of the targets, and compiles that. */
#define COMPILES(targets, compiler) \
	"for t in " targets "; do opgen conv.json --target $t -o x.c && " compiler \
	" -Wall -Wextra -Werror -I\"$ROOT/runtime\" -c x.c -o x.o || exit 1; done; "

#define TAKES_16(targets, compiler) EVALUATES("16", compiler) COMPILES(targets, compiler)

/* A compiler for a machine whose library is not installed. */
#define FREESTANDING(compiler) \
	compiler " -ffreestanding -isystem \"$ROOT/tests/freestanding\"" \
		 " -I\"$ROOT/runtime\" "

/* Fails when a compiler uses what the pattern says for code of a mode. */
#define DOES_WITHOUT(pattern, compiler, numerics) \
	"opgen sums.json --numerics " numerics " -o x.c && " FREESTANDING( \
		compiler) "-Wall -Wextra -Werror -S x.c -o x.s && ! grep -E '" pattern \
			  "' x.s || exit 1; "
#define SCALAR(compiler, pattern) \
	DOES_WITHOUT(pattern, compiler " -O2", "strict") \
	DOES_WITHOUT(pattern, compiler " -O3", "fma")
#define ARM_VECTORS "v[a-z]+\\.f32\tq"
#define ALTIVEC "v(add|sub|madd|nmsub)fp"

/* Fails when a compiler uses its machine's maximum, which tells +0 from -0. */
#define COMPARES(compiler, pattern) COMPARES_FOR("generic", compiler, pattern)
#define COMPARES_FOR(target, compiler, pattern) \
	"opgen maxima.json --target " target " -o x.c && " FREESTANDING( \
		compiler) "-O2 -Wall -Wextra -Werror -S x.c -o x.s && ! grep -E " \
			  "'" pattern "' x.s"

/* Fails unless fma of float and of double become what the patterns say, neither of which
   is found in what becomes of the other, with and without optimisation, and no call of
   the library. */
#define FUSES(compiler, pattern_f, pattern_d) \
	"for o in -O0 -O2; do " FREESTANDING( \
		compiler) "$o -S -o x.s multiply.c && grep -qE '" pattern_f \
			  "' x.s && grep -qE '" pattern_d "' x.s && " \
			  "! grep -wE 'fmaf?' x.s || { cat x.s >&2; exit 1; }; done; "
#define EXACT_F "opgen_fmaf_exact"
#define EXACT_D "opgen_fma_exact"

static const char multiply_c[] =
	"#include \"opgen_runtime.h\"\n"
	"float f(float a, float b, float c) { return opgen_fmaf(a, b, c); }\n"
	"double d(double a, double b, double c) { return opgen_fma(a, b, c); }\n";

/* clang-format off */
static const struct script x86_rows[] = {
	{"x86-64 with half arithmetic takes every target's code",
		TAKES_16("generic x86-64-v3 x86-64-v4 x86-64-v4,x86-64-v3", "gcc -march=sapphirerapids"), 0, "", ""},
	{"gcc makes no vectors where it could use MVE", SCALAR("gcc -D__ARM_FEATURE_MVE=2", "(add|mul|fmadd...)ps"), 0, "", ""},
	{"gcc makes no vectors where it could use AltiVec", SCALAR("gcc -D__ALTIVEC__", "(add|mul|fmadd...)ps"), 0, "", ""},
	{"x86-64 with FMA, gcc",      FUSES("gcc -mfma", "vfmadd...ss", "vfmadd...sd"), 0, "", ""},
	{"x86-64 with FMA4, gcc",     FUSES("gcc -mfma4", "vfmaddss", "vfmaddsd"), 0, "", ""},
	{"x86-64 without, gcc",       FUSES("gcc -march=x86-64", EXACT_F, EXACT_D), 0, "", ""},
};

static const struct script extended_rows[] = {
	{"the 387's extended precision is refused",
		"opgen conv.json -o x.c; " FREESTANDING("clang --target=i386-linux-gnu -mno-sse") "-c x.c", 1, "", "FLT_EVAL_METHOD must be 0, 1 or 16"},
	{"tcc for 32-bit x86 is refused",
		"opgen conv.json -o x.c; echo 'typedef unsigned short uint16_t;' > stdint.h; i386-tcc -I. -isystem \"$ROOT/tests/freestanding\" -I\"$ROOT/runtime\" -c x.c", 1, "", "FLT_EVAL_METHOD is missing"},
};

static const struct script extension_rows[] = {
	{"generic code has no extensions of compilers",
		"n=0; for f in \"$ROOT\"/tests/golden/*.json; do opgen \"$f\" --target generic -o \"${f##*/}.c\" 2>x.err && n=$((n + 1)); done; "
		"! grep -H __attribute__ *.json.c | grep -v 'section(' && test $n -gt 150", 0, "", ""},
};

static const struct script vector_rows[] = {
	{"MVE is left alone",           SCALAR("clang --target=arm-none-eabi -mcpu=cortex-m55 -mfloat-abi=hard", ARM_VECTORS), 0, "", ""},
	{"so it is in C++",             SCALAR("clang++ -x c++ --target=arm-none-eabi -mcpu=cortex-m55 -mfloat-abi=hard", ARM_VECTORS), 0, "", ""},
	{"ARMv7's NEON is left alone",  SCALAR("clang --target=armv7a-linux-gnueabihf -mfpu=neon-vfpv4", ARM_VECTORS), 0, "", ""},
	{"AArch32's NEON is left alone", SCALAR("clang --target=armv8a-linux-gnueabihf", ARM_VECTORS), 0, "", ""},
	{"AltiVec is left alone",       SCALAR("clang --target=powerpc64-linux-gnu -mcpu=970", ALTIVEC), 0, "", ""},
};

static const struct script maxima_rows[] = {
	{"AArch64's fmax is not C's",   COMPARES("clang --target=aarch64-none-elf", "fmax|fmin"), 0, "", ""},
	{"nor is it in vectors",        COMPARES_FOR("aarch64", "clang --target=aarch64-none-elf", "fmax|fmin"), 0, "", ""},
	{"nor is AArch32's vmaxnm",     COMPARES("clang --target=armv8a-linux-gnueabihf", "vmaxnm|vminnm"), 0, "", ""},
	{"nor is RISC-V's fmax",        COMPARES("clang --target=riscv64 -march=rv64gc", "fmax|fmin"), 0, "", ""},
	{"nor is WebAssembly's in vectors", COMPARES_FOR("wasm-simd128", "clang --target=wasm32 -msimd128", "f(32x4|64x2|32|64)\\.(max|min)"), 0, "", ""},
	{"nor is WebAssembly's max",    COMPARES("clang --target=wasm32 -msimd128", "f(32x4|64x2|32|64)\\.(max|min)"), 0, "", ""},
};

/* The code of a target for microcontrollers, and a compiler for one. */
#define TAKES(target, machine) \
	COMPILES(target, FREESTANDING("clang --target=" machine)) "true"
#define M_FLOAT " -mfloat-abi=hard"
static const struct script microcontroller_rows[] = {
	{"a Cortex-M4 takes cortex-m4's", TAKES("cortex-m4 cortex-m4,cortex-m0", "arm-none-eabi -mcpu=cortex-m4" M_FLOAT), 0, "", ""},
	{"so does a Cortex-M7",         TAKES("cortex-m4", "arm-none-eabi -mcpu=cortex-m7" M_FLOAT), 0, "", ""},
	{"so does a Cortex-M33",        TAKES("cortex-m4", "arm-none-eabi -mcpu=cortex-m33" M_FLOAT), 0, "", ""},
	{"a Cortex-M4 without a unit does not", TAKES("cortex-m4", "arm-none-eabi -mcpu=cortex-m4+nofp -mfloat-abi=soft"), 1, "", "this file holds code for cortex-m4 alone: -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard"},
	{"nor does a Cortex-M3",        TAKES("cortex-m4", "arm-none-eabi -mcpu=cortex-m3"), 1, "", "for cortex-m4 alone"},
	{"nor AArch64",                 TAKES("cortex-m4", "aarch64-none-elf"), 1, "", "for cortex-m4 alone"},
	{"it takes several targets' without", TAKES("cortex-m4,aarch64", "arm-none-eabi -mcpu=cortex-m3"), 0, "", ""},
	{"a Cortex-M0 takes cortex-m0's", TAKES("cortex-m0", "arm-none-eabi -mcpu=cortex-m0"), 0, "", ""},
	{"AArch64 does not",            TAKES("cortex-m0", "aarch64-none-elf"), 1, "", "for cortex-m0 alone"},
	{"RISC-V of 32 bits takes rv32's", TAKES("rv32", "riscv32 -march=rv32imac"), 0, "", ""},
	{"that of 64 does not",         TAKES("rv32", "riscv64 -march=rv64gc"), 1, "", "for rv32 alone: -march=rv32imac -mabi=ilp32"},
	{"tiles of variables compute steps on what they load", "for t in cortex-m4 cortex-m0 rv32; do opgen \"$ROOT/tests/golden/network_prologue.json\" --target $t -o x.c || exit 1; done", 0, "", ""},
};

/* Which processors fuse multiply-adds of float, and of double. */
static const struct script fma_rows[] = {
	{"x86-64 with FMA, clang",    FUSES("clang --target=x86_64-linux-gnu -mfma", "vfmadd...ss", "vfmadd...sd"), 0, "", ""},
	{"x86-64 with FMA4, clang",   FUSES("clang --target=x86_64-linux-gnu -mfma4", "vfmaddss", "vfmaddsd"), 0, "", ""},
	{"x86-64 without, clang",     FUSES("clang --target=x86_64-linux-gnu -march=x86-64", EXACT_F, EXACT_D), 0, "", ""},
	{"x86-64 with FMA, clang++",  FUSES("clang++ -x c++ --target=x86_64-linux-gnu -mfma", "vfmadd...ss", "vfmadd...sd"), 0, "", ""},
	{"AArch64, bare",             FUSES("clang --target=aarch64-none-elf", "fmadd\ts", "fmadd\td"), 0, "", ""},
	{"AArch64, Linux with musl",  FUSES("clang --target=aarch64-linux-musl -fmath-errno", "fmadd\ts", "fmadd\td"), 0, "", ""},
	{"Cortex-M0 does not",        FUSES("clang --target=arm-none-eabi -mcpu=cortex-m0", EXACT_F, EXACT_D), 0, "", ""},
	{"Cortex-M4F, float alone",   FUSES("clang --target=arm-none-eabi -mcpu=cortex-m4 -mfloat-abi=hard", "vfma.f32", EXACT_D), 0, "", ""},
	{"Cortex-M4 without a unit does not", FUSES("clang --target=arm-none-eabi -mcpu=cortex-m4 -mfloat-abi=soft", EXACT_F, EXACT_D), 0, "", ""},
	{"Cortex-M7",                 FUSES("clang --target=arm-none-eabi -mcpu=cortex-m7 -mfloat-abi=hard", "vfma.f32", "vfma.f64"), 0, "", ""},
	{"ARMv7 with VFPv3 does not", FUSES("clang --target=armv7a-linux-gnueabihf -mfpu=vfpv3-d16", EXACT_F, EXACT_D), 0, "", ""},
	{"ARMv7 with VFPv4",          FUSES("clang --target=armv7a-linux-gnueabihf -mfpu=vfpv4", "vfma.f32", "vfma.f64"), 0, "", ""},
	{"RV32IMAC does not",         FUSES("clang --target=riscv32 -march=rv32imac", EXACT_F, EXACT_D), 0, "", ""},
	{"RV32IMF, float alone",      FUSES("clang --target=riscv32 -march=rv32imf -mabi=ilp32f", "fmadd.s", EXACT_D), 0, "", ""},
	{"RV64GC",                    FUSES("clang --target=riscv64 -march=rv64gc", "fmadd.s", "fmadd.d"), 0, "", ""},
	{"POWER8",                    FUSES("clang --target=powerpc64le-linux-gnu", "xsmaddasp", "xsmaddadp"), 0, "", ""},
	{"PowerPC",                   FUSES("clang --target=powerpc-linux-gnu", "fmadds", "fmadd[^s]"), 0, "", ""},
	{"PowerPC with SPE does not", FUSES("clang --target=powerpc-linux-gnu -mspe", EXACT_F, EXACT_D), 0, "", ""},
	{"s390x",                     FUSES("clang --target=s390x-linux-gnu", "maebr", "madbr"), 0, "", ""},
	{"WebAssembly does not",      FUSES("clang --target=wasm32", EXACT_F, EXACT_D), 0, "", ""},
};

static const struct script arm_rows[] = {
	{"Neoverse N1 takes every target's code",
		TAKES_16("generic aarch64 x86-64-v3,aarch64", "aarch64-linux-gnu-gcc -mcpu=neoverse-n1"), 0, "", ""},
	{"Cortex-A76 takes every target's code",
		TAKES_16("generic aarch64 x86-64-v3,aarch64", "aarch64-linux-gnu-gcc -mcpu=cortex-a76"), 0, "", ""},
};
/* clang-format on */

static void
prepare(const char *directory, struct arena *arena)
{
	file_write(arena_format(arena, "%s/conv.json", directory), conv, strlen(conv));
	file_write(arena_format(arena, "%s/sums.json", directory), sums, strlen(sums));
	file_write(
		arena_format(arena, "%s/maxima.json", directory), maxima, strlen(maxima));
	file_write(arena_format(arena, "%s/multiply.c", directory), multiply_c,
		strlen(multiply_c));
}

int
main(void)
{
	struct CMUnitTest test[countof(x86_rows) + countof(extended_rows) +
			       countof(extension_rows) + countof(vector_rows) +
			       countof(maxima_rows) + countof(fma_rows) +
			       countof(microcontroller_rows) + countof(arm_rows)];
	size_t n = 0;

	scripts_begin("processors", prepare);
	scripts_path("ROOT", ".");
#ifdef __x86_64__
	n += scripts_add(test + n, x86_rows, countof(x86_rows));
#endif
	n += scripts_add(test + n, extended_rows, countof(extended_rows));
	/* The code is the same, whatever emitted it was compiled with. */
	if (!is_sanitized()) {
		n += scripts_add(test + n, extension_rows, countof(extension_rows));
		n += scripts_add(test + n, vector_rows, countof(vector_rows));
		n += scripts_add(test + n, maxima_rows, countof(maxima_rows));
		n += scripts_add(test + n, fma_rows, countof(fma_rows));
		n += scripts_add(
			test + n, microcontroller_rows, countof(microcontroller_rows));
	}
	if (!is_left_out("aarch64"))
		n += scripts_add(test + n, arm_rows, countof(arm_rows));
	return _cmocka_run_group_tests("processors", test, n, NULL, NULL) != 0;
}
