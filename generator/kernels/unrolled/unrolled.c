#include "kernels/unrolled/unrolled.h"

#include "kernels/common/lowering.h"

#include "base/arena.h"
#include "base/checked.h"
#include "plan/epilogue.h"

#include <string.h>

enum {
	/* Text of a statement that names do not belong to. */
	TERM_TEXT = 13,    /* "sum = (, , sum);" and the like */
	LITERAL_TEXT = 12, /* of a weight */
	OUTPUT_TEXT = 60,  /* a comment, "sum = 0.0f;", and what is stored */
	LANE_TEXT = 56,    /* "sum = 0.0f;", "lane[7] = sum;", and what adds them up */
	MULADD_TEXT = 12,  /* "opgen_muladd" */
	FMA_TEXT = 9       /* "opgen_fma" */
};

bool
unrolled_is_plane(const struct window_plan *w, int64_t plane_in, uint64_t ntap)
{
	return w->reduction->by_plane && plane_in >= PLANE_LANES &&
	       ntap == (uint64_t)plane_in;
}

size_t
unrolled_window(const struct schedule *schedule, const int64_t *position,
	struct window_term *term, int64_t *divisor)
{
	const struct window_plan *w = &schedule->plan->u.window;
	const struct unrolled *s = schedule->own;
	int64_t at[MAX_AXIS] = {0}, ntap[MAX_AXIS];
	struct window_term first = {0, 0};
	size_t n = 0;

	*divisor = 1;
	for (int i = 0; i < w->naxis; i++) {
		const struct span *span = span_at(&w->axis[i], position[i]);

		*divisor *= span->divisor;
		if (!span->ntap)
			return 0;
		ntap[i] = span->ntap;
		first.src += w->src.axis[i] * (span->src + (position[i] - span->first) *
								   w->axis[i].stride);
		first.tap += s->axis_tap[i] * span->tap;
	}
	do {
		term[n] = first;
		for (int i = 0; i < w->naxis; i++) {
			term[n].src += w->src.axis[i] * w->axis[i].dilation * at[i];
			term[n].tap += s->axis_tap[i] * at[i];
		}
		n++;
	} while (next_place(at, ntap, w->naxis));
	return n;
}

static void
find_steps(struct unrolled *s, const struct window_plan *w)
{
	s->taps = s->most_terms = s->plane_in = 1;
	for (int i = w->naxis - 1; i >= 0; i--) {
		const struct axis *a = &w->axis[i];

		s->axis_tap[i] = s->taps;
		s->plane_in *= a->in;
		s->taps *= a->kernel;
		s->most_terms *= axis_most_taps(a);
	}
}

/* Bytes of "load(name[12345])" with an index from the operand's middle; half types are
   widened by a function. */
static uint64_t
element_bytes(const struct operand *operand, bool widened)
{
	const char *load = "";

	if (widened && operand->dtype == DTYPE_FLOAT16)
		load = "opgen_float16_to_float()";
	else if (widened && operand->dtype == DTYPE_BFLOAT16)
		load = "opgen_bfloat16_to_float()";
	return strlen(load) + strlen(operand->name) + 2 +
	       size_of_number(operand->nelement / 2);
}

/* Approximate bytes of code: every term of every output is a statement. */
static uint64_t
estimate_bytes(const struct schedule *schedule, const struct unrolled *s)
{
	const struct plan *plan = schedule->plan;
	const struct window_plan *w = &plan->u.window;
	uint64_t term = TERM_TEXT + element_bytes(plan->src, true);
	uint64_t terms = (uint64_t)(w->batch * w->group * w->oc), output = OUTPUT_TEXT;

	terms = count_mul(terms, (uint64_t)w->ic);
	for (int i = 0; i < w->naxis; i++) {
		uint64_t along = 0;

		for (size_t k = 0; k < w->axis[i].nspan; k++)
			along = count_add(
				along, count_mul((uint64_t)w->axis[i].span[k].count,
					       (uint64_t)w->axis[i].span[k].ntap));
		terms = count_mul(terms, along);
	}
	if (plan->weights) {
		bool wide = dtype_accumulator(epilogue_from(plan)) == DTYPE_FLOAT64;
		bool fused = schedule->settings.numerics == NUMERICS_FMA;

		/* Functions for float have an f at the end of their names. */
		term += (fused ? FMA_TEXT : MULADD_TEXT) + (wide ? 0u : 1u);
		term += schedule->weights.literal
				? LITERAL_TEXT
				: element_bytes(plan->weights, !plan->weights->constant);
	}
	if (w->reduction->calls)
		term += strlen(schedule->stem);
	if (unrolled_is_plane(w, s->plane_in, (uint64_t)s->most_terms))
		output += PLANE_LANES * LANE_TEXT;
	output += 2 * size_of_number(plan->dst.nelement / 2) *
		  (uint64_t)(plan->dst.rank - 1);
	return count_add(size_around(schedule),
		count_add(count_mul(terms, term),
			count_mul((uint64_t)plan->dst.nelement, output)));
}

static bool
plan_unrolled(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct unrolled *s = arena_new(arena, struct unrolled);

	schedule->weights.literal = constant_is_finite(plan->weights);
	schedule->weights.literal_bias = constant_is_finite(plan->bias);
	find_steps(s, &plan->u.window);
	schedule->own = s;
	if (!plan->dst.nelement)
		return true;
	schedule->estimate = estimate_bytes(schedule, s);
	return schedule->estimate / NEARLY <= max_output;
}

const struct kernel kernel_unrolled = {
	.name = "unrolled",
	.kind = PLAN_WINDOW,
	.straight = true,
	.summary = "straight-line code, every index a literal",
	.plan = plan_unrolled,
	.lower = unrolled_lower,
};
