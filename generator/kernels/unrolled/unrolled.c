#include "kernels/unrolled/unrolled.h"

#include "kernels/common/size.h"
#include "kernels/kernel.h"

#include "arena.h"

#include <string.h>

enum {
	/* Statements of one function. Measured: from 256 to 1024 make no difference to
	   gcc 12 and clang 14, smaller functions take longer, one of them all takes far
	   longer. */
	FUNCTION_STATEMENTS = 512,
	/* Text of a statement that names do not belong to. */
	TERM_TEXT = 13,    /* "sum = (, , sum);" and the like */
	LITERAL_TEXT = 12, /* of a weight */
	OUTPUT_TEXT = 60,  /* a comment, "sum = 0.0f;", and what is stored */
	LANE_TEXT = 56     /* "sum = 0.0f;", "lane[7] = sum;", and what adds them up */
};

bool
unrolled_is_plane(const struct window_plan *w, int64_t plane_in, uint64_t ntap)
{
	return w->reduction->by_plane && plane_in >= PLANE_LANES &&
	       ntap == (uint64_t)plane_in;
}

size_t
unrolled_window(const struct schedule *schedule, const int64_t *position,
	struct term *term, int64_t *divisor)
{
	const struct window_plan *w = &schedule->plan->u.window;
	const struct unrolled *s = schedule->u.unrolled;
	const struct span *span[MAX_AXIS];
	int64_t at[MAX_AXIS] = {0}, src = 0, tap = 0;
	size_t n = 0;
	int i;

	*divisor = 1;
	for (i = 0; i < w->naxis; i++) {
		span[i] = span_at(&w->axis[i], position[i]);
		*divisor *= span[i]->divisor;
		if (!span[i]->ntap)
			return 0;
		src += s->axis_src[i] * (span[i]->src + (position[i] - span[i]->first) *
								w->axis[i].stride);
		tap += s->axis_tap[i] * span[i]->tap;
	}
	do {
		term[n++] = (struct term){src, tap};
		for (i = w->naxis - 1; i >= 0; i--) {
			src += s->axis_src[i] * w->axis[i].dilation;
			tap += s->axis_tap[i];
			if (++at[i] < span[i]->ntap)
				break;
			src -= s->axis_src[i] * w->axis[i].dilation * at[i];
			tap -= s->axis_tap[i] * at[i];
			at[i] = 0;
		}
	} while (i >= 0);
	return n;
}

/* Real taps along an axis, of the window that has the most. */
static int64_t
most_taps(const struct axis *axis)
{
	int64_t most = 0;

	for (size_t i = 0; i < axis->nspan; i++)
		most = axis->span[i].ntap > most ? axis->span[i].ntap : most;
	return most;
}

static void
find_steps(struct unrolled *s, const struct window_plan *w)
{
	s->taps = s->most_terms = s->plane_in = s->plane_out = 1;
	for (int i = w->naxis - 1; i >= 0; i--) {
		s->axis_src[i] = s->plane_in;
		s->axis_tap[i] = s->taps;
		s->plane_in *= w->axis[i].in;
		s->plane_out *= w->axis[i].out;
		s->taps *= w->axis[i].kernel;
		s->most_terms *= most_taps(&w->axis[i]);
	}
}

/* Bytes of "load(name[12345])", for an operand's middle. */
static uint64_t
element_bytes(const char *load, const struct operand *operand)
{
	return strlen(load) + (*load ? 2 : 0) + strlen(operand->name) + 2 +
	       size_of_number(operand->nelement / 2);
}

/* Bytes of code, nearly: every term of every output is a statement. */
static uint64_t
estimate_bytes(const struct schedule *schedule, const struct unrolled *s)
{
	const struct plan *plan = schedule->plan;
	const struct window_plan *w = &plan->u.window;
	uint64_t term = TERM_TEXT + element_bytes(s->spelling.load, plan->src);
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
	if (plan->weights && s->literal_weights)
		term += strlen(s->spelling.muladd) + LITERAL_TEXT;
	else if (plan->weights)
		term += strlen(s->spelling.muladd) +
			element_bytes(s->spelling.load_weight, plan->weights);
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

	s->spelling = spelling_of(plan, schedule->settings.numerics);
	s->limit = FUNCTION_STATEMENTS;
	s->literal_weights = constant_is_finite(plan->weights);
	s->literal_bias = constant_is_finite(plan->bias);
	find_steps(s, &plan->u.window);
	schedule->u.unrolled = s;
	if (!plan->dst.nelement)
		return true;
	schedule->estimate = estimate_bytes(schedule, s);
	return schedule->estimate / NEARLY <= max_output;
}

const struct kernel kernel_unrolled = {
	.name = "unrolled",
	.kind = PLAN_WINDOW,
	.loops = false,
	.summary = "straight-line code, every index a literal",
	.plan = plan_unrolled,
	.lower = unrolled_lower,
};
