#ifndef OPGEN_PLAN_DEFINE_H
#define OPGEN_PLAN_DEFINE_H

#include "plan/plan.h"
#include "plan/reduction.h"

/* The definition of every output of a PLAN_PRODUCT, PLAN_REDUCE or PLAN_SAMPLE, from the
   axes' numbers alone, with the order of operations that runtime/README.md, "Numerics",
   fixes. The reference interpreter evaluates it to numbers, expect to digests of
   expressions, and straight-line code to statements. */

enum {
	KEPT_TOTAL, /* of the blocks */
	KEPT_SUM,   /* of the current block; at the end, what c adds */
	KEPT_MEAN,
	KEPT_FACTOR,
	KEPT_PLACE,
	KEPT_LANE, /* partial results of a row, PLANE_LANES of them */
	NKEPT = KEPT_LANE + PLANE_LANES
};

struct definition {
	const struct plan *plan;
	const struct algebra *algebra; /* of sums: plan_sum_dtype() */
	/* Element k of an operand, as sums of its type are kept. */
	union quantity (*element)(
		void *context, const struct operand *operand, int64_t k);
	/* An index in a row. */
	union quantity (*place)(void *context, int64_t place);
	/* Gives a value that is read again a name; returns what to read. NULL: the value
	   itself is. */
	union quantity (*keep)(void *context, int which, union quantity value);
	/* put() takes the value of element k of an output, before the plan's epilogue and
	   before it is rounded to its type in memory. begin() is called before element k
	   of the first output is computed, with the number of its terms; it may be
	   NULL. */
	void (*begin)(void *context, int64_t k, int64_t terms);
	void (*put)(void *context, size_t output, int64_t k, union quantity value);
	void *context;
};

void define_outputs(const struct definition *d);

/* The same for element k of an output alone, or with others of its row; false: there is
   none. */
bool define_output(const struct definition *d, size_t output, int64_t k);

/* The number of terms of all outputs, also of a PLAN_WINDOW's, where it is exact;
   approximately for the others. Large numbers saturate. */
uint64_t plan_terms(const struct plan *plan);

/* What define_outputs() is made of: one for each kind of plan. */
void define_product(const struct definition *d);
void define_reduce(const struct definition *d);
void define_sample(const struct definition *d);
bool define_product_output(const struct definition *d, int64_t k);
bool define_reduce_output(const struct definition *d, size_t output, int64_t k);
bool define_sample_output(const struct definition *d, int64_t k);
uint64_t sample_terms(const struct plan *plan);

/* n axes whose elements are so far apart and so many: those of more than one, the largest
   steps first. */
struct index_axes {
	int n, naxis;
	struct {
		int number;
		int64_t inc, count;
	} axis[2 * MAX_RANK + 2 * MAX_AXIS];
};

struct index_axes index_axes(const int64_t *inc, const int64_t *count, int n);

/* The index along each of the axes of the element that is `at` in; false: there is
   none. */
bool index_at(const struct index_axes *axes, int64_t at, int64_t *index);

/* Both at once. */
bool define_index(
	int64_t at, const int64_t *inc, const int64_t *count, int n, int64_t *index);

/* Element j of a row: its offsets in src, in dst, and in scale and bias. */
int64_t reduce_src(const struct reduce_plan *reduce, int64_t j);
int64_t reduce_dst(const struct reduce_plan *reduce, int64_t j);
int64_t reduce_channel(const struct reduce_plan *reduce, int64_t j);

/* Whether a row has PLANE_LANES partial results. */
bool reduce_is_plane(const struct reduce_plan *reduce);

/* How the elements of a row become one number. */
enum fold {
	FOLD_SUM,
	FOLD_MAX,
	FOLD_MIN,
	FOLD_PROD,
	FOLD_MAGNITUDES,  /* the sum of |x| */
	FOLD_SQUARES,     /* their sum */
	FOLD_EXPONENTIALS /* their sum */
};

/* Operations that definitions and designs share: the identity of a fold, the addition of
   one term, and the join of two partial results. */
union quantity fold_identity(
	enum fold fold, const struct plan *plan, const struct algebra *algebra);
union quantity fold_term(enum fold fold, const struct algebra *algebra,
	union quantity result, union quantity x);
union quantity fold_join(enum fold fold, const struct algebra *algebra, union quantity a,
	union quantity b);
/* Whether a row becomes one number by a single fold, which is this one; and the number,
   given the fold's result. */
bool reduce_folds(const struct reduce_plan *reduce, enum fold *fold);
union quantity reduce_finish(const struct reduce_plan *reduce,
	const struct algebra *algebra, union quantity result);
union quantity reduce_mean(const struct reduce_plan *reduce,
	const struct algebra *algebra, union quantity sum);
/* REDUCE_LOG_SUM_EXP: what is subtracted from elements, given the largest one. */
union quantity reduce_shift(const struct algebra *algebra, union quantity most);
/* The output for x, given the sum of squares around it. */
union quantity reduce_local(const struct reduce_plan *reduce,
	const struct algebra *algebra, union quantity x, union quantity sum);
/* The element that is looked for, updated with x; and its index, updated with x at
   `here`. */
union quantity reduce_most(const struct plan *plan, const struct algebra *algebra,
	union quantity most, union quantity x);
union quantity reduce_place(const struct plan *plan, const struct algebra *algebra,
	union quantity most, union quantity x, union quantity place, union quantity here);

#endif
