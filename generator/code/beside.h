#ifndef OPGEN_CODE_BESIDE_H
#define OPGEN_CODE_BESIDE_H

#include "code/build.h"
#include "plan/epilogue.h"

/* Tensors beside an output: whoever stores an element of the output reads the elements of
   these that belong to it, through a pointer that goes where the output's does. A design
   lowers the way of the output alone: where it reads beside it, each pointer on that way,
   through functions and calls, gets the other one with it. */

/* One of these tensors, and which of its elements belong to which of the output. */
struct beside {
	const struct operand *operand;
	struct repetition repetition;
};

/* A parameter of a function, among its last ones: what it is beside. */
struct beside_parameter {
	size_t number; /* of the parameter on the output's way */
	struct beside beside;
};

/* What belongs to the place `at` of the output: each part of the address by itself, so
   loops go either along elements of the output that have the same one beside them, or
   from the first of those to another first one. */
struct address code_beside(
	struct code_builder *code, struct address at, const struct beside *beside);

/* In the function at hand the tensor beside the output is known: a variable that points
   to its first element, or is its array. */
void code_beside_is(struct code_builder *code, const struct variable *output,
	const struct beside *beside, const struct variable *variable);

#endif
