#include "kernels/loop_window/loop_window.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/tile_plan.h"
#include "kernels/kernel.h"

/* One loop nest for all windows, the smallest code: where borders have other taps than
   the interior, the limits of its loops come from tables. */

enum {
	FEW_TERMS = 8,       /* of a sum, which need no tile */
	MOST_REGIONS = 4096, /* of windows with the same taps, each of which is proven */
	MOST_AXES = 4        /* more would be nested too deeply */
};

int64_t
loop_window_regions(const struct window_plan *w)
{
	uint64_t n = 1;

	for (int a = 0; a < w->naxis; a++)
		n = count_mul(n, w->axis[a].nspan);
	return n > MOST_REGIONS ? MOST_REGIONS + 1 : (int64_t)n;
}

/* Whether loading an element takes the code of a conversion. */
static bool
converts(const struct operand *operand)
{
	return !operand->constant && operand->dtype != operand->loaded;
}

/* Whether loading an element of src takes the code of a conversion or a prologue. */
static bool
computes(const struct plan *plan)
{
	return plan->prologue || converts(plan->src);
}

/* The tile that loads least for each term. Its sides divide what they cover, so that
   there is one loop body. What is converted is loaded in one place, and tiles of one
   channel are more code than they are worth. */
static struct window_tile
choose_tile(const struct window_plan *w, const struct plan *plan)
{
	const struct axis *inner = &w->axis[w->naxis - 1];
	bool tiles = w->reduction->weighted && terms_of_output(w) >= FEW_TERMS;
	int64_t channels = tiles && !converts(plan->weights) ? LOOP_WINDOW_SUMS : 1;
	int64_t positions = tiles && !computes(plan) ? LOOP_WINDOW_SUMS : 1;
	struct window_tile best = {1, 1};

	for (int64_t c = 1; c <= min_of(w->oc, channels); c++)
		for (int64_t p = 1;
			w->oc % c == 0 && p <= min_of(positions, LOOP_WINDOW_SUMS / c);
			p++)
			if ((p == 1 || (c > 1 && inner->nspan == 1 &&
					       inner->out % p == 0)) &&
				c * p * (best.channels + best.positions) >
					best.channels * best.positions * (c + p))
				best = (struct window_tile){c, p};
	return best;
}

static bool
plan_loop_window(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	struct window_tile *tile = arena_new(arena, struct window_tile);

	(void)max_output;
	schedule->own = p;
	p->own = tile;
	*tile = (struct window_tile){1, 1};
	if (!schedule->plan->dst.nelement)
		return true;
	*tile = choose_tile(&p->window, schedule->plan);
	tile_plan_add_block(p, 0, tile->channels, 1);
	tile_plan_end(p, schedule, arena);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	bool always = true;

	(void)target;
	if (plan->nmore)
		return "it has one output";
	if (w->naxis > MOST_AXES)
		return "it needs at most four spatial axes";
	if (!w->ic)
		return "there are no input channels";
	if (loop_window_regions(w) > MOST_REGIONS)
		return "there are too many borders";
	for (int a = 0; a < w->naxis; a++) {
		if (!axis_most_taps(&w->axis[a]))
			return "no window has an element of the input";
		for (size_t i = 0; i < w->axis[a].nspan; i++)
			always &= w->axis[a].span[i].ntap > 0;
	}
	if (!always && w->reduction->begins_with_first)
		return "some window has no element of the input";
	return window_has_whole_plane(w) ? "windows of whole planes have partial sums"
					 : NULL;
}

const struct kernel kernel_loop_window = {
	.name = "loop-window",
	.kind = PLAN_WINDOW,
	.prologues = true,
	.small = true,
	.summary = "one loop nest over windows and taps, whose limits come from tables",
	.obstacle = obstacle,
	.plan = plan_loop_window,
	.lower = loop_window_lower,
};
