#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <string.h>

enum {
	RECENT = 32 /* recent permutes of the same row from which another one may be made
		     */
};

/* The lane after the middle; with two lanes, the middle itself. */
static int
lane_after_middle(int lanes)
{
	return lanes == 2 ? 1 : lanes / 2 + 1;
}

size_t
known_permute(struct ow_draft *draft, const int64_t *src)
{
	int lanes = draft->vector->lanes;
	struct hash_table *table = &draft->lanes[0];

	for (size_t i = *hash_table_newest(table, (uint64_t)src[lanes / 2]); i;
		i = table->before[i - 1])
		if (!memcmp(draft->permute[i - 1].src, src, (size_t)lanes * sizeof *src))
			return i - 1;
	return NO_PERMUTE;
}

static bool
same_steps(const struct permute *g, size_t base, const struct permute_step *step,
	size_t nstep)
{
	return g->base == base && g->nstep == nstep &&
	       !memcmp(g->step, step, nstep * sizeof *step);
}

static void
add_to_chains(struct ow_draft *draft, size_t index, uint64_t source)
{
	const int64_t *src = draft->permute[index].src;
	int lanes = draft->vector->lanes;

	hash_table_add(&draft->steps, source, index, draft->arena);
	hash_table_add(&draft->lanes[0], (uint64_t)src[lanes / 2], index, draft->arena);
	hash_table_add(&draft->lanes[1], (uint64_t)src[lane_after_middle(lanes)], index,
		draft->arena);
}

/* The permute with those steps: an existing one, or a new one. */
static size_t
add_permute(struct ow_draft *draft, size_t base, const struct permute_step *step,
	size_t nstep, const int64_t *src)
{
	size_t size = (size_t)draft->vector->lanes * sizeof *src;
	uint64_t source = step->load == NO_LOAD ? step->permute : step->load;
	struct permute *permute;

	for (size_t i = *hash_table_newest(&draft->steps, source); i;
		i = draft->steps.before[i - 1])
		if (same_steps(&draft->permute[i - 1], base, step, nstep))
			return i - 1;
	draft->permute = arena_grow(
		draft->arena, draft->permute, draft->npermute, sizeof *draft->permute);
	permute = &draft->permute[draft->npermute];
	permute->base = base;
	permute->nstep = nstep;
	permute->step = memcpy(arena_array(draft->arena, struct permute_step, nstep),
		step, nstep * sizeof *step);
	permute->src = memcpy(
		arena_array(draft->arena, int64_t, draft->vector->lanes), src, size);
	add_to_chains(draft, draft->npermute, source);
	return draft->npermute++;
}

/* Makes a permute in one step from an earlier one whose lanes, `by` further on, supply
   all but a few: with `by` 1, the permute of a tap one stride away. Returns false if they
   do not. */
static bool
extend_permute(const struct permuting *g, const int64_t *src, const struct permute *base,
	int by, struct permute_step *step)
{
	int lanes = g->draft->vector->lanes;
	int64_t wanted[MAX_LANES];
	size_t nload = g->draft->nload;

	for (int i = 0; i < lanes; i++)
		wanted[i] =
			i + by < lanes && src[i] == base->src[i + by] ? NO_INPUT : src[i];
	if (first_wanted(wanted, lanes, false) == lanes)
		return false;
	take_load(g, wanted, false, step);
	if (first_wanted(wanted, lanes, false) < lanes ||
		first_wanted(wanted, lanes, true) < lanes) {
		drop_loads(g->draft, nload);
		return false;
	}
	for (int i = 0; i < lanes - by; i++)
		if (src[i] == base->src[i + by])
			step->lane[i] = (uint8_t)(i + by);
	return true;
}

/* Extends a recent permute; NO_PERMUTE: none fits. Not tried for two lanes: too little is
   shared. */
static size_t
extend_recent(const struct permuting *g, const int64_t *src, int by)
{
	struct ow_draft *draft = g->draft;
	struct hash_table *table = &draft->lanes[by];
	int middle = draft->vector->lanes / 2;
	struct permute_step step;

	if (draft->vector->lanes == 2 || src[middle] < 0)
		return NO_PERMUTE;
	memset(&step, 0, sizeof step);
	for (size_t i = *hash_table_newest(table, (uint64_t)src[middle]);
		i && i + RECENT > draft->npermute; i = table->before[i - 1]) {
		const struct permute *base = &draft->permute[i - 1];

		if (base->src[middle + by] == src[middle] &&
			extend_permute(g, src, base, by, &step))
			return add_permute(draft, i - 1, &step, 1, src);
	}
	return NO_PERMUTE;
}

