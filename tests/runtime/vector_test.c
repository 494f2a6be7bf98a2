/* opgen_vector.h on this machine, and on others by their emulators. */

#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/machine.h"
#include "support/sample.h"
#include "support/vector_checks.h"

/* Whether this processor runs the target's code; clang cannot ask for f16c, which every
   processor with AVX2 has. A test that cannot run fails, unless
   OPGEN_WITHOUT names the target. */
static bool
processor_runs(const char *target)
{
#ifdef __x86_64__
	if (!strcmp(target, "x86-64-v3"))
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
	(void)target;
	return true;
#endif
}

static void
check_holds(void **state)
{
	const struct vector_check *check = *state;
	if (!processor_runs(check->target)) {
		if (is_left_out(check->target))
			skip();
		fail_msg("this processor does not run %s; OPGEN_WITHOUT=%s leaves it out",
			check->target, check->target);
	}
	assert_true(check->holds());
}

enum {
	SAMPLE = 2 /* of so many programs one is compiled and run */
};

/* The checks in a program of their own, compiled in some way for some machine. */
struct program {
	const char *name, *machine;
	size_t compiler; /* the machine's first or second */
	const char *level, *option;
};

/* clang-format off */
static const struct program program[] = {
	{"the checks hold with gcc -O0",                  "native",  0, "-O0", "-g0"},
	{"the checks hold with gcc -O3 -march=native",    "native",  0, "-O3", "-march=native"},
	{"the checks hold with clang -O2",                "native",  1, "-O2", "-g0"},
	{"the checks hold with clang -O3 -march=native",  "native",  1, "-O3", "-march=native"},
	{"the checks hold on aarch64 with gcc -O0",       "aarch64", 0, "-O0", "-g0"},
	{"the checks hold on aarch64 with clang -O2",     "aarch64", 1, "-O2", "-g0"},
	{"the checks hold on wasm with clang -O2",        "wasm",    1, "-O2", "-g0"},
};
/* clang-format on */

static void
checks_hold(void **state)
{
	const struct program *row = *state;
	const struct machine *machine = machine_find(row->machine);
	struct arena arena = {0};
	const char *path = arena_format(&arena, "%s/tests/vector_checks_%s%s",
		build_directory(), row->machine, row->level);
	const char *word[] = {row->option, "-Werror", "-Wall", "-Wextra", "-Wpedantic",
		"-Wconversion", "-static", "tests/support/vector_main.c",
		"tests/support/vector_checks.c", "tests/support/fenced.c",
		"runtime/opgen_runtime.c", "-lm", "-o", path, NULL};

	if (is_left_out(row->machine) ||
		(!strcmp(row->machine, "native") && is_left_out("x86-64-v4")))
		skip();
	assert_true(machine_compile(machine, row->compiler, row->level, word));
	assert_true(machine_run(machine, path, NULL, NULL));
	arena_free(&arena);
}

/* A compiler's answer to a file that includes the header. */
struct answer {
	const char *name;
	const char *command; /* what stands before the file's name */
	bool takes;
};

#define WARNINGS \
	" -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual" \
	" -Wdouble-promotion -Wundef -Wpsabi -Werror "

/* clang-format off */
static const struct answer answer[] = {
	{"gcc takes the header as C99",       "gcc -std=c99",     true},
	{"gcc takes the header as C17",       "gcc -std=c17",     true},
	{"g++ takes the header as C++11",     "g++ -std=c++11",   true},
	{"clang takes the header as C99",     "clang -std=c99",   true},
	{"clang takes the header as C17",     "clang -std=c17",   true},
	{"clang++ takes the header as C++11", "clang++ -std=c++11", true},
	{"tcc is refused",                    "tcc",              false},
};
/* clang-format on */

static void
compiler_answers(void **state)
{
	const struct answer *row = *state;
	bool cplusplus = strstr(row->command, "++");
	struct arena arena = {0};
	const char *command = arena_format(&arena,
		"echo '#include \"opgen_vector.h\"' | %s -Iruntime -c -x %s%s - -o "
		"\"$OPGEN_BUILD/tests/vector.o\" 2>/dev/null",
		row->command, cplusplus ? "c++" : "c", row->takes ? WARNINGS : "");

	/* In a variable, whatever the path has. */
	setenv("OPGEN_BUILD", build_directory(), 1);
	assert_int_equal(system(command) == 0, row->takes);
	arena_free(&arena);
}

static struct CMUnitTest
test_of(const char *name, CMUnitTestFunction function, const void *row)
{
	return (struct CMUnitTest){name, function, NULL, NULL, (void *)(uintptr_t)row};
}

int
main(void)
{
	struct CMUnitTest test[128];
	struct sample sample = sample_begin("compiles the same programs");
	size_t n = 0;

	for (size_t i = 0; i < nvector_check; i++)
		test[n++] =
			test_of(vector_checks[i].name, check_holds, &vector_checks[i]);
	/* Compilers say the same, and the programs do the same, whatever this test
	   program was compiled with. */
	for (size_t i = 0; i < countof(answer) && !is_sanitized(); i++)
		test[n++] = test_of(answer[i].name, compiler_answers, &answer[i]);
	for (size_t i = 0; i < countof(program) && !is_sanitized(); i++)
		if (sample_takes(&sample, SAMPLE))
			test[n++] = test_of(program[i].name, checks_hold, &program[i]);
	return _cmocka_run_group_tests("vector", test, n, NULL, NULL);
}
