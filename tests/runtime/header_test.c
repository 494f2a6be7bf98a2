#include "support/rows.h"

#include <stdlib.h>
#include <unistd.h>

/* A compiler's answer to a file that includes the header. */
struct compilation {
	const char *name;
	const char *command; /* what stands before the file's name */
	bool succeeds;
};

#define WARNINGS \
	" -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual" \
	" -Wdouble-promotion -Wundef -Werror -fsyntax-only "
#define C_WARNINGS WARNINGS "-Wstrict-prototypes -Wmissing-prototypes "

/* What projects ask for beside these, of all headers. */
#define HEADERS \
	" -include opgen_runtime.h -include opgen_vector.h -include opgen_self_test.h "
#define HABITS " -Wfloat-equal -Winline -O2 -Werror -S -o /dev/null" HEADERS
#define C_HABITS HABITS "-Wdeclaration-after-statement "

/* clang-format off */
static const struct compilation compilation[] = {
	{"gcc takes the header as C99",     "gcc -std=c99"       C_WARNINGS,           true},
	{"gcc takes the header as C17",     "gcc -std=c17"       C_WARNINGS,           true},
	{"g++ takes the header as C++11",   "g++ -std=c++11"     WARNINGS "-x c++ ",   true},
	{"clang takes the header as C99",   "clang -std=c99"     C_WARNINGS,           true},
	{"clang takes the header as C17",   "clang -std=c17"     C_WARNINGS,           true},
	{"clang takes the header as C++11", "clang++ -std=c++11" WARNINGS "-x c++ ",   true},
	{"gcc takes the headers with habits refused", "gcc -Wduplicated-branches" C_HABITS, true},
	{"g++ takes them",                  "g++ -x c++ -Wduplicated-branches" HABITS, true},
	{"clang takes them",                "clang" C_HABITS,                          true},
	{"clang++ takes them",              "clang++ -x c++" HABITS,                   true},
	{"tcc takes the header",            "tcc -Wall -Werror -c -o build/tests/tcc.o ", true},
	{"gcc takes the header where FLT_EVAL_METHOD is 16",
		"gcc -march=sapphirerapids" C_WARNINGS, true},
	{"gcc is refused with -ffast-math", "gcc -fsyntax-only -ffast-math ",          false},
	{"gcc is refused with -Ofast",      "gcc -fsyntax-only -Ofast ",               false},
	{"gcc is refused with -fno-signed-zeros",
		"gcc -fsyntax-only -fno-signed-zeros ", false},
	{"gcc is refused with -freciprocal-math",
		"gcc -fsyntax-only -freciprocal-math ", false},
	{"gcc is refused with -ffinite-math-only",
		"gcc -fsyntax-only -ffinite-math-only ", false},
	{"clang is refused with -ffast-math",
		"clang -fsyntax-only -ffast-math ", false},
	{"clang is refused with -ffinite-math-only",
		"clang -fsyntax-only -ffinite-math-only ", false},
	{"OPGEN_ALLOW_FAST_MATH lifts the refusal",
		"gcc -fsyntax-only -ffast-math -DOPGEN_ALLOW_FAST_MATH ", true},
};
/* clang-format on */

static void
compiler_answers(void **state)
{
	const struct compilation *row = *state;
	char command[512];

	snprintf(command, sizeof(command),
		"%s -Iruntime runtime/opgen_runtime.c 2>/dev/null", row->command);
	assert_int_equal(system(command) == 0, row->succeeds);
}

/* A file in which a product and its sum are one expression, after the include; it fails
   when they are rounded once. */
static const char one_expression[] =
	"#include \"opgen_runtime.h\"\n"
	"static volatile float a = 1.000244140625f, c = -1.00048828125f;\n"
	"int main(void) { float x = a, y = c; return x * x + y != 0.0f; }\n";

static const struct compilation contraction[] = {
	{"gcc contracts nothing", "gcc -x c -std=gnu11 -ffp-contract=fast", true},
	{"g++ contracts nothing", "g++ -x c++ -ffp-contract=fast", true},
	{"clang contracts nothing", "clang -x c -ffp-contract=on", true},
	{"clang++ contracts nothing", "clang++ -x c++ -ffp-contract=on", true},
};

static void
program_succeeds(void **state)
{
	const struct compilation *row = *state;
	char program[] = "/tmp/opgen_XXXXXX", command[256];
	FILE *compiler;

	assert_return_code(close(mkstemp(program)), 0);
	snprintf(command, sizeof(command), "%s -O3 -march=native -Iruntime -o %s -",
		row->command, program);
	compiler = popen(command, "w");
	assert_non_null(compiler);
	fputs(one_expression, compiler);
	assert_int_equal(pclose(compiler), 0);
	assert_int_equal(system(program) == 0, row->succeeds);
	unlink(program);
}

int
main(void)
{
	return run_table("compilers", compilation, compiler_answers) +
	       run_table("contraction", contraction, program_succeeds);
}
