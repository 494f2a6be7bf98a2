#ifndef OPGEN_CODE_CONSTANT_SET_H
#define OPGEN_CODE_CONSTANT_SET_H

#include <stdbool.h>
#include <stddef.h>

/* The operands whose constant arrays functions name: others need no array. */

struct arena;
struct function;
struct operand;

struct constant_set {
	const struct operand **operand; /* each once, by its address, after the end */
	size_t n;
};

/* Adds those of a function. */
void constant_set_add(
	struct constant_set *all, const struct function *function, struct arena *arena);

/* What was added, in an arena that may last longer. */
struct constant_set constant_set_end(const struct constant_set *all, struct arena *arena);

bool constant_set_has(const struct constant_set *all, const struct operand *operand);

#endif
