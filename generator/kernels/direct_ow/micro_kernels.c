#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <stdlib.h>

/* The vectors and terms of a block of outputs. */

/* Positions of a tile's row. */
static size_t
row_of_tile(const struct output_block *block)
{
	return (size_t)block->tile[block->plan->window.naxis - 1]->size;
}

/* Finds the variables of terms' weights, those of narrow vectors last, and the terms that
   set them: the first of a group, and those whose weight differs from the one before. */
static void
find_fills(const struct ow_draft *d)
{
	struct term *term = d->own->term;
	const struct output_block *block = d->block;
	size_t taps = (size_t)block->plan->taps, row = row_of_tile(block);
	bool by_tap = d->own->weights == WEIGHTS_BY_TAP;
	size_t wide = by_tap ? taps : block->positions / row;
	size_t *held = arena_array(block->arena, size_t, 2 * wide);

	d->own->nweight = 2 * wide;
	for (size_t i = 0; i < d->own->nterm; i++) {
		size_t sum = term[i].sum, tap = (size_t)term[i].tap;
		bool narrow = d->own->column[sum].width < d->own->width;
		size_t variable =
			(by_tap ? tap : d->first[sum] / row) + (narrow ? wide : 0);
		size_t weight = sum / d->own->group * taps + tap + 1;

		term[i].weight = (int64_t)variable;
		term[i].fills = held[variable] != weight;
		held[variable] = weight;
	}
}

/* The load that a vector of inputs is; NO_LOAD: it is made of several. */
#define NO_LOAD SIZE_MAX
static size_t
load_of(const struct permute *g)
{
	bool load = g->nstep == 1 && g->step->whole && g->step->from == FROM_LOAD;

	return load ? g->step->number : NO_LOAD;
}

void
find_columns(struct ow_draft *d, bool by_row)
{
	const struct output_block *block = d->block;
	size_t row = row_of_tile(block), n = 0;
	int64_t most =
		(int64_t)(block->positions / row) * ceil_div((int64_t)row, d->lanes);
	struct column *column = arena_array(d->arena, struct column, most);
	size_t *first = arena_array(block->arena, size_t, most);
	int64_t end = -1;

	for (size_t p = 0; p < block->positions; p++) {
		int64_t dst = block_dst(block, p);

		if (dst != end || column[n - 1].lanes == d->lanes ||
			(by_row && p % row == 0)) {
			first[n] = p;
			column[n++].dst = dst;
		}
		column[n - 1].lanes++;
		end = dst + 1;
	}
	for (size_t v = 0; v < n; v++) {
		int width = column[v].lanes <= d->tail ? d->tail : d->lanes;
		int64_t more = width - column[v].lanes;

		column[v].width = width;
		d->own->width = width > d->own->width ? width : d->own->width;
		if (!by_row || (int64_t)row < d->lanes || block->plan->once)
			continue;
		/* The last vector of a row overlaps the one before it. */
		first[v] -= (size_t)more;
		column[v].dst -= more;
		column[v].lanes += more;
	}
	d->first = first;
	d->own->column = column;
	d->own->ncolumn = n;
}

/* The sort key of a term: the group of its vector; along each axis the tap, or the first
   lane's input, with padding; the input along the row, if taps come first; its vector. */
struct ordered_term {
	int64_t key[MAX_AXIS + 3];
	struct term term;
};

