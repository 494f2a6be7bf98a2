#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <string.h>

/* Makes a step: a source, and the wanted lanes that it supplies, which are removed from
   `wanted`. */
typedef void take_source(
	struct ow_draft *draft, int64_t *wanted, bool first, struct permute_step *step);

/* The number of a load: of an existing one, or a new one. */
static size_t
find_load(struct ow_draft *d, struct load load)
{
	struct ow_kernel *own = d->own;

	for (size_t i = *hash_table_newest(&d->loads, (uint64_t)load.src); i;
		i = d->loads.before[i - 1])
		if (own->load[i - 1].src == load.src &&
			own->load[i - 1].lanes == load.lanes &&
			own->load[i - 1].width == load.width)
			return i - 1;
	own->load = arena_grow(d->arena, own->load, own->nload, sizeof load);
	hash_table_add(&d->loads, (uint64_t)load.src, own->nload, d->arena);
	own->load[own->nload] = load;
	return own->nload++;
}

/* Chooses where to load from, so that element src, wanted in lane, is included. Loads of
   a row follow one another. Otherwise loads begin multiples of the stride from the
   draft's phase, so that taps share them, unless the next such place below src is too
   far. */
static struct load
choose_load(const struct ow_draft *d, int64_t src, int lane)
{
	const struct output_block *block = d->block;
	int64_t above = floor_mod(src - d->phase, d->stride), begin;

	if (block->high - block->low < d->lanes)
		return (struct load){block->low, block->high - block->low, d->lanes, 0};
	if (d->row != NO_INPUT)
		begin = src - floor_mod(src - d->row, d->lanes);
	else
		begin = d->stride == 1 || above >= d->lanes ? src - lane : src - above;
	begin = max_of(min_of(begin, block->high - d->lanes), block->low);
	return (struct load){begin, d->lanes, d->lanes, 0};
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

/* Completes a step whose source is the load that is returned. */
static struct load
take_some_load(
	const struct ow_draft *d, int64_t *wanted, bool first, struct permute_step *step)
{
	int lane = first_wanted(wanted, d->lanes, false);
	const struct load load = choose_load(d, wanted[lane], lane);
	bool in_place = d->stride == 1 && wanted[lane] - load.src == lane;
	int64_t at[MAX_LANES];

	for (int i = 0; i < d->lanes; i++) {
		at[i] = is_input(wanted[i]) ? wanted[i] - load.src : -1;
		if (at[i] >= load.lanes)
			at[i] = -1;
	}
	step->permute = NO_PERMUTE;
	take_lanes(d->lanes, at, in_place, first, wanted, step);
	return load;
}

/* A step whose source is a load. */
static void
take_load(struct ow_draft *d, int64_t *wanted, bool first, struct permute_step *step)
{
	step->load = find_load(d, take_some_load(d, wanted, first, step));
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

enum {
	RECENT = 32 /* recent permutes of the same row from which another one may be made
		     */
};

/* The number of a permute that exists, or NO_PERMUTE. */
static size_t
known_permute(struct ow_draft *d, const int64_t *src)
{
	struct hash_table *table = &d->permutes;

	for (size_t i = *hash_table_newest(table, (uint64_t)src[d->lanes / 2]); i;
		i = table->before[i - 1])
		if (d->own->permute[i - 1].width == d->lanes &&
			!memcmp(d->own->permute[i - 1].src, src,
				(size_t)d->lanes * sizeof *src))
			return i - 1;
	return NO_PERMUTE;
}

/* The permute with those steps: an existing one, or a new one. */
static size_t
add_permute(struct ow_draft *d, size_t base, const struct permute_step *step,
	size_t nstep, const int64_t *src)
{
	struct ow_kernel *own = d->own;
	size_t size = nstep * sizeof *step, bytes = (size_t)d->lanes * sizeof *src;
	size_t n = own->npermute;
	uint64_t source = step->load == NO_LOAD ? step->permute : step->load;

	for (size_t i = *hash_table_newest(&d->steps, source); i;
		i = d->steps.before[i - 1]) {
		const struct permute *g = &own->permute[i - 1];

		if (g->base == base && g->width == d->lanes && g->nstep == nstep &&
			!memcmp(g->step, step, size))
			return i - 1;
	}
	own->permute = arena_grow(d->arena, own->permute, n, sizeof *own->permute);
	own->permute[n] = (struct permute){.base = base,
		.nstep = nstep,
		.width = d->lanes,
		.step = memcpy(
			arena_array(d->arena, struct permute_step, nstep), step, size),
		.src = memcpy(arena_array(d->arena, int64_t, d->lanes), src, bytes)};
	hash_table_add(&d->steps, source, n, d->arena);
	hash_table_add(&d->permutes, (uint64_t)src[d->lanes / 2], n, d->arena);
	return own->npermute++;
}

/* Makes a permute in steps until every lane is there. */
static size_t
permute_from(struct ow_draft *d, take_source *take, const int64_t *src)
{
	struct permute_step step[MAX_LANES + 1] = {{0}};
	int64_t wanted[MAX_LANES];
	size_t n = 0;

	memcpy(wanted, src, (size_t)d->lanes * sizeof *wanted);
	for (; first_wanted(wanted, d->lanes, false) < d->lanes; n++)
		take(d, wanted, n == 0, &step[n]);
	if (first_wanted(wanted, d->lanes, true) < d->lanes)
		add_zeros(wanted, d->lanes, &step[n++]);
	if (n > 1 && !step[0].whole)
		join_first_steps(step, d->lanes);
	return add_permute(d, NO_PERMUTE, step, n, src);
}

/* Makes the step of a permute from an earlier one whose lanes, `by` further on, supply
   all but a few: with `by` 1, the permute of a tap one stride away. Returns false if they
   do not. */
static bool
extend_permute(struct ow_draft *d, const int64_t *src, const struct permute *base, int by,
	struct permute_step *step)
{
	int64_t wanted[MAX_LANES];
	struct load load;

	for (int i = 0; i < d->lanes; i++)
		wanted[i] = i + by < d->lanes && src[i] == base->src[i + by] ? NO_INPUT
									     : src[i];
	if (first_wanted(wanted, d->lanes, false) == d->lanes)
		return false;
	load = take_some_load(d, wanted, false, step);
	if (first_wanted(wanted, d->lanes, false) < d->lanes ||
		first_wanted(wanted, d->lanes, true) < d->lanes)
		return false;
	step->load = find_load(d, load);
	for (int i = 0; i < d->lanes - by; i++)
		if (src[i] == base->src[i + by])
			step->lane[i] = (uint8_t)(i + by);
	return true;
}

/* Extends a recent permute; NO_PERMUTE: none fits. Not tried for two lanes: too little is
   shared. */
static size_t
extend_recent(struct ow_draft *d, const int64_t *src, int by)
{
	int middle = d->lanes / 2;
	struct permute_step step = {0};

	if (d->lanes == 2 || src[middle] < 0)
		return NO_PERMUTE;
	for (size_t i = d->own->npermute; i && i + RECENT > d->own->npermute; i--) {
		const struct permute *base = &d->own->permute[i - 1];

		if (base->src[middle + by] == src[middle] &&
			extend_permute(d, src, base, by, &step))
			return add_permute(d, i - 1, &step, 1, src);
	}
	return NO_PERMUTE;
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
find_pair(struct ow_draft *d, int64_t first, int64_t last)
{
	int64_t odd = floor_mod(first - d->row, 2), src[MAX_LANES];
	int64_t begin = first - floor_mod(first - d->row, 2 * d->lanes);
	int64_t end = d->row + (floor_div(last - d->row, d->stride) + 1) * d->stride;
	size_t known;

	end = min_of(end, d->block->high);
	for (int i = 0; i < d->lanes; i++) {
		src[i] = begin + pair_element(d->block->plan->vector, i) + odd;
		if (src[i] < d->block->low || src[i] >= end)
			src[i] = NO_INPUT;
	}
	known = known_permute(d, src);
	return known == NO_PERMUTE ? permute_from(d, take_load, src) : known;
}

/* Makes a step whose source is such a pair. */
static void
take_pair(struct ow_draft *d, int64_t *wanted, bool first, struct permute_step *step)
{
	int64_t at[MAX_LANES], begin, last, from;

	last = from = wanted[first_wanted(wanted, d->lanes, false)];
	begin = from - floor_mod(from - d->row, 2 * d->lanes);
	for (int i = 0; i < d->lanes; i++) {
		int64_t element = is_input(wanted[i]) ? wanted[i] - begin : -1;

		last = max_of(last, wanted[i]);
		at[i] = element >= 0 && element < 2 * d->lanes
				? pair_lane(d->block->plan->vector, element - element % 2)
				: -1;
	}
	step->load = NO_LOAD;
	step->permute = find_pair(d, from, last);
	take_lanes(d->lanes, at, false, first, wanted, step);
}

/* Odd strides: the wanted elements are in different lanes of the row's loads, so they are
   first merged in place and then put in order by one shuffle. */
static size_t
permute_in_place(struct ow_draft *d, const int64_t *src)
{
	struct permute_step step = {.load = NO_LOAD};
	int64_t placed[MAX_LANES];
	int free = 0;

	for (int i = 0; i < d->lanes; i++)
		placed[i] = NO_INPUT;
	for (int i = 0; i < d->lanes; i++)
		if (src[i] >= 0) {
			step.lane[i] = (uint8_t)floor_mod(src[i] - d->row, d->lanes);
			placed[step.lane[i]] = src[i];
		}
	for (int i = 0; i < d->lanes; i++)
		if (src[i] < 0) {
			while (placed[free] != NO_INPUT)
				free++;
			step.lane[i] = (uint8_t)free;
			placed[free++] = src[i];
		}
	step.permute = known_permute(d, placed);
	if (step.permute == NO_PERMUTE)
		step.permute = extend_recent(d, placed, 0);
	if (step.permute == NO_PERMUTE)
		step.permute = permute_from(d, take_load, placed);
	return add_permute(d, step.permute, &step, 1, src);
}

size_t
find_permute(struct ow_draft *d, const int64_t *src, int64_t row)
{
	const struct vector_type *vector = d->block->plan->vector;
	size_t found = known_permute(d, src);

	if (found != NO_PERMUTE)
		return found;
	d->row = NO_INPUT;
	/* With fewer loads it takes no more steps than extending another permute. */
	if (d->stride <= 2) {
		if (d->own->order)
			d->row = row;
		return permute_from(d, take_load, src);
	}
	if (d->stride % 2 && vector->blends && row != NO_INPUT) {
		d->row = row;
		return permute_in_place(d, src);
	}
	found = extend_recent(d, src, 1);
	if (found != NO_PERMUTE)
		return found;
	/* Even strides in two levels: the even elements of pairs of loads are a row with
	   half the stride. */
	if (d->stride % 2 == 0 && row != NO_INPUT) {
		d->row = row;
		return permute_from(d, take_pair, src);
	}
	return permute_from(d, take_load, src);
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
