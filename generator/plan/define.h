#ifndef OPGEN_PLAN_DEFINE_H
#define OPGEN_PLAN_DEFINE_H

#include "plan/plan.h"
#include "plan/reduction.h"

/* What every output of a PLAN_PRODUCT, a PLAN_REDUCE or a PLAN_SAMPLE is, in the order of
   operations that the README, "Numerics", fixes, out of the axes' numbers alone. The
   reference interpreter makes numbers of it, expect digests of expressions, and
   straight-line code statements. */

enum {
	KEPT_TOTAL, /* of the blocks */
	KEPT_SUM,   /* of the block at hand; in the end c's part */
	KEPT_MEAN,
	KEPT_FACTOR,
	KEPT_PLACE,
	KEPT_LANE, /* partial results of a row, PLANE_LANES of them */
	NKEPT = KEPT_LANE + PLANE_LANES
};

struct definition {
	const struct plan *plan;
	const struct algebra *algebra;
	/* Element k of an operand, as sums are kept. */
	union quantity (*element)(
		void *context, const struct operand *operand, int64_t k);
	/* A place in a row. */
	union quantity (*place)(void *context, int64_t place);
	/* What is read again: by which name, and as what. NULL: it is what it is. */
	union quantity (*keep)(void *context, int which, union quantity value);
	/* The value of output k, before the plan's epilogue and before it is rounded to
	   its type in memory; and what is said before it is computed, with the products
	   that it sums, or NULL. */
	void (*begin)(void *context, int64_t k, int64_t terms);
	void (*put)(void *context, int64_t k, union quantity value);
	void *context;
};

void define_outputs(const struct definition *d);

/* The same for output k alone, or with others of its row; false: there is none. */
bool define_output(const struct definition *d, int64_t k);

/* Terms that all outputs have, or nearly as many; a lot more than a lot are a lot. */
uint64_t plan_terms(const struct plan *plan);

/* What define_outputs() is made of: one for each kind of plan. */
void define_product(const struct definition *d);
void define_reduce(const struct definition *d);
void define_sample(const struct definition *d);
bool define_product_output(const struct definition *d, int64_t k);
bool define_reduce_output(const struct definition *d, int64_t k);
bool define_sample_output(const struct definition *d, int64_t k);
uint64_t sample_terms(const struct plan *plan);

/* The index along each of n axes of the element that is `at` in, where an axis' elements
   are so far apart and so many; false: there is none. */
bool define_index(
	int64_t at, const int64_t *inc, const int64_t *count, int n, int64_t *index);

/* A row's place j, in src and in dst. */
int64_t reduce_src(const struct reduce_plan *reduce, int64_t j);
int64_t reduce_dst(const struct reduce_plan *reduce, int64_t j);

/* Whether a row has PLANE_LANES partial results. */
bool reduce_is_plane(const struct reduce_plan *reduce);

/* Operations that definitions and designs share. How a row's elements become one: as
   sums, as the largest one, as sums of squares (REDUCE_NORMALIZE), as sums of what exp
   makes of them (REDUCE_SOFTMAX). What that begins with, one more term, two results as
   one. */
union quantity reduce_identity(
	enum reduce_kind kind, const struct plan *plan, const struct algebra *algebra);
union quantity reduce_term(enum reduce_kind kind, const struct algebra *algebra,
	union quantity result, union quantity x);
union quantity reduce_join(enum reduce_kind kind, const struct algebra *algebra,
	union quantity a, union quantity b);
/* What becomes of x, about which squares have such a sum. */
union quantity reduce_local(const struct reduce_plan *reduce,
	const struct algebra *algebra, union quantity x, union quantity sum);
/* The place of the largest element, once x, at `here`, has come. */
union quantity reduce_place(const struct plan *plan, const struct algebra *algebra,
	union quantity most, union quantity x, union quantity place, union quantity here);

#endif
