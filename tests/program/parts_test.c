/* NAME_part as a product calls it: from several threads at once, under ThreadSanitizer;
   the bits are NAME's, into however many parts the work is cut. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

#define NODE(op, opset, inputs, attributes) \
	"printf '%s' '{\"name\": \"f\", \"op\": \"" op "\", \"opset\": " opset \
	", \"dtype\": \"float32\", \"inputs\": {" inputs \
	"}, \"attributes\": {" attributes "}}' > f.json && "
#define COMPILE \
	" -o f.c --header f.h && $(words \"${CC:-cc}\") -std=c11 " \
	"-D_POSIX_C_SOURCE=200809L -O1 " \
	"-Wall " \
	"-Wextra -Werror -pthread -I$RUNTIME $(words \"$flags\") main.c f.c " \
	"$RUNTIME/opgen_runtime.c -lm -o main && ./main"
#define THREADS(more) "flags='-fsanitize=thread -g " more "'; opgen f.json --parts "
#define ONE "-DINPUTS=in[0] -DELEMENTS=F_Y_SIZE"
#define CONV "-DINPUTS=in[0],in[1],in[2] -DELEMENTS=F_Y_SIZE"
#define PACKED CONV " -DPACKED=in[0],packed,in[2]"

/* clang-format off */
static const struct script rows[] = {
	{"a convolution, and one with packed weights", NODE("Conv", "22", "\"X\": [1, 16, 20, 20], \"W\": [24, 16, 3, 3], \"B\": [24]", "\"pads\": [1, 1, 1, 1]")
		THREADS(PACKED) "6" COMPILE, 0, "6 parts\n", ""},
	{"on this machine's vectors", NODE("Conv", "22", "\"X\": [1, 16, 20, 20], \"W\": [24, 16, 3, 3], \"B\": [24]", "\"pads\": [1, 1, 1, 1]")
		THREADS(PACKED) "5 --target native" COMPILE, 0, "5 parts\n", ""},
	{"maxima", NODE("MaxPool", "22", "\"X\": [2, 3, 19, 23]", "\"kernel_shape\": [3, 3], \"strides\": [2, 2]")
		THREADS(ONE) "7 --target native" COMPILE, 0, " parts\n", ""},
	{"one part, whoever calls it", NODE("ReduceSum", "13", "\"data\": [100]", "")
		"flags='-DINPUTS=in[0] -DELEMENTS=F_REDUCED_SIZE'; opgen f.json --parts " "4" COMPILE, 0, "1 parts\n", ""},
	{"an output without elements", NODE("Relu", "14", "\"X\": [0, 4]", "")
		"flags='" ONE "'; opgen f.json --parts 4" COMPILE, 0, "1 parts\n", ""},
	{"C++ has it, too", NODE("Relu", "14", "\"X\": [90]", "")
		"opgen f.json --parts 3 --target x86-64-v3,aarch64 -o f.c --header f.h && g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I$RUNTIME -c f.c", 0, "", ""},
	{"strict C has no complaint", NODE("Conv", "22", "\"X\": [1, 3, 30, 30], \"W\": [8, 3, 3, 3]", "")
		"opgen f.json --parts 5 -o f.c && for cc in gcc clang tcc; do $cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I$RUNTIME -c f.c || exit 9; done", 0, "", ""},
	{"nor has it where part of what lies in the padding is left out", NODE("Conv", "22", "\"X\": [2, 3, 4, 8], \"W\": [4, 3, 1, 3]", "\"pads\": [3, 3, 3, 3]")
		"opgen f.json --unroll window --parts 13 -o f.c && for cc in gcc clang tcc; do $cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I$RUNTIME -c f.c || exit 9; done", 0, "", ""},
};

/* Every thread does one part; and calls that are outside of the parts do nothing. */
static const char program[] =
	"#include <pthread.h>\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"#include \"f.h\"\n"
	"enum { INPUT = 20000, MOST = 8 };\n"
	"static float in[3][INPUT], expected[ELEMENTS + 1], y[ELEMENTS + 1];\n"
	"static int parts;\n"
	"#ifdef PACKED\n"
	"static float packed[F_PACKED_SIZE / sizeof(float)];\n"
	"#endif\n"
	"static void *run(void *part) {\n"
	"	f_part(INPUTS, y, *(int *)part, parts);\n"
	"	return NULL;\n"
	"}\n"
	"#ifdef PACKED\n"
	"static void *run_packed(void *part) {\n"
	"	f_packed_part(PACKED, y, *(int *)part, parts);\n"
	"	return NULL;\n"
	"}\n"
	"#endif\n"
	"static void check(void *(*go)(void *)) {\n"
	"	for (parts = 1; parts <= MOST; parts++) {\n"
	"		pthread_t thread[MOST];\n"
	"		int part[MOST];\n"
	"		memset(y, 0xa5, sizeof y);\n"
	"		for (int i = 0; i < parts; i++) {\n"
	"			part[i] = i;\n"
	"			pthread_create(&thread[i], NULL, go, &part[i]);\n"
	"		}\n"
	"		for (int i = 0; i < parts; i++)\n"
	"			pthread_join(thread[i], NULL);\n"
	"		if (memcmp(y, expected, ELEMENTS * sizeof *y)) {\n"
	"			printf(\"%d threads compute something else\\n\", parts);\n"
	"			exit(1);\n"
	"		}\n"
	"	}\n"
	"}\n"
	"int main(void) {\n"
	"	for (int i = 0; i < 3 * INPUT; i++)\n"
	"		in[i / INPUT][i % INPUT] = (float)(i * 7919 % 1009) / 64 - 8;\n"
	"	f(INPUTS, expected);\n"
	"	check(run);\n"
	"#ifdef PACKED\n"
	"	f_pack(in[1], packed);\n"
	"	check(run_packed);\n"
	"#endif\n"
	"	memset(y, 0xa5, sizeof y);\n"
	"	memset(expected, 0xa5, sizeof expected);\n"
	"	f_part(INPUTS, y, -1, 2);\n"
	"	f_part(INPUTS, y, 2, 2);\n"
	"	f_part(INPUTS, y, 0, 0);\n"
	"	f_part(INPUTS, y, 0, -1);\n"
	"	if (memcmp(y, expected, sizeof y))\n"
	"		return 2;\n"
	"	printf(\"%d parts\\n\", F_PARTS);\n"
	"	return 0;\n"
	"}\n";
/* clang-format on */

static void
prepare(const char *directory, struct arena *arena)
{
	file_write(
		arena_format(arena, "%s/main.c", directory), program, sizeof program - 1);
}

int
main(void)
{
	struct CMUnitTest test[sizeof rows / sizeof rows[0]];
	size_t n;

	scripts_begin("parts", prepare);
	scripts_path("RUNTIME", "runtime");
	n = scripts_add(test, rows, sizeof rows / sizeof rows[0]);
	return _cmocka_run_group_tests("parts", test, n, NULL, NULL);
}
