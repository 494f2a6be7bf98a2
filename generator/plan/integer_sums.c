#include "plan/integer_sums.h"

#include "base/checked.h"
#include "plan/reduction.h"
#include "plan/reference_steps.h"

bool
plan_sums_integers(const struct plan *plan)
{
	return dtype_is_integer(plan->sum) &&
	       (plan->kind == PLAN_PRODUCT ||
		       (plan->kind == PLAN_WINDOW && plan->u.window.reduction->weighted));
}

bool
plan_widens(const struct plan *plan)
{
	return plan_sums_integers(plan) && plan->src->loaded != plan->src->dtype;
}

/* The largest absolute value of an integer type's numbers. */
static int64_t
most_of_type(enum dtype dtype)
{
	int bits = 8 * (int)dtype_info[dtype].size;
	bool is_signed = dtype_info[dtype].kind == KIND_SIGNED;

	if (bits == 64)
		return INT64_MAX;
	return is_signed ? INT64_C(1) << (bits - 1) : (INT64_C(1) << bits) - 1;
}

static int64_t
add(int64_t a, int64_t b)
{
	int64_t sum;

	return add_overflows(a, b, &sum) ? INT64_MAX : sum;
}

static int64_t
multiply(int64_t a, int64_t b)
{
	int64_t product;

	return mul_overflows(a, b, &product) ? INT64_MAX : product;
}

static int64_t
absolute(const struct operand *operand, int64_t k)
{
	int64_t x = reference_load(operand->dtype, operand->constant, k).integer;

	return x >= 0 ? x : x == INT64_MIN ? INT64_MAX : -x;
}

/* The largest absolute value of an operand's elements; 0: there is no operand. */
static int64_t
most_of(const struct operand *operand)
{
	int64_t most = 0;

	if (!operand)
		return 0;
	if (!operand->constant)
		return most_of_type(operand->dtype);
	for (int64_t k = 0; k < operand->nelement; k++) {
		int64_t x = absolute(operand, k);

		most = x > most ? x : most;
	}
	return most;
}

/* The largest sum of the absolute weights of an output channel. */
static int64_t
weights_of_window(const struct plan *plan)
{
	const struct window_plan *w = &plan->u.window;
	int64_t taps = 1, most = 0;

	for (int i = 0; i < w->naxis; i++)
		taps = multiply(taps, w->axis[i].kernel);
	if (!plan->weights->constant)
		return multiply(multiply(w->ic, taps), most_of(plan->weights));
	for (int64_t c = 0; c < w->group * w->oc; c++) {
		int64_t sum = 0;

		for (int64_t i = 0; i < w->ic; i++)
			for (int64_t t = 0; t < taps; t++)
				sum = add(sum, absolute(plan->weights,
						       window_weight(w, c, i, t)));
		most = sum > most ? sum : most;
	}
	return most;
}

static int64_t
terms_of_product(const struct product_plan *p)
{
	int64_t terms = p->depth;

	for (int i = 0; i < p->naxis; i++)
		terms = multiply(terms, p->axis[i].axis.kernel);
	return terms;
}

int64_t
sum_bound(const struct plan *plan)
{
	const struct product_plan *p = &plan->u.product;

	if (plan->kind == PLAN_WINDOW)
		return add(multiply(weights_of_window(plan), most_of(plan->src)),
			most_of(plan->bias));
	return add(multiply(terms_of_product(p), multiply(most_of(p->a), most_of(p->b))),
		most_of(p->c));
}

bool
sum_fits(const struct plan *plan)
{
	return sum_bound(plan) < most_of_type(plan->sum);
}

enum wide_sums
plan_wide_sums(const struct plan *plan)
{
	if (!plan_widens(plan))
		return WIDE_SUMS_NONE;
	return sum_fits(plan) ? WIDE_SUMS_FIT : WIDE_SUMS_WRAP;
}
