/* Code for several targets in one file: which of them runs, and that code for one target
   tells other machines' compilers so. Every row is a shell script. */

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

/* Emits for the targets given, then compiles and runs tests/support/dispatched.c with the
   words given. */
#define RUN(targets, compiler, words) \
	"opgen conv.json --target " targets " -o conv.c && " compiler \
	" -finstrument-functions -O1 -I. -I\"$ROOT/runtime\" " words \
	" \"$ROOT/tests/support/dispatched.c\" \"$ROOT/runtime/opgen_runtime.c\" -lm " \
	"-o program 2> messages || { cat messages >&2; exit 9; }; "

#define ALL "x86-64-v4,x86-64-v3,aarch64,wasm-simd128"

/* clang-format off */

/* What this machine's processor lacks is left out of the expected lines, too. */
#define EXPECT \
	"{ grep -q avx512bw /proc/cpuinfo && echo x86-64-v4; grep -q avx2 /proc/cpuinfo && echo x86-64-v3; echo generic; } > expected; ./program | diff expected -"
#define BEST \
	"./program > lines; sort -u lines > once; head -n 1 expected | diff - once"

static const struct script native_rows[] = {
	{"each target runs when it is chosen, gcc, C99", RUN(ALL, "gcc -std=c99", "-DFORCED") EXPECT, 0, "", ""},
	{"each target runs when it is chosen, clang, C99", RUN(ALL, "clang -std=c99", "-DFORCED") EXPECT, 0, "", ""},
	{"each target runs when it is chosen, gcc, C++11", RUN(ALL, "g++ -std=c++11", "-DFORCED -x c++") EXPECT, 0, "", ""},
	{"each target runs when it is chosen, clang, C++11", RUN(ALL, "clang++ -std=c++11", "-DFORCED -x c++") EXPECT, 0, "", ""},
	{"so it is in strict", RUN(ALL " --numerics strict", "gcc -std=c99", "-DFORCED") EXPECT, 0, "", ""},
	{"so it is where fma is asked for", RUN(ALL " --numerics fma", "clang -std=c11", "-DFORCED") EXPECT, 0, "", ""},
	{"the processor's best target is chosen, gcc", RUN(ALL, "gcc -std=c99", "") EXPECT " > /dev/null; " BEST, 0, "", ""},
	{"the processor's best target is chosen, clang", RUN(ALL, "clang -std=c99", "") EXPECT " > /dev/null; " BEST, 0, "", ""},
	{"the order of the list decides", RUN("x86-64-v3,x86-64-v4", "gcc -std=c99", "") "./program | sort -u", 0, "x86-64-v3\n", ""},
};

static const struct script arm_rows[] = {
	{"aarch64 runs its own code", RUN(ALL, "aarch64-linux-gnu-gcc -std=c99 -static", "") "qemu-aarch64 ./program", 0, "aarch64\n", ""},
	{"code for x86-64 alone is refused by a compiler for aarch64", "opgen conv.json --target x86-64-v4 -o x.c; aarch64-linux-gnu-gcc -I\"$ROOT/runtime\" -fsyntax-only x.c; test $? -ne 0", 0, "", "#error \"this file holds code for x86-64-v4 alone\""},
	{"code for aarch64 alone is refused by a compiler for x86-64", "opgen conv.json --target aarch64 -o x.c; gcc -I\"$ROOT/runtime\" -fsyntax-only x.c; test $? -ne 0", 0, "", "#error \"this file holds code for aarch64 alone\""},
	{"so it is when the file has other functions for all", "opgen conv.json --target aarch64 --prefix a_ -o x.c; sed '1s/{/{\"name\": \"b\", \"options\": {\"target\": \"x86-64-v4,aarch64\"}, /' conv.json > b.json; sed '1s/{/{\"name\": \"c\", \"options\": {\"target\": \"aarch64\"}, /' conv.json > c.json; opgen b.json c.json -o x.c && gcc -I\"$ROOT/runtime\" -fsyntax-only x.c; test $? -ne 0", 0, "", "#error \"this file holds code for aarch64 alone\""},
};

static const struct script wasm_rows[] = {
	{"code for several targets compiles for WebAssembly", "opgen conv.json --target " ALL " -o x.c && clang --target=wasm32-wasi -Wall -Wextra -Werror -I\"$ROOT/runtime\" -c x.c -o x.o", 0, "", ""},
	{"code for x86-64 alone is refused by a compiler for WebAssembly", "opgen conv.json --target x86-64-v3 -o x.c; clang --target=wasm32-wasi -I\"$ROOT/runtime\" -fsyntax-only x.c; test $? -ne 0", 0, "", "\"this file holds code for x86-64-v3 alone\""},
};

static const struct script compiler_rows[] = {
	{"a compiler without vectors is told of generic", "opgen conv.json --target x86-64-v3 -o x.c; tcc -I\"$ROOT/runtime\" -c x.c -o x.o; test $? -ne 0", 0, "", "generic code needs no vectors"},
};
/* clang-format on */

static void
prepare(const char *directory, struct arena *arena)
{
	file_write(arena_format(arena, "%s/conv.json", directory), conv, strlen(conv));
}

int
main(void)
{
	struct CMUnitTest test[countof(native_rows) + countof(arm_rows) +
			       countof(wasm_rows) + countof(compiler_rows)];
	size_t n = 0;

	scripts_begin("dispatch", prepare);
	scripts_path("ROOT", ".");
#ifdef __x86_64__
	/* The programs are the same, whatever emitted them was compiled with. */
	if (!is_sanitized())
		n += scripts_add(test + n, native_rows, countof(native_rows));
	n += scripts_add(test + n, compiler_rows, countof(compiler_rows));
#endif
	if (!is_left_out("aarch64"))
		n += scripts_add(test + n, arm_rows, countof(arm_rows));
	if (!is_left_out("wasm"))
		n += scripts_add(test + n, wasm_rows, countof(wasm_rows));
	return _cmocka_run_group_tests("dispatch", test, n, NULL, NULL) != 0;
}