static int
compare_terms(const void *a, const void *b)
{
	const int64_t *x = ((const struct ordered_term *)a)->key;
	const int64_t *y = ((const struct ordered_term *)b)->key;

	for (int i = 0; i < MAX_AXIS + 3; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

/* How far tap k is along the row of inputs. */
static int64_t
tap_along_row(const struct ow_draft *d, size_t k)
{
	return d->block->tap[k] % d->axis->kernel * d->axis->dilation;
}

/* Load origin that lets the taps of all stride phases share loads. NO_INPUT: the inputs
   are of several rows. */
static int64_t
row_of(const struct ow_draft *d, size_t v, size_t k)
{
	const struct output_block *block = d->block;
	const int64_t *src = block->src + k * block->positions;
	int64_t stride = d->axis->stride, at = tap_along_row(d, k), row = NO_INPUT;
	size_t end = d->first[v] + (size_t)d->own->column[v].lanes;

	for (size_t p = d->first[v]; p < end; p++) {
		int64_t here;

		if (src[p] == NO_INPUT)
			continue;
		here = src[p] - (int64_t)(p % row_of_tile(block)) * stride;
		if (row != NO_INPUT && here != row)
			return NO_INPUT;
		row = here;
	}
	return row - (stride % 2 ? at : at % stride);
}

/* How many loads a window's taps need along a row if they begin at multiples of the
   stride, the window so far behind one. With strides over 2, taps a stride away from
   others are shuffled from those. */
static int64_t
loads_of_window(const struct axis *axis, int64_t behind)
{
	int64_t n = axis->stride > 2 ? min_of(axis->kernel, axis->stride) : axis->kernel;

	if (axis->dilation >= axis->stride)
		return n;
	return (behind + (n - 1) * axis->dilation) / axis->stride + 1;
}

/* Where loads for tap k begin, modulo the stride: where the windows of a vector do, if
   that saves loads; else at multiples, which are aligned more often. With padding, the
   first window's loads would begin elsewhere than its neighbours'. */
static int64_t
phase_of(const struct ow_draft *d, const int64_t *src, size_t k)
{
	const struct axis *a = d->axis;
	int64_t phase = 0;

	for (int i = 0; i < d->lanes && !phase && !a->pad_begin; i++)
		if (src[i] >= 0)
			phase = floor_mod(src[i] - tap_along_row(d, k), a->stride);
	return loads_of_window(a, phase) > loads_of_window(a, 0) ? phase : 0;
}

/* The term of tap k for vector v; false when no lane has it. Lanes without the tap add 0
   where that changes no sum, since no sum is ever -0. In a Conv they must not, because 0
   times a weight can be NaN. Outputs that have the tap are marked as reached. */
static bool
find_term(struct ow_draft *d, size_t v, size_t k, struct term *term, uint64_t *reached)
{
	const struct output_block *block = d->block;
	const int64_t *input = block->src + k * block->positions + d->first[v];
	int64_t src[MAX_LANES], lanes = d->own->column[v].lanes;
	bool zeros = block->plan->window.reduction->skips_zeros, all = true;

	*term = (struct term){.sum = v, .tap = block->tap[k]};
	for (int i = 0; i < d->lanes; i++) {
		int lane = d->own->order ? d->own->order[i] : i;

		src[lane] = i < lanes ? input[i] : NO_INPUT;
		if (src[lane] != NO_INPUT) {
			term->lanes |= (uint64_t)1 << lane;
			*reached |= (uint64_t)1 << i;
		} else if (i < lanes && zeros) {
			src[lane] = ZERO_INPUT;
		} else {
			all &= i >= lanes;
		}
	}
	if (!term->lanes)
		return false;
	if (all)
		term->lanes = ALL_LANES;
	d->phase = phase_of(d, src, k);
	term->permute = find_permute(d, src, row_of(d, v, k));
	return true;
}

static void
find_divisors(const struct ow_draft *d, size_t v, uint64_t reached)
{
	struct column *column = &d->own->column[v];

	for (int i = 0; i < d->lanes; i++)
		column->divisor[i] = reached >> i & 1 ? block_divisor(d->block,
								d->first[v] + (size_t)i)
						      : 1;
}

/* Sorts by taps, by inputs, or by rows of inputs and then taps along them. */
static void
place_term(const struct ow_draft *d, struct ordered_term *o)
{
	const struct tile_plan *p = d->plan;
	int64_t position[MAX_AXIS], tap = o->term.tap, *at = &o->key[1];

	block_coordinates(d->block, d->first[o->term.sum], position);
	o->key[0] = (int64_t)(o->term.sum / d->own->group);
	o->key[MAX_AXIS + 2] = (int64_t)o->term.sum;
	for (int i = 0; i < p->window.naxis; i++) {
		const struct axis *a = &p->window.axis[i];
		int64_t t = tap / p->axis_tap[i];
		int64_t input = position[i] * a->stride + t * a->dilation;

		tap %= p->axis_tap[i];
		at[i] = d->kernel->channels > 1 ? t : input;
		if (d->own->weights == WEIGHTS_BY_ROW && i == p->window.naxis - 1) {
			at[i] = t;
			at[MAX_AXIS] = input;
		}
	}
}

/* gcc loads a vector again for each use. Measured: with one channel, that is not slower
   if each term also reads its weight, or with the many permutes of large strides. */
static void
find_register_loads(const struct ow_draft *d)
{
	const struct ow_kernel *own = d->own;
	size_t *uses = arena_array(d->block->arena, size_t, own->nload);

	for (size_t i = 0; i < own->nterm; i++) {
		size_t load = load_of(&own->permute[own->term[i].permute]);

		if (load != NO_LOAD)
			uses[load]++;
	}
	for (size_t i = 0; i < own->npermute && d->axis->stride <= 2; i++) {
		const struct permute *g = &own->permute[i];

		for (size_t k = 0; k < g->nstep && load_of(g) == NO_LOAD; k++)
			if (g->step[k].from == FROM_LOAD)
				uses[g->step[k].number]++;
	}
	for (size_t i = 0; i < own->nload; i++)
		own->load[i].in_register = uses[i] > 1;
}

/* The number of terms, from one on, with the same tap and group of vectors; 1 where
   vectors flow, or for a single channel. */
static size_t
terms_of_run(const struct ow_draft *d, size_t first)
{
	const struct ow_kernel *own = d->own;
	const struct term *term = &own->term[first];
	size_t group = term->sum / own->group, n = 1;

	while (!own->flows && d->kernel->channels > 1 && first + n < own->nterm &&
		term[n].tap == term->tap && term[n].sum / own->group == group)
		n++;
	return n;
}

/* Registers for what is loaded while sums and held factors stay: one of the others, or
   what shuffles and blends make of it, too. */
enum {
	ONE_FACTOR = 1,
	BEFORE_BLEND = 3
};

/* Whether the fewer of a run's factors, its vectors or its weights, find registers beside
   the sums. */
static bool
holds_factors(const struct ow_draft *d, const struct run *run)
{
	const struct ow_kernel *own = d->own;
	size_t channels = (size_t)d->kernel->channels, vectors = run->nterm;
	size_t sums = (own->ncolumn < own->group ? own->ncolumn : own->group) * channels;
	size_t factors = vectors < channels ? vectors : channels;
	bool whole = true;

	for (size_t i = 0; i < vectors; i++)
		whole &= load_of(&own->permute[run->term[i].permute]) != NO_LOAD &&
			 run->term[i].lanes == ALL_LANES;
	return vectors > 1 && sums + factors + (whole ? ONE_FACTOR : BEFORE_BLEND) <=
				      (size_t)d->plan->target->registers;
}

/* Finds the runs of terms. Inputs stay in registers if they or the weights find some.
   Measured: up to 1.9 times as fast where rows begin anywhere, so that each load reads
   two lines. */
static void
find_runs(const struct ow_draft *d)
{
	struct ow_kernel *own = d->own;
	struct run *run;
	bool held;

	own->run = arena_array(d->arena, struct run, own->nterm);
	for (size_t i = 0; i < own->nterm; i += run->nterm) {
		run = &own->run[own->nrun++];
		run->term = &own->term[i];
		run->nterm = terms_of_run(d, i);
		held = holds_factors(d, run);
		if (run->nterm > 1 && run->nterm <= (size_t)d->kernel->channels)
			run->shared = SHARED_INPUTS;
		else if (held)
			run->shared = SHARED_WEIGHTS;
		for (size_t k = i; k < i + run->nterm; k++) {
			size_t load = load_of(&own->permute[own->term[k].permute]);

			if (!own->weights)
				own->term[k].fills = !run->shared || k == i;
			if (held && load != NO_LOAD)
				own->load[load].in_register = true;
		}
	}
}

bool
find_terms(struct ow_draft *d, size_t most)
{
	struct ow_kernel *own = d->own;
	size_t n = 0, room = own->ncolumn * d->block->ntap;
	struct ordered_term *o;

	if (room > most / (size_t)d->kernel->channels)
		room = most / (size_t)d->kernel->channels;
	o = arena_array(d->block->arena, struct ordered_term, room + 1);
	for (size_t v = 0; v < own->ncolumn; v++) {
		uint64_t reached = 0;

		d->lanes = own->column[v].width;
		for (size_t k = 0; k < d->block->ntap; k++) {
			if (!find_term(d, v, k, &o[n].term, &reached))
				continue;
			if (n == room)
				return false;
			place_term(d, &o[n++]);
		}
		find_divisors(d, v, reached);
	}
	qsort(o, n, sizeof *o, compare_terms);
	own->term = arena_array(d->arena, struct term, n);
	own->nterm = n;
	for (size_t i = 0; i < n; i++)
		own->term[i] = o[i].term;
	if (own->weights)
		find_fills(d);
	if (!d->plan->window.reduction->weighted || own->weights)
		find_register_loads(d);
	find_runs(d);
	return true;
}
