#ifndef OPGEN_CODE_BESIDE_H
#define OPGEN_CODE_BESIDE_H

#include "code/statements/build.h"
#include "plan/epilogue.h"

/* Tensors beside an output: code that stores an element of the output reads the elements
   of these tensors that belong to it, through pointers that advance with the output's. A
   design handles the output's pointers alone. Where it asks for an element beside the
   output, every pointer through which the output was reached, across functions and calls,
   gets a companion. */

/* One of these tensors, and which of its elements belong to which of the output. */
struct beside {
	const struct operand *operand;
	struct repetition repetition;
};

/* One of a function's last parameters, and what it is beside. */
struct beside_parameter {
	size_t number; /* of the parameter that is derived from the output */
	struct beside beside;
};

/* The address that belongs to address `at` of the output. Each term of the address is
   converted by itself: a loop must either stay among elements of the output that share
   one element beside them, or lead from the first of those to another first one. */
struct address code_beside(
	struct code_builder *code, struct address at, const struct beside *beside);

/* Declares, in the current function, the variable that points to the tensor's first
   element, or is its array. */
void code_beside_is(struct code_builder *code, const struct variable *output,
	const struct beside *beside, const struct variable *variable);

#endif
