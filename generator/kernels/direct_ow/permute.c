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
	int64_t low = d->block->low, high = d->block->high, begin;
	int64_t lanes = min_of(high - low, d->lanes);
	int64_t above = floor_mod(src - d->phase, d->axis->stride);

	if (d->row != NO_INPUT)
		begin = src - floor_mod(src - d->row, d->lanes);
	else
		begin = d->axis->stride == 1 || above >= d->lanes ? src - lane
								  : src - above;
	begin = max_of(min_of(begin, high - lanes), low);
	return (struct load){begin, lanes, d->lanes, 0};
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

/* The lane of a vector that has an input, if it is one; -1: none. */
static int
lane_of(const int64_t *source, int lanes, int64_t input)
{
	for (int i = 0; i < lanes && is_input(input); i++)
		if (source[i] == input)
			return i;
	return -1;
}

/* Completes a step with the wanted elements that its source has, the first of them at
   least. At stride 1, a load that has elements in their own lanes supplies no others,
   because the next load may have those in theirs. */
static void
take_lanes(const struct ow_draft *d, const int64_t *source, bool first, int64_t *wanted,
	struct permute_step *step)
{
	int lanes = d->lanes, lane = first_wanted(wanted, lanes, false);
	int shift = lane_of(source, lanes, wanted[lane]) - lane;
	bool in_place = d->axis->stride == 1 && !shift;

	step->whole = first;
	for (int i = 0; i < lanes; i++) {
		int near = i + shift, at = lane_of(source, lanes, wanted[i]);

		if (at >= 0 && (!in_place || at == i)) {
			step->lane[i] = (uint8_t)(first ? at : at + lanes);
			step->whole &= at == i;
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
	int64_t source[MAX_LANES];

	for (int i = 0; i < d->lanes; i++)
		source[i] = i < load.lanes ? load.src + i : NO_INPUT;
	step->from = FROM_LOAD;
	take_lanes(d, source, first, wanted, step);
	return load;
}

/* A step whose source is a load. */
static void
take_load(struct ow_draft *d, int64_t *wanted, bool first, struct permute_step *step)
{
	step->number = find_load(d, take_some_load(d, wanted, first, step));
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
add_permute(struct ow_draft *d, const struct permute_step *step, size_t nstep,
	const int64_t *src)
{
	struct ow_kernel *own = d->own;
	size_t size = nstep * sizeof *step;
	size_t n = own->npermute;

	for (size_t i = *hash_table_newest(&d->steps, step->number); i;
		i = d->steps.before[i - 1]) {
		const struct permute *g = &own->permute[i - 1];

		if (g->width == d->lanes && g->nstep == nstep &&
			!memcmp(g->step, step, size))
			return i - 1;
	}
	own->permute = arena_grow(d->arena, own->permute, n, sizeof *own->permute);
	own->permute[n] = (struct permute){.nstep = nstep,
		.width = d->lanes,
		.step = arena_copy(d->arena, step, nstep, sizeof *step),
		.src = arena_copy(d->arena, src, (size_t)d->lanes, sizeof *src)};
	hash_table_add(&d->steps, step->number, n, d->arena);
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
	if (first_wanted(wanted, d->lanes, true) < d->lanes) {
		for (int i = 0; i < d->lanes; i++)
			step[n].lane[i] =
				(uint8_t)(wanted[i] == ZERO_INPUT ? d->lanes + i : i);
		n++;
	}
	if (n > 1 && !step[0].whole)
		join_first_steps(step, d->lanes);
	return add_permute(d, step, n, src);
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
	step->number = find_load(d, load);
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
	struct permute_step step[2] = {{FROM_PERMUTE, true, 0, {0}}};

	if (d->lanes == 2 || src[middle] < 0)
		return NO_PERMUTE;
	for (size_t i = d->own->npermute; i && i + RECENT > d->own->npermute; i--) {
		const struct permute *base = &d->own->permute[i - 1];

		if (base->src[middle + by] == src[middle] &&
			extend_permute(d, src, base, by, &step[1])) {
			step[0].number = i - 1;
			return add_permute(d, step, 2, src);
		}
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

/* Makes a step whose source is the even elements of two loads of the row: they begin with
   the first one wanted, and do not reach far beyond the last one. */
static void
take_pair(struct ow_draft *d, int64_t *wanted, bool first, struct permute_step *step)
{
	int64_t from = wanted[first_wanted(wanted, d->lanes, false)], last = from;
	int64_t within = floor_mod(from - d->row, 2 * d->lanes);
	int64_t begin = from - within + within % 2;
	int64_t stride = d->axis->stride, pair[MAX_LANES], end;

	for (int i = 0; i < d->lanes; i++)
		last = max_of(last, wanted[i]);
	end = d->row + (floor_div(last - d->row, stride) + 1) * stride;
	end = min_of(end, d->block->high);
	for (int i = 0; i < d->lanes; i++) {
		pair[i] = begin + pair_element(d->plan->vector, i);
		if (pair[i] < d->block->low || pair[i] >= end)
			pair[i] = NO_INPUT;
	}
	step->from = FROM_PERMUTE;
	step->number = known_permute(d, pair);
	if (step->number == NO_PERMUTE)
		step->number = permute_from(d, take_load, pair);
	take_lanes(d, pair, first, wanted, step);
}

/* Odd strides: the wanted elements are in different lanes of the row's loads, so they are
   first merged in place and then put in order by one shuffle. */
static size_t
permute_in_place(struct ow_draft *d, const int64_t *src)
{
	struct permute_step step = {.from = FROM_PERMUTE};
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
	step.number = known_permute(d, placed);
	if (step.number == NO_PERMUTE)
		step.number = extend_recent(d, placed, 0);
	if (step.number == NO_PERMUTE)
		step.number = permute_from(d, take_load, placed);
	return add_permute(d, &step, 1, src);
}

size_t
find_permute(struct ow_draft *d, const int64_t *src, int64_t row)
{
	const struct vector_type *vector = d->plan->vector;
	size_t found = known_permute(d, src);

	if (found != NO_PERMUTE)
		return found;
	d->row = NO_INPUT;
	/* With fewer loads it takes no more steps than extending another permute. */
	if (d->axis->stride <= 2) {
		if (d->own->order)
			d->row = row;
		return permute_from(d, take_load, src);
	}
	if (d->axis->stride % 2 && vector->blends && row != NO_INPUT) {
		d->row = row;
		return permute_in_place(d, src);
	}
	found = extend_recent(d, src, 1);
	if (found != NO_PERMUTE)
		return found;
	/* Even strides in two levels: the even elements of pairs of loads are a row with
	   half the stride. */
	if (d->axis->stride % 2 == 0 && row != NO_INPUT) {
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
