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

/* How many ways there are to compile and run, and the i-th of them; i modulo 2 is its
   compiler, modulo 3 its level, modulo 5 its language. Counting upwards meets each. */
enum {
	NCOMPILATION = 2 * 3 * 5
};
struct compilation compilation_of(size_t i);

/* Whether emitted code is compiled with sanitizers, as the test programs themselves are.
 */
bool is_sanitized(void);

/* Compiles a C file with every warning that code may not cause as an error; to a
   shared object when there is a path for it, else for the warnings alone. Prints the
   compiler's messages and returns false on failure. */
bool emitted_compile(const struct compilation *compilation, const char *c_file,
	const char *shared_object, struct arena *arena);

/* An emitted function of any signature: its inputs in order, then its output. */
struct emitted {
	void *function;
	const struct plan *plan;
	/* NAME_pack, where the function is NAME_packed, or NULL; bytes that it packs. */
	void *pack;
	size_t packed_size;
};

size_t operand_nbyte(const struct operand *operand);

/* Where in a result an output begins, and bytes of all outputs. */
size_t emitted_place(const struct plan *plan, size_t output);
size_t emitted_nbyte(const struct plan *plan);

/* Calls the function with its tensors directly beside a fence, and copies its outputs to
   dst, each to where emitted_place() says. inputs are by
   the plan's operands; those of constants are not looked at. */
void emitted_call(const struct emitted *emitted, enum placement placement,
	const void *const *input, void *dst);

#endif
