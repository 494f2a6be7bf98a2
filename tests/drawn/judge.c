#include "drawn/judge.h"

#include "case.h"
#include "kernel_choice.h"
#include "lowered.h"
#include "reference.h"
#include "schedule.h"
#include "trial.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
	EACH_EXPRESSED = 4,      /* of so many nodes, one's expressions are compared */
	MAX_OUTPUT = 128 * 1024, /* bytes of code; printing it is not tried */
};

/* A node on its way. */
struct round {
	struct judge *judge;
	struct plan plan;
	struct schedule schedule;
	const void *input[MAX_RANK];
	void *result;
	struct source source;
	struct arena *arena;
};

/* With the settings that were drawn; where those are refused, without the design that was
   asked for; then with loops. */
static bool
schedule_node(struct round *r)
{
	struct settings *s = &r->judge->drawn.settings;

	for (;;) {
		if (schedule_make(&r->schedule, &r->plan, "", s, MAX_OUTPUT, &r->source,
			    NULL, r->arena))
			return true;
		if (s->kernel)
			s->kernel = NULL;
		else if (s->unroll != UNROLL_WINDOW)
			s->unroll = UNROLL_WINDOW;
		else
			return false;
	}
}

static void
fill_inputs(struct round *r)
{
	struct drawn *d = &r->judge->drawn;

	for (size_t i = 0; i < r->plan.noperand; i++) {
		const struct operand *o = &r->plan.operand[i];
		void *elements = arena_alloc(r->arena, operand_nbyte(o) + 1);

		r->input[i] = elements;
		if (!o->constant)
			elements_fill(o->dtype, d->mixture,
				(uint64_t)draw_below(d, INT64_MAX), elements,
				(size_t)o->nelement);
	}
	r->result = arena_alloc(r->arena, operand_nbyte(&r->plan.dst) + 1);
}

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
compute_wide(const struct round *r, const double **wide)
{
	struct plan plan = r->plan;
	double *dst = arena_array(r->arena, double, plan.dst.nelement + 1);
	const void *input[MAX_RANK] = {0};

	for (size_t i = 0; i < plan.noperand; i++) {
		struct operand *o = &plan.operand[i];

		wide[i] = widened(o, o->constant ? o->constant : r->input[i], r->arena);
		input[i] = wide[i];
		o->dtype = DTYPE_FLOAT64;
		o->constant = o->constant ? wide[i] : NULL;
	}
	plan.dst.dtype = DTYPE_FLOAT64;
	plan.src = &plan.operand[0];
	plan.weights = &plan.operand[1];
	plan.bias = r->plan.bias ? &plan.operand[2] : NULL;
	reference_run(&plan, NUMERICS_STRICT, input, dst);
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

/* Numerics fast: within the bound that the emitted file states. */
static const char *
exceeds_bound(const struct round *r)
{
	const struct plan *plan = &r->plan;
	const struct window_plan *w = &plan->u.window;
	const double *wide[MAX_RANK], *exact = compute_wide(r, wide);
	double *got = widened(&plan->dst, r->result, r->arena);
	double x = largest(wide[0], plan->src->nelement);
	int64_t channels = w->group * w->oc;
	int64_t filter = plan->weights->nelement / channels;
	int64_t plane = plan->dst.nelement / (w->batch * channels);

	for (int64_t k = 0; k < plan->dst.nelement; k++) {
		const double *weight = wide[1] + k / plane % channels * filter;
		double sum = 0, allowed;

		for (int64_t i = 0; i < filter; i++)
			sum += fabs(weight[i]);
		allowed = r->schedule.bound * x * sum +
			  rounding_of(plan->dst.dtype) * fabs(exact[k]);
		if (!(fabs(got[k] - exact[k]) <= allowed))
			return arena_format(r->arena,
				"output %lld is %.9g, not %.9g; %.2g is allowed",
				(long long)k, got[k], exact[k], allowed);
	}
	return NULL;
}

/* Without its bits, the result is as good as any. */
static const char *
compare(const struct round *r)
{
	const struct conformance_case none = {0};
	struct tolerance tolerance = {0};
	void *reference = arena_alloc(r->arena, operand_nbyte(&r->plan.dst) + 1);

	if (r->schedule.kernel->fast)
		return exceeds_bound(r);
	if (r->plan.kind == PLAN_WINDOW)
		tolerance = case_tolerance(&none, &r->plan);
	reference_run(&r->plan, r->schedule.settings.numerics, r->input, reference);
	return result_difference(&r->plan, &tolerance, reference, r->result, r->arena);
}

static const char *
run(struct round *r)
{
	struct lowered l = lowered_make(&r->schedule, r->arena);
	const char *wrong = lowered_run(&l, r->input, r->result);

	if (!wrong)
		wrong = compare(r);
	if (!wrong && lowered_packs(&l)) {
		wrong = lowered_run_packed(&l, r->input, r->result);
		if (!wrong)
			wrong = compare(r);
	}
	r->judge->statements += l.statements;
	if (wrong || !draw_chance(&r->judge->drawn, 100 / EACH_EXPRESSED))
		return wrong;
	r->judge->nexpressed++;
	return lowered_expressions(&l);
}

static void
count(struct judge *j, const struct kernel *kernel)
{
	j->nnode++;
	for (size_t i = 0; i < nop; i++)
		j->nop[i] += op_table[i] == j->drawn.op;
	for (size_t i = 0; i < nkernel; i++)
		j->nkernel[i] += kernel_table[i] == kernel;
}

const char *
judge_node(struct judge *j, uint64_t number)
{
	struct round r = {.judge = j,
		.source = {.path = "drawn", .first = j->said},
		.arena = &j->arena};
	const char *wrong;

	arena_clear(&j->arena);
	drawn_make(&j->drawn, number, &j->arena);
	if (!drawn_plan(&j->drawn, &r.plan, &r.source) || !schedule_node(&r)) {
		j->nrefused++;
		return NULL;
	}
	count(j, r.schedule.kernel);
	wrong = schedule_prove(&r.schedule, &j->arena);
	if (wrong)
		return arena_format(&j->arena, "cannot be proven: %s", wrong);
	fill_inputs(&r);
	return run(&r);
}
