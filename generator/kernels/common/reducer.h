#ifndef OPGEN_KERNELS_COMMON_REDUCER_H
#define OPGEN_KERNELS_COMMON_REDUCER_H

#include "kernels/common/epilogue_code.h"
#include "kernels/common/lowering.h"

/* A row of reductions as statements, for the designs. Values are of the sum's type,
   scalars or vectors alike. */

struct reducer {
	const struct lowering *lowering;
	const struct window_plan *window;
	/* Where a term is a function: "sum + |x|^p", of x and sum, of scalars or of
	   vectors. */
	const struct function *term;
};

/* For values of a type. What it needs of functions is built, so no function may be at
   hand; without that where no window has a tap. */
struct reducer reducer_begin(const struct lowering *l, struct code_type type);

/* What a sum begins with. */
const struct value *reducer_identity(const struct reducer *r, struct code_type type);

/* The sum with one more element x; w: its weight, Conv alone. */
const struct value *reducer_term(const struct reducer *r, const struct value *sum,
	const struct value *x, const struct value *w);

/* The place of the sum's element, once x, at `here`, is a term. */
const struct value *reducer_place(const struct reducer *r, const struct value *sum,
	const struct value *x, const struct value *place, const struct value *here);

/* Two partial results as one. */
const struct value *reducer_join(
	const struct reducer *r, const struct value *a, const struct value *b);

/* The output, before it is rounded to its type in memory and stored at a place; the steps
   behind the window are done. divisor: taps counted, where they count; not looked at
   where `count` holds it. */
const struct value *reducer_finish(const struct reducer *r, const struct value *sum,
	int64_t divisor, const struct value *count, struct output_place place);

#endif
