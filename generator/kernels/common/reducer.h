#ifndef OPGEN_KERNELS_COMMON_REDUCER_H
#define OPGEN_KERNELS_COMMON_REDUCER_H

#include "kernels/common/epilogue_code.h"
#include "kernels/common/lowering.h"
#include "plan/reduction.h"

/* A row of reductions as statements, for the designs. Values have the sum's type, as
   scalars or vectors. */

struct reducer {
	const struct lowering *lowering;
	const struct window_plan *window;
	struct algebra algebra; /* of statements */
	/* If a term is a function: "sum + |x|^p", of x and sum, scalars or vectors. */
	const struct function *term;
};

/* Begins reductions of values of a type. Builds the functions that it needs, unless no
   window has a tap; so no function may be open. */
const struct reducer *reducer_begin(const struct lowering *l, struct code_type type);

/* Whether any window has a tap inside the input. */
bool reducer_reads(const struct reducer *r);

/* The initial sum. */
const struct value *reducer_identity(const struct reducer *r, struct code_type type);

/* The sum with one more element x; w: its weight, Conv alone. */
const struct value *reducer_term(const struct reducer *r, const struct value *sum,
	const struct value *x, const struct value *w);

/* The same for sums that are variables: begins n of them; adds an element to one. */
void reducer_clear(const struct reducer *r, const struct variable *const *sum, int64_t n);
void reducer_add(const struct reducer *r, const struct variable *sum,
	const struct value *x, const struct value *w);

/* The position of the chosen element, updated with x at `here`. */
const struct value *reducer_place(const struct reducer *r, const struct value *sum,
	const struct value *x, const struct value *place, const struct value *here);

/* The position as the second output holds it. */
const struct value *reducer_place_stored(
	const struct reducer *r, const struct variable *place);

/* Two partial results as one. */
const struct value *reducer_join(
	const struct reducer *r, const struct value *a, const struct value *b);

/* Stores the output that is made of a sum, epilogue included. divisor: the number of taps
   that count; ignored if `count` holds it. */
void reducer_store(const struct reducer *r, const struct value *sum, int64_t divisor,
	const struct value *count, struct output_place place);

#endif
