/* What compilers make of emitted code for processors with habits of their own: other
   evaluation methods. Every row is a shell script. */

#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "harness.h"
#include "machine.h"
#include "scripts.h"

static const char conv[] = "{\"op\": \"Conv\", \"dtype\": \"float32\",\n"
			   " \"inputs\": {\"X\": [1, 3, 41], \"W\": [9, 3, 5]},\n"
			   " \"attributes\": {\"pads\": [2, 2], \"strides\": [2]}}\n";

/* Fails unless the compiler evaluates by this method. */
#define EVALUATES(method, compiler) \
	"echo FLT_EVAL_METHOD | " compiler \
	" -include float.h -E -P - | grep -qx " method " || exit 9; "

/* Emits for each of the targets, and compiles that. */
#define COMPILES(targets, compiler) \
	"for t in " targets "; do opgen conv.json --target $t -o x.c && " compiler \
	" -Wall -Wextra -Werror -I\"$ROOT/runtime\" -c x.c -o x.o || exit 1; done; "

#define TAKES_16(targets, compiler) EVALUATES("16", compiler) COMPILES(targets, compiler)

/* A compiler for a machine whose library is not installed. */
#define FREESTANDING(compiler) \
	compiler " -ffreestanding -isystem \"$ROOT/tests/freestanding\"" \
		 " -I\"$ROOT/runtime\" "

/* clang-format off */
static const struct script evaluation_rows[] = {
	{"x86-64 with half arithmetic takes every target's code",
		TAKES_16("generic x86-64-v3 x86-64-v4 x86-64-v4,x86-64-v3", "gcc -march=sapphirerapids"), 0, "", ""},
	{"the 387's extended precision is refused",
		"opgen conv.json -o x.c; " FREESTANDING("clang --target=i386-linux-gnu -mno-sse") "-c x.c", 1, "", "FLT_EVAL_METHOD must be 0, 1 or 16"},
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
}

int
main(void)
{
	struct CMUnitTest test[countof(evaluation_rows) + countof(arm_rows)];
	char root[4096];
	size_t n = 0;

	if (!getcwd(root, sizeof root))
		return 3;
	setenv("ROOT", root, 1);
	scripts_begin("processors", prepare);
#ifdef __x86_64__
	n += scripts_add(test + n, evaluation_rows, countof(evaluation_rows));
#endif
	if (!is_left_out("aarch64"))
		n += scripts_add(test + n, arm_rows, countof(arm_rows));
	return _cmocka_run_group_tests("processors", test, n, NULL, NULL) != 0;
}
