#include "drawn/bound.h"

#include "base/arena.h"
#include "plan/epilogue.h"
#include "plan/reference.h"
#include "support/element.h"

#include <float.h>
#include <math.h>

/* Elements of a float or half type as doubles. */
static double *
widened(const struct operand *o, const void *elements, struct arena *arena)
{
	double *wide = arena_array(arena, double, o->nelement + 1);

	for (int64_t k = 0; k < o->nelement; k++)
		wide[k] = element_load(o->dtype,
			(const char *)elements + (size_t)k * dtype_info[o->dtype].size);
	return wide;
}

/* What the plan computes in doubles, of inputs that become doubles. */
static double *
compute_wide(const struct plan *narrow, const void *const *elements, const double **wide,
	struct arena *arena)
{
	struct plan plan = *narrow;
	struct epilogue epilogue;
	double *dst = arena_array(arena, double, plan.dst.nelement + 1);
	const void *input[MAX_OPERAND] = {0};

	for (size_t i = 0; i < plan.noperand; i++) {
		struct operand *o = &plan.operand[i];

		wide[i] = widened(o, o->constant ? o->constant : elements[i], arena);
		input[i] = wide[i];
		operand_set_dtype(o, DTYPE_FLOAT64);
		o->constant = o->constant ? wide[i] : NULL;
	}
	operand_set_dtype(&plan.dst, DTYPE_FLOAT64);
	plan.sum = DTYPE_FLOAT64;
	if (narrow->epilogue) {
		epilogue = *narrow->epilogue;
		epilogue.from = DTYPE_FLOAT64;
		plan.epilogue = &epilogue;
	}
	plan.src = &plan.operand[0];
	plan.weights = &plan.operand[1];
	plan.bias = narrow->bias ? &plan.operand[2] : NULL;
	reference_run(&plan, NUMERICS_STRICT, input, (void *const[]){dst});
	return dst;
}

static double
largest(const double *number, int64_t n)
{
	double most = 0;

	for (int64_t k = 0; k < n; k++)
		if (fabs(number[k]) > most)
			most = fabs(number[k]);
	return most;
}

/* The last roundings: to the type of sums, and to that of memory. */
static double
rounding_of(enum dtype dtype)
{
	switch (dtype) {
	case DTYPE_FLOAT64:
		return DBL_EPSILON;
	case DTYPE_FLOAT32:
		return (double)FLT_EPSILON;
	default:
		return dtype == DTYPE_FLOAT16 ? 0x1p-10 : 0x1p-7;
	}
}

const char *
bound_exceeded(const struct schedule *schedule, const void *const *input,
	const void *result, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	const struct window_plan *w = &plan->u.window;
	const double *wide[MAX_OPERAND], *exact = compute_wide(plan, input, wide, arena);
	double *got = widened(&plan->dst, result, arena);
	double x = largest(wide[0], plan->src->nelement);
	int64_t channels = w->group * w->oc;
	int64_t taps = plan->weights->nelement / channels / w->ic;
	int64_t plane = plan->dst.nelement / (w->batch * channels);

	for (int64_t k = 0; k < plan->dst.nelement; k++) {
		int64_t channel = k / plane % channels;
		double sum = 0, allowed;

		for (int64_t i = 0; i < taps * w->ic; i++)
			sum += fabs(
				wide[1][window_weight(w, channel, i / taps, i % taps)]);
		allowed = schedule->bound * x * sum +
			  rounding_of(plan->dst.dtype) * fabs(exact[k]);
		if (!(fabs(got[k] - exact[k]) <= allowed))
			return arena_format(arena,
				"output %lld is %.9g, not %.9g; %.2g is allowed",
				(long long)k, got[k], exact[k], allowed);
	}
	return NULL;
}
