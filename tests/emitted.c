#include "emitted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "fenced.h"
#include "harness.h"

/* What emitted code compiles under without a warning. */
static const char *const warnings[] = {"-Werror", "-Wall", "-Wextra", "-Wpedantic",
	"-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wcast-qual",
	"-Wdouble-promotion", "-Wundef"};

static const char *const c_warnings[] = {"-Wstrict-prototypes", "-Wmissing-prototypes"};

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

static void
call(void *function, size_t n, const void *const *a, void *dst, void *second)
{
	union {
		void *object;
		void (*of_0)(void *);
		void (*of_1)(const void *, void *);
		void (*of_1_to_2)(const void *, void *, void *);
		void (*of_2)(const void *, const void *, void *);
		void (*of_3)(const void *, const void *, const void *, void *);
	} f = {function};

	if (second && n == 1) {
		f.of_1_to_2(a[0], dst, second);
		return;
	}
	switch (second ? SIZE_MAX : n) {
	case 0:
		f.of_0(dst);
		break;
	case 1:
		f.of_1(a[0], dst);
		break;
	case 2:
		f.of_2(a[0], a[1], dst);
		break;
	case 3:
		f.of_3(a[0], a[1], a[2], dst);
		break;
	default:
		fprintf(stderr, "%zu inputs%s are more than the tests can pass\n", n,
			second ? " and two outputs" : "");
		exit(1);
	}
}

size_t
operand_nbyte(const struct operand *operand)
{
	return (size_t)operand->nelement * dtype_info[operand->dtype].size;
}

size_t
emitted_second(const struct plan *plan)
{
	return (operand_nbyte(&plan->dst) + 15) / 16 * 16;
}

size_t
emitted_nbyte(const struct plan *plan)
{
	return plan->second.name ? emitted_second(plan) + operand_nbyte(&plan->second)
				 : operand_nbyte(&plan->dst);
}

/* The weights as the function's own NAME_pack brings them into order. */
static struct fenced
make_packed(const struct emitted *emitted, enum placement placement, const void *weights)
{
	struct fenced packed = fenced_make(emitted->packed_size, placement);

	memset(packed.elements, 0xa5, emitted->packed_size);
	call(emitted->pack, 1, &weights, packed.elements, NULL);
	fenced_make_read_only(&packed);
	return packed;
}

void
emitted_call(const struct emitted *emitted, enum placement placement,
	const void *const *input, void *dst)
{
	const struct plan *plan = emitted->plan;
	struct fenced fenced[MAX_RANK], output, second = {0};
	const void *argument[MAX_RANK];
	size_t n = 0, size;

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];

		if (operand->constant)
			continue;
		size = (size_t)operand->nelement * dtype_info[operand->dtype].size;
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
	size = (size_t)plan->dst.nelement * dtype_info[plan->dst.dtype].size;
	output = fenced_make(size, placement);
	/* No result is made of these bytes: an element that was not written differs. */
	memset(output.elements, 0xa5, size);
	if (plan->second.name)
		second = fenced_make(operand_nbyte(&plan->second), placement);
	call(emitted->function, n, argument, output.elements, second.elements);
	memcpy(dst, output.elements, size);
	if (plan->second.name) {
		memcpy((char *)dst + emitted_second(plan), second.elements,
			operand_nbyte(&plan->second));
		fenced_free(&second);
	}
	fenced_free(&output);
	while (n > 0)
		fenced_free(&fenced[--n]);
}
