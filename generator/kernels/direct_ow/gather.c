#include "kernels/direct_ow/gather.h"

#include "arena.h"
#include "checked.h"

#include <string.h>

enum {
	RECENT = 32 /* gathers that another one may be made of: those of the same row */
};

/* Of two lanes the next one behind the middle is itself the middle. */
static int
lane_after_middle(int lanes)
{
	return lanes == 2 ? 1 : lanes / 2 + 1;
}

size_t
known_gather(struct column_plan *plan, const int64_t *src)
{
	int lanes = plan->vector->lanes;
	struct chains *chains = &plan->lanes[0];

	for (size_t i = *newest(chains, (uint64_t)src[lanes / 2]); i;
		i = chains->before[i - 1])
		if (!memcmp(plan->gather[i - 1].src, src, (size_t)lanes * sizeof *src))
			return i - 1;
	return NO_GATHER;
}

static bool
same_steps(
	const struct gather *g, size_t base, const struct gather_step *step, size_t nstep)
{
	return g->base == base && g->nstep == nstep &&
	       !memcmp(g->step, step, nstep * sizeof *step);
}

static void
add_to_chains(struct column_plan *plan, size_t index, uint64_t source)
{
	const int64_t *src = plan->gather[index].src;
	int lanes = plan->vector->lanes;

	add_to_chain(&plan->steps, source, index, plan->arena);
	add_to_chain(&plan->lanes[0], (uint64_t)src[lanes / 2], index, plan->arena);
	add_to_chain(&plan->lanes[1], (uint64_t)src[lane_after_middle(lanes)], index,
		plan->arena);
}

/* The gather of those steps: one that is there, or a new one. */
static size_t
add_gather(struct column_plan *plan, size_t base, const struct gather_step *step,
	size_t nstep, const int64_t *src)
{
	size_t size = (size_t)plan->vector->lanes * sizeof *src;
	uint64_t source = step->load == NO_LOAD ? step->gather : step->load;
	struct gather *gather;

	for (size_t i = *newest(&plan->steps, source); i; i = plan->steps.before[i - 1])
		if (same_steps(&plan->gather[i - 1], base, step, nstep))
			return i - 1;
	plan->gather = arena_grow(
		plan->arena, plan->gather, plan->ngather, sizeof *plan->gather);
	gather = &plan->gather[plan->ngather];
	gather->base = base;
	gather->nstep = nstep;
	gather->step = memcpy(arena_array(plan->arena, struct gather_step, nstep), step,
		nstep * sizeof *step);
	gather->src =
		memcpy(arena_array(plan->arena, int64_t, plan->vector->lanes), src, size);
	add_to_chains(plan, plan->ngather, source);
	return plan->ngather++;
}

/* One step where all but a few lanes are those of an earlier gather, `by` lanes on: by 1
   those of a tap that is a stride further. Returns false where they are not. */
static bool
extend_gather(const struct gathering *g, const int64_t *src, const struct gather *base,
	int by, struct gather_step *step)
{
	int lanes = g->plan->vector->lanes;
	int64_t wanted[MAX_LANES];
	size_t nload = g->plan->nload;

	for (int i = 0; i < lanes; i++)
		wanted[i] =
			i + by < lanes && src[i] == base->src[i + by] ? NO_INPUT : src[i];
	if (first_wanted(wanted, lanes, false) == lanes)
		return false;
	take_load(g, wanted, false, step);
	if (first_wanted(wanted, lanes, false) < lanes ||
		first_wanted(wanted, lanes, true) < lanes) {
		drop_loads(g->plan, nload);
		return false;
	}
	for (int i = 0; i < lanes - by; i++)
		if (src[i] == base->src[i + by])
			step->lane[i] = (uint8_t)(i + by);
	return true;
}

/* The gather that is a recent one, extended; NO_GATHER: none can be. Of two lanes too few
   would be the same. */
static size_t
extend_recent(const struct gathering *g, const int64_t *src, int by)
{
	struct column_plan *plan = g->plan;
	struct chains *chains = &plan->lanes[by];
	int middle = plan->vector->lanes / 2;
	struct gather_step step;

	if (plan->vector->lanes == 2 || src[middle] < 0)
		return NO_GATHER;
	memset(&step, 0, sizeof step);
	for (size_t i = *newest(chains, (uint64_t)src[middle]);
		i && i + RECENT > plan->ngather; i = chains->before[i - 1]) {
		const struct gather *base = &plan->gather[i - 1];

		if (base->src[middle + by] == src[middle] &&
			extend_gather(g, src, base, by, &step))
			return add_gather(plan, i - 1, &step, 1, src);
	}
	return NO_GATHER;
}

/* A gather out of several sources. */
static size_t
gather_from(const struct gathering *g, take_source *take, const int64_t *src)
{
	struct gather_step step[MAX_LANES + 1];

	memset(step, 0, sizeof step);
	return add_gather(
		g->plan, NO_GATHER, step, gather_steps(g, take, src, step), src);
}

/* The place in two vectors, one after the other, of what lane i is of the vector that
   every other element of them makes, beginning with the first. */
