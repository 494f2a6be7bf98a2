#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <string.h>

/* The parameters of permuting: steps, each of which takes lanes from one source. */
struct permuting {
	struct ow_draft *draft;
	int64_t stride; /* of the row */
	/* Loads follow one another from here; NO_INPUT: they begin wherever they are
	   needed. */
	int64_t row;
};

/* Makes a step: a source, and the wanted lanes that it supplies, which are removed from
   `wanted`. */
typedef void take_source(const struct permuting *permuting, int64_t *wanted, bool first,
	struct permute_step *step);

/* The load of so many elements from src on: an existing one, or a new one. */
static size_t
find_load(struct ow_draft *draft, int64_t src, int64_t lanes)
{
	struct load *load;

	for (size_t i = *hash_table_newest(&draft->loads, (uint64_t)src); i;
		i = draft->loads.before[i - 1])
		if (draft->load[i - 1].src == src && draft->load[i - 1].lanes == lanes)
			return i - 1;
	draft->load =
		arena_grow(draft->arena, draft->load, draft->nload, sizeof *draft->load);
	hash_table_add(&draft->loads, (uint64_t)src, draft->nload, draft->arena);
	load = &draft->load[draft->nload];
	load->src = src;
	load->lanes = lanes;
	return draft->nload++;
}

/* Removes the latest loads, so that so many are left. */
static void
drop_loads(struct ow_draft *draft, size_t kept)
{
	while (draft->nload > kept) {
		const struct load *load = &draft->load[--draft->nload];

		*hash_table_newest(&draft->loads, (uint64_t)load->src) =
			draft->loads.before[draft->nload];
	}
}

/* Chooses where to load from, so that element src, wanted in lane, is included. Loads of
   a row follow one another. Otherwise loads begin at multiples of the stride, so that its
   taps share them, unless the next multiple below src is too far. */
static size_t
choose_load(const struct permuting *g, int64_t src, int lane)
{
	const struct output_block *block = g->draft->block;
	int64_t stride = g->stride, lanes = g->draft->vector->lanes, begin;
	int64_t above = floor_mod(src, stride);

	if (block->high - block->low < lanes)
		return find_load(g->draft, block->low, block->high - block->low);
	if (g->row != NO_INPUT)
		begin = src - floor_mod(src - g->row, lanes);
	else
		begin = stride == 1 || above >= lanes ? src - lane : src - above;
	begin = max_of(min_of(begin, block->high - lanes), block->low);
	return find_load(g->draft, begin, lanes);
}

static bool
is_input(int64_t wanted)
{
	return wanted != NO_INPUT && wanted != ZERO_INPUT;
}

/* The first lane that still needs an input or a zero; lanes: none. */
static int
first_wanted(const int64_t *wanted, int lanes, bool zeros)
{
	for (int i = 0; i < lanes; i++)
		if (zeros ? wanted[i] == ZERO_INPUT : is_input(wanted[i]))
			return i;
	return lanes;
}

/* Completes a step whose source has the wanted elements at the given places; -1: not at
   all. At stride 1, a load that has elements in their own lanes supplies no others,
   because the next load may have those in theirs. */
static void
take_lanes(int lanes, const int64_t *at, bool in_place, bool first, int64_t *wanted,
	struct permute_step *step)
{
	int lane = first_wanted(wanted, lanes, false);
	int64_t shift = at[lane] - lane;

	step->whole = first;
	for (int i = 0; i < lanes; i++) {
		int64_t near = i + shift;

		if (is_input(wanted[i]) && at[i] >= 0 && (!in_place || at[i] == i)) {
			step->lane[i] = (uint8_t)(first ? at[i] : at[i] + lanes);
			step->whole &= at[i] == i;
			wanted[i] = NO_INPUT;
			continue;
		}
		/* Lanes that do not matter continue their neighbours. */
		near = near < 0 ? 0 : near >= lanes ? lanes - 1 : near;
		step->lane[i] = (uint8_t)(first ? near : i);
	}
}

/* A step whose source is a load. */
static void
take_load(
	const struct permuting *g, int64_t *wanted, bool first, struct permute_step *step)
{
	int lanes = g->draft->vector->lanes, lane = first_wanted(wanted, lanes, false);
	int64_t at[MAX_LANES], src = wanted[lane];
	const struct load *load;

	step->permute = NO_PERMUTE;
	step->load = choose_load(g, src, lane);
	load = &g->draft->load[step->load];
	for (int i = 0; i < lanes; i++) {
		at[i] = is_input(wanted[i]) ? wanted[i] - load->src : -1;
		if (at[i] >= load->lanes)
			at[i] = -1;
	}
	take_lanes(lanes, at, g->stride == 1 && src - load->src == lane, first, wanted,
		step);
}

static void
add_zeros(const int64_t *wanted, int lanes, struct permute_step *step)
{
	step->load = NO_LOAD;
	step->permute = NO_PERMUTE;
	for (int i = 0; i < lanes; i++)
		step->lane[i] = (uint8_t)(wanted[i] == ZERO_INPUT ? lanes + i : i);
}

/* Merges the first two steps into one shuffle of both sources. */
static void
join_first_steps(struct permute_step *step, int lanes)
{
	step[0].whole = true;
	for (int i = 0; i < lanes; i++) {
		if (step[1].lane[i] < lanes)
			step[1].lane[i] = step[0].lane[i];
		step[0].lane[i] = (uint8_t)i;
	}
}

/* Makes steps until every lane is there; returns their number. */
static size_t
permute_steps(const struct permuting *g, take_source *take, const int64_t *src,
	struct permute_step *step)
{
	int lanes = g->draft->vector->lanes;
	int64_t wanted[MAX_LANES];
	size_t n = 0;

	memcpy(wanted, src, (size_t)lanes * sizeof *wanted);
	while (first_wanted(wanted, lanes, false) < lanes) {
		take(g, wanted, n == 0, &step[n]);
		n++;
	}
	if (first_wanted(wanted, lanes, true) < lanes)
		add_zeros(wanted, lanes, &step[n++]);
	if (n > 1 && !step[0].whole)
		join_first_steps(step, lanes);
	return n;
}

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
	int64_t odd = floor_mod(first - g->row, 2), src[MAX_LANES] = {0};
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
