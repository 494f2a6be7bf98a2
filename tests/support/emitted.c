#include "support/emitted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/fenced.h"
#include "support/harness.h"
#include "support/invoke.h"

/* What emitted code compiles under without a warning. */
static const char *const warnings[] = {"-Werror", "-Wall", "-Wextra", "-Wpedantic",
	"-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wcast-qual",
	"-Wdouble-promotion", "-Wundef", "-Wfloat-equal", "-Winline"};

static const char *const c_warnings[] = {
	"-Wstrict-prototypes", "-Wmissing-prototypes", "-Wdeclaration-after-statement"};

bool
is_sanitized(void)
{
#ifdef __SANITIZE_ADDRESS__
	return true;
#else
	return false;
#endif
}

struct compilation
compilation_of(size_t i)
{
	static const char *const compiler[] = {"gcc", "clang"};
	static const char *const level[] = {"-O0", "-O2", "-O2"};
	/* GNU C and C++ let gcc contract products into fused multiply-adds by default,
	   which the emitted code has to prevent where the machine can. */
	static const char *const standard[] = {
		"-std=c99", "-std=c11", "-std=c17", "-std=c++11", "-std=gnu17"};
	struct compilation compilation = {
		compiler[i % 2], standard[i % 5], level[i % 3], NULL};

	/* A process has room for one compiler's sanitizers, and they see most in code
	   that was not optimized. */
	if (is_sanitized()) {
		compilation.compiler = "gcc";
		compilation.level = "-O0";
	}

#ifdef __x86_64__
	if (i % 3 == 2 && __builtin_cpu_supports("fma"))
		compilation.machine = "-mfma";
#endif
	return compilation;
}

/* A command line under construction. */
struct arguments {
	const char *word[48];
	size_t n;
};

static void
add(struct arguments *arguments, const char *word)
{
	if (word)
		arguments->word[arguments->n++] = word;
}

static void
add_all(struct arguments *arguments, const char *const *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add(arguments, word[i]);
}

#define countof(array) (sizeof(array) / sizeof(array)[0])

static void
add_language(struct arguments *arguments, const struct compilation *compilation)
{
	bool cplusplus = !strcmp(compilation->standard, "-std=c++11");

	if (cplusplus) {
		add(arguments, "-xc++");
		add(arguments,
			"-Wno-deprecated"); /* clang minds C++ in a file named .c */
	}
	add(arguments, compilation->standard);
	add_all(arguments, warnings, countof(warnings));
	if (!cplusplus)
		add_all(arguments, c_warnings, countof(c_warnings));
	if (!strcmp(compilation->compiler, "gcc"))
		add(arguments, "-Wduplicated-branches");
	add(arguments, compilation->level);
	add(arguments, compilation->machine);
	if (is_sanitized()) {
		add(arguments, "-fsanitize=address,undefined");
		add(arguments, "-fno-sanitize-recover=all");
	}
}

bool
emitted_compile(const struct compilation *compilation, const char *c_file,
	const char *shared_object, struct arena *arena)
{
	struct arguments arguments = {{compilation->compiler}, 1};
	const char *messages = arena_format(arena, "%s.messages", c_file);
	struct run run = {.argv = arguments.word, .messages = messages};
	char *said;
	size_t size;

	if (!strcmp(compilation->compiler, "tcc"))
		add_all(&arguments, (const char *const[]){"-Wall", "-Werror"}, 2);
	else
		add_language(&arguments, compilation);
	add(&arguments, "-Iruntime");
	if (shared_object) {
		add(&arguments, "-fPIC");
		add(&arguments, "-shared");
	} else {
		add(&arguments, "-c");
	}
	add(&arguments, c_file);
	if (shared_object) {
		add(&arguments, "-xnone");
		add(&arguments,
			arena_format(arena, "%s/libopgen_runtime.a", build_directory()));
		/* g++ links it by itself. gcc 12 needs it for pow of vectors at -O0,
		   whose intrinsics it believes may throw. */
		if (!strcmp(compilation->standard, "-std=c++11") &&
			strcmp(compilation->compiler, "tcc") != 0)
			add(&arguments, "-lstdc++");
		add(&arguments, "-lm");
	}
	add(&arguments, "-o");
	add(&arguments,
		shared_object ? shared_object : arena_format(arena, "%s.o", c_file));
	if (!run_command(&run))
		return true;
	said = file_read(messages, &size, arena);
	fprintf(stderr, "%s %s %s does not accept %s:\n%.3000s\n", compilation->compiler,
		compilation->standard, compilation->level, c_file, said ? said : "");
	return false;
}

/* Calls a function of a shared object. */
static void
call(void *symbol, void *const *argument, size_t n)
{
	void (*function)(void);

	memcpy(&function, &symbol, sizeof symbol);
	invoke(function, argument, n);
}

size_t
operand_nbyte(const struct operand *operand)
{
	return (size_t)operand->nelement * dtype_info[operand->dtype].size;
}

size_t
emitted_place(const struct plan *plan, size_t output)
{
	size_t place = 0;

	for (size_t i = 0; i < output; i++)
		place += (operand_nbyte(plan_output(plan, i)) + 15) / 16 * 16;
	return place;
}

size_t
emitted_nbyte(const struct plan *plan)
{
	return emitted_place(plan, plan->nmore) +
	       operand_nbyte(plan_output(plan, plan->nmore));
}

/* The weights as the function's own NAME_pack brings them into order. */
static struct fenced
make_packed(const struct emitted *emitted, enum placement placement, const void *weights)
{
	struct fenced packed = fenced_make(emitted->packed_size, placement);

	memset(packed.elements, 0xa5, emitted->packed_size);
	call(emitted->pack, (void *const[]){(void *)weights, packed.elements}, 2);
	fenced_make_read_only(&packed);
	return packed;
}

void
emitted_call(const struct emitted *emitted, enum placement placement,
	const void *const *input, void *dst)
{
	const struct plan *plan = emitted->plan;
	struct fenced fenced[MOST_TENSORS];
	void *argument[MOST_TENSORS];
	size_t n = 0, first, size;

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];

		if (operand->constant)
			continue;
		size = operand_nbyte(operand);
		fenced[n] = fenced_make(size, placement);
		memcpy(fenced[n].elements, input[i], size);
		fenced_make_read_only(&fenced[n]);
		if (emitted->pack && operand == plan->weights) {
			struct fenced plain = fenced[n];

			fenced[n] = make_packed(emitted, placement, plain.elements);
			fenced_free(&plain);
		}
		argument[n] = fenced[n].elements;
		n++;
	}
	first = n;
	for (size_t i = 0; i < plan_noutput(plan); i++, n++) {
		size = operand_nbyte(plan_output(plan, i));
		fenced[n] = fenced_make(size, placement);
		/* No result is made of these bytes: an element that was not written
		   differs. */
		memset(fenced[n].elements, 0xa5, size);
		argument[n] = fenced[n].elements;
	}
	call(emitted->function, argument, n);
	for (size_t i = first; i < n; i++)
		memcpy((char *)dst + emitted_place(plan, i - first), fenced[i].elements,
			operand_nbyte(plan_output(plan, i - first)));
	while (n > 0)
		fenced_free(&fenced[--n]);
}
