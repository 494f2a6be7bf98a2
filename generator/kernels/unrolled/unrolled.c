#include "kernels/unrolled/unrolled.h"

#include "kernels/kernel.h"

#include "arena.h"

enum {
	/* Statements of one function. Measured: from 256 to 1024 make no difference to
	   gcc 12 and clang 14, smaller functions take longer, one of them all takes far
	   longer. */
	FUNCTION_STATEMENTS = 512,
	STATEMENT_BYTES = 20 /* of one term at least */
};

bool
straight_is_plane(const struct window_plan *w, int64_t plane_in, uint64_t ntap)
{
	return w->reduction != REDUCE_CONV && plane_in >= PLANE_LANES &&
	       ntap == (uint64_t)plane_in;
}

size_t
straight_window(const struct schedule *schedule, const int64_t *position,
	struct term *term, int64_t *divisor)
{
	const struct window_plan *w = &schedule->plan->u.window;
	const struct straight *s = schedule->u.straight;
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
find_steps(struct straight *s, const struct window_plan *w)
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

/* Adds the cost of all windows of one region: one span of each axis. Returns the terms
   of one window. */
static uint64_t
add_region(struct schedule *schedule, const struct straight *s,
	const struct span *const *span, uint64_t *windows)
{
	const struct plan *plan = schedule->plan;
	const struct window_plan *w = &plan->u.window;
	uint64_t taps = 1;
	int64_t divisor = 1;
	struct cost one;

	*windows = (uint64_t)(w->batch * w->group * w->oc);
	for (int i = 0; i < w->naxis; i++) {
		*windows = count_mul(*windows, (uint64_t)span[i]->count);
		taps = count_mul(taps, (uint64_t)span[i]->ntap);
		divisor *= span[i]->divisor;
	}
	one = cost_of_windows(w, schedule->settings.numerics,
		&(struct window_sum){.outputs = 1,
			.taps = taps,
			.divisor = divisor,
			.plane = straight_is_plane(w, s->plane_in, taps)});
	if (straight_is_plane(w, s->plane_in, taps))
		schedule->cost.stack_bytes =
			PLANE_LANES * dtype_info[s->spelling.accumulator].size;
	taps = count_mul(taps, (uint64_t)w->ic);
	one.reads = taps;
	if (plan->weights && !s->literal_weights)
		one.reads = count_mul(taps, 2);
	if (plan->bias && !s->literal_bias)
		one.reads = count_add(one.reads, 1);
	cost_add(&schedule->cost, &one, *windows);
	return taps;
}

static bool
plan_straight(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	const struct window_plan *w = &plan->u.window;
	struct straight *s = arena_new(arena, struct straight);
	const struct span *span[MAX_AXIS];
	size_t at[MAX_AXIS] = {0};
	uint64_t statements = 0, windows;
	int i;

	s->spelling = spelling_of(plan, schedule->settings.numerics);
	s->limit = FUNCTION_STATEMENTS;
	s->literal_weights = constant_is_finite(plan->weights);
	s->literal_bias = constant_is_finite(plan->bias);
	find_steps(s, w);
	schedule->u.straight = s;
	if (!plan->dst.nelement)
		return true;
	do {
		uint64_t terms;

		for (i = 0; i < w->naxis; i++)
			span[i] = &w->axis[i].span[at[i]];
		terms = add_region(schedule, s, span, &windows);
		statements =
			count_add(statements, count_mul(windows, count_add(terms, 1)));
		schedule->estimate = count_mul(statements, STATEMENT_BYTES);
		if (schedule->estimate > max_output)
			return false;
		for (i = w->naxis - 1; i >= 0 && ++at[i] == w->axis[i].nspan; i--)
			at[i] = 0;
	} while (i >= 0);
	return true;
}

const struct kernel kernel_straight = {
	.name = "straight",
	.kind = PLAN_WINDOW,
	.loops = false,
	.summary = "straight-line code, every index a literal",
	.plan = plan_straight,
	.lower = unrolled_lower,
};