static int64_t
pair_element(const struct vector_type *v, int64_t lane)
{
	int64_t half = v->block / 2, within = lane % v->block;

	return within / half * v->lanes + lane / v->block * v->block + within % half * 2;
}

/* The lane of pair_element's vector that has an element, which is even. */
static int64_t
pair_lane(const struct vector_type *v, int64_t element)
{
	int64_t at = element % v->lanes, half = v->block / 2;

	return at / v->block * v->block + element / v->lanes * half + at % v->block / 2;
}

/* Every other element of two loads of the row, from the one wanted on; nothing far
   beyond the last one that is wanted. */
static size_t
find_pair(const struct gathering *g, int64_t first, int64_t last)
{
	int64_t odd = floor_mod(first - g->row, 2), src[MAX_LANES];
	size_t known;
	int64_t begin = first - floor_mod(first - g->row, 2 * g->plan->vector->lanes);
	int64_t end = g->row + (floor_div(last - g->row, g->stride) + 1) * g->stride;

	end = end < g->patch->high ? end : g->patch->high;
	for (int i = 0; i < g->plan->vector->lanes; i++) {
		src[i] = begin + pair_element(g->plan->vector, i) + odd;
		if (src[i] < g->patch->low || src[i] >= end)
			src[i] = NO_INPUT;
	}
	known = known_gather(g->plan, src);
	return known == NO_GATHER ? gather_from(g, take_load, src) : known;
}

/* A step whose source is such a pair. */
static void
take_pair(
	const struct gathering *g, int64_t *wanted, bool first, struct gather_step *step)
{
	int lanes = g->plan->vector->lanes, lane = first_wanted(wanted, lanes, false);
	int64_t at[MAX_LANES], last = wanted[lane];
	int64_t begin = wanted[lane] - floor_mod(wanted[lane] - g->row, 2 * lanes);

	for (int i = 0; i < lanes; i++)
		if (wanted[i] > last)
			last = wanted[i];
	step->load = NO_LOAD;
	step->gather = find_pair(g, wanted[lane], last);
	for (int i = 0; i < lanes; i++) {
		int64_t element = is_input(wanted[i]) ? wanted[i] - begin : -1;

		at[i] = element >= 0 && element < 2 * lanes
				? pair_lane(g->plan->vector, element - element % 2)
				: -1;
	}
	take_lanes(lanes, at, false, first, wanted, step);
}

/* Odd strides: loads of the row have what is wanted at different places, so that all of
   it is put together in those, and then brought into order at once. */
static size_t
gather_in_place(const struct gathering *g, const int64_t *src)
{
	int lanes = g->plan->vector->lanes, free = 0;
	struct gather_step step;
	int64_t placed[MAX_LANES];

	for (int i = 0; i < lanes; i++)
		placed[i] = NO_INPUT;
	memset(&step, 0, sizeof step);
	for (int i = 0; i < lanes; i++)
		if (src[i] >= 0) {
			step.lane[i] = (uint8_t)floor_mod(src[i] - g->row, lanes);
			placed[step.lane[i]] = src[i];
		}
	for (int i = 0; i < lanes; i++)
		if (src[i] < 0) {
			while (placed[free] != NO_INPUT)
				free++;
			step.lane[i] = (uint8_t)free;
			placed[free++] = src[i];
		}
	step.load = NO_LOAD;
	step.gather = known_gather(g->plan, placed);
	if (step.gather == NO_GATHER)
		step.gather = extend_recent(g, placed, 0);
	if (step.gather == NO_GATHER)
		step.gather = gather_from(g, take_load, placed);
	return add_gather(g->plan, step.gather, &step, 1, src);
}

size_t
make_gather(struct column_plan *plan, const struct patch *patch, const int64_t *src,
	int64_t row)
{
	const struct window_plan *w = &patch->tiles->window;
	struct gathering g = {plan, patch, w->axis[w->naxis - 1].stride, NO_INPUT};
	size_t found;

	/* Fewer loads take no more steps than what extends another gather. */
	if (g.stride <= 2) {
		g.row = plan->order ? row : NO_INPUT;
		return gather_from(&g, take_load, src);
	}
	if (g.stride % 2 && plan->vector->blends && row != NO_INPUT) {
		g.row = row;
		return gather_in_place(&g, src);
	}
	found = extend_recent(&g, src, 1);
	if (found != NO_GATHER)
		return found;
	/* Even strides in two levels: what pairs of loads have of that parity serves the
	   taps of half the stride. */
	if (g.stride % 2 == 0 && row != NO_INPUT) {
		g.row = row;
		return gather_from(&g, take_pair, src);
	}
	return gather_from(&g, take_load, src);
}

bool
find_order(const struct vector_type *v, int64_t stride, int *order)
{
	if (v->block == v->lanes || (stride != 2 && stride != 4))
		return false;
	for (int lane = 0; lane < v->lanes; lane++) {
		int64_t at = pair_element(v, lane);

		if (stride == 4)
			at = at / v->lanes * 2 * v->lanes +
			     pair_element(v, at % v->lanes);
		if (at % stride)
			return false;
		order[at / stride] = lane;
	}
	return true;
}
