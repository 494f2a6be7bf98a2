#ifndef OPGEN_TESTS_EMITTED_H
#define OPGEN_TESTS_EMITTED_H

#include <stdbool.h>
#include <stddef.h>

#include "plan/plan.h"
#include "support/fenced.h"

struct arena;

/* A way to compile emitted code. */
struct compilation {
	const char *compiler; /* "gcc", "clang", "tcc" */
	const char *standard; /* "-std=c99" … */
	const char *level;    /* "-O0" … */
	const char *machine;  /* "-mfma", or NULL */
};

/* The number of ways to compile and run, and the i-th of them: i modulo 2 chooses the
   compiler, modulo 3 the level, modulo 5 the language, so that counting meets each
   combination. */
enum {
	NCOMPILATION = 2 * 3 * 5
};
struct compilation compilation_of(size_t i);

/* Whether emitted code is compiled with sanitizers, as the test programs themselves are.
 */
bool is_sanitized(void);

/* Compiles a C file with warnings as errors: to a shared object if there is a path for
   it, else only to check. On failure prints the compiler's messages and returns false. */
bool emitted_compile(const struct compilation *compilation, const char *c_file,
	const char *shared_object, struct arena *arena);

/* An emitted function of any signature: its inputs in order, then its output. */
struct emitted {
	void *function;
	const struct plan *plan;
	/* NAME_pack, if the function is NAME_packed, or NULL; bytes of packed weights. */
	void *pack;
	size_t packed_size;
};

size_t operand_nbyte(const struct operand *operand);

/* The offset of an output in a result, and the bytes of all outputs. */
size_t emitted_place(const struct plan *plan, size_t output);
size_t emitted_nbyte(const struct plan *plan);

/* Calls the function with its tensors next to fences, and copies its outputs to dst, each
   at emitted_place(). inputs are by the plan's operands; those of constants are
   ignored. */
void emitted_call(const struct emitted *emitted, enum placement placement,
	const void *const *input, void *dst);

#endif