/* Makes a permute from several sources. */
static size_t
permute_from(const struct permuting *g, take_source *take, const int64_t *src)
{
	struct permute_step step[MAX_LANES + 1];

	memset(step, 0, sizeof step);
	return add_permute(
		g->draft, NO_PERMUTE, step, permute_steps(g, take, src, step), src);
}

/* The index, in two concatenated vectors, of lane i of the vector that their even
   elements make. */
static int64_t
pair_element(const struct vector_type *v, int64_t lane)
{
	int64_t half = v->block / 2, within = lane % v->block;

	return within / half * v->lanes + lane / v->block * v->block + within % half * 2;
}

/* The lane of that vector that has a given even element. */
static int64_t
pair_lane(const struct vector_type *v, int64_t element)
{
	int64_t at = element % v->lanes, half = v->block / 2;

	return at / v->block * v->block + element / v->lanes * half + at % v->block / 2;
}

/* Finds two loads of the row whose even elements begin with the one wanted and do not
   reach far beyond the last one wanted. */
static size_t
find_pair(const struct permuting *g, int64_t first, int64_t last)
{
	int64_t odd = floor_mod(first - g->row, 2), src[MAX_LANES];
	size_t known;
	int64_t begin = first - floor_mod(first - g->row, 2 * g->draft->vector->lanes);
	int64_t end = g->row + (floor_div(last - g->row, g->stride) + 1) * g->stride;

	end = min_of(end, g->draft->block->high);
	for (int i = 0; i < g->draft->vector->lanes; i++) {
		src[i] = begin + pair_element(g->draft->vector, i) + odd;
		if (src[i] < g->draft->block->low || src[i] >= end)
			src[i] = NO_INPUT;
	}
	known = known_permute(g->draft, src);
	return known == NO_PERMUTE ? permute_from(g, take_load, src) : known;
}

/* Makes a step whose source is such a pair. */
static void
take_pair(
	const struct permuting *g, int64_t *wanted, bool first, struct permute_step *step)
{
	int lanes = g->draft->vector->lanes, lane = first_wanted(wanted, lanes, false);
	int64_t at[MAX_LANES], last = wanted[lane];
	int64_t begin = wanted[lane] - floor_mod(wanted[lane] - g->row, 2 * lanes);

	for (int i = 0; i < lanes; i++)
		last = max_of(last, wanted[i]);
	step->load = NO_LOAD;
	step->permute = find_pair(g, wanted[lane], last);
	for (int i = 0; i < lanes; i++) {
		int64_t element = is_input(wanted[i]) ? wanted[i] - begin : -1;

		at[i] = element >= 0 && element < 2 * lanes
				? pair_lane(g->draft->vector, element - element % 2)
				: -1;
	}
	take_lanes(lanes, at, false, first, wanted, step);
}

/* Odd strides: the wanted elements are in different lanes of the row's loads, so they are
   first merged in place and then put in order by one shuffle. */
static size_t
permute_in_place(const struct permuting *g, const int64_t *src)
{
	int lanes = g->draft->vector->lanes, free = 0;
	struct permute_step step;
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
	step.permute = known_permute(g->draft, placed);
	if (step.permute == NO_PERMUTE)
		step.permute = extend_recent(g, placed, 0);
	if (step.permute == NO_PERMUTE)
		step.permute = permute_from(g, take_load, placed);
	return add_permute(g->draft, step.permute, &step, 1, src);
}

size_t
make_permute(struct ow_draft *draft, const int64_t *src, int64_t row)
{
	const struct window_plan *w = &draft->block->plan->window;
	struct permuting g = {draft, w->axis[w->naxis - 1].stride, NO_INPUT};
	size_t found;

	/* With fewer loads it takes no more steps than extending another permute. */
	if (g.stride <= 2) {
		g.row = draft->order ? row : NO_INPUT;
		return permute_from(&g, take_load, src);
	}
	if (g.stride % 2 && draft->vector->blends && row != NO_INPUT) {
		g.row = row;
		return permute_in_place(&g, src);
	}
	found = extend_recent(&g, src, 1);
	if (found != NO_PERMUTE)
		return found;
	/* Even strides in two levels: the even elements of pairs of loads are a row with
	   half the stride. */
	if (g.stride % 2 == 0 && row != NO_INPUT) {
		g.row = row;
		return permute_from(&g, take_pair, src);
	}
	return permute_from(&g, take_load, src);
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
