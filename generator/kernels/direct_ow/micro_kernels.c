#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <stdlib.h>

/* The vectors and terms of a block of outputs. */

/* How weights are broadcast to the lanes of vectors. */

enum weights
choose_weights(const struct tile_plan *p, int64_t channels, const bool *looped)
{
	const struct window_plan *w = &p->window;
	int64_t taps = 1;

	/* Measured: the shuffles of larger strides leave no registers for weights. */
	if (!w->reduction->weighted || channels > 1 || w->axis[w->naxis - 1].stride > 2)
		return WEIGHTS_NAMED;
	for (int i = 0; i < w->naxis; i++)
		taps *= looped[i] ? 1 : w->axis[i].kernel;
	return 4 * taps <= 3 * p->target->registers ? WEIGHTS_BY_TAP : WEIGHTS_BY_ROW;
}

/* The variables of the weights of vectors of one width. */
static int64_t
variables_of(const struct ow_draft *d)
{
	const struct tile_plan *p = d->block->plan;
	int above = p->window.naxis - 2;

	if (d->own->weights == WEIGHTS_BY_TAP)
		return p->taps;
	return above < 0 ? 1 : d->block->tile[above]->size;
}

/* The variable that has a term's weight; those of narrow vectors come last. */
static int64_t
variable_of(const struct ow_draft *d, const struct term *term)
{
	int above = d->block->plan->window.naxis - 2;
	bool narrow = d->own->column[term->sum].width < d->own->width;
	int64_t position[MAX_AXIS], first = narrow ? variables_of(d) : 0;

	if (d->own->weights == WEIGHTS_BY_TAP)
		return first + term->tap;
	if (above < 0)
		return first;
	block_coordinates(d->block, d->first[term->sum], position);
	return first + position[above];
}

/* Finds the variables of terms' weights, and the terms that set them: the first of a
   group, and those whose weight differs from the one before. */
static void
find_fills(const struct ow_draft *d, struct term *term, size_t n)
{
	size_t taps = (size_t)d->block->plan->taps;
	size_t *held = arena_array(d->block->arena, size_t, 2 * variables_of(d));

	for (size_t i = 0; i < n; i++) {
		size_t group = term[i].sum / d->own->group;
		size_t weight = group * taps + (size_t)term[i].tap + 1;

		term[i].weight = variable_of(d, &term[i]);
		term[i].fills = held[term[i].weight] != weight;
		held[term[i].weight] = weight;
	}
}

size_t
vectors_of_tap(const struct ow_kernel *own, size_t first_term)
{
	const struct term *term = &own->term[first_term];
	size_t group = term->sum / own->group, n = 1;

	while (!own->flows && first_term + n < own->nterm && term[n].tap == term->tap &&
		term[n].sum / own->group == group)
		n++;
	return n;
}

bool
shares_weights(const struct micro_kernel *kernel, size_t vectors)
{
	return vectors > 1 && vectors <= (size_t)kernel->channels;
}

/* The load that a vector of inputs is; NO_LOAD: it is made of several. */
static size_t
load_of(const struct permute *g)
{
	return g->step[0].whole && g->nstep == 1 ? g->step[0].load : NO_LOAD;
}

/* Registers for what is loaded while sums and held factors stay: one of the others, or
   what shuffles and blends make of it, too. */
enum {
	ONE_FACTOR = 1,
	BEFORE_BLEND = 3
};

bool
holds_factors(const struct tile_plan *p, const struct ow_kernel *own, int64_t channels,
	size_t first_term, size_t vectors)
{
	size_t m = (size_t)channels, registers = (size_t)p->target->registers;
	size_t sums = (own->ncolumn < own->group ? own->ncolumn : own->group) * m;
	bool whole = true;

	for (size_t i = first_term; i < first_term + vectors; i++)
		whole &= load_of(&own->permute[own->term[i].permute]) != NO_LOAD &&
			 own->term[i].lanes == ALL_LANES;
	return vectors > 1 && m > 1 &&
	       sums + (vectors < m ? vectors : m) + (whole ? ONE_FACTOR : BEFORE_BLEND) <=
		       registers;
}

void
find_columns(struct ow_draft *d, bool by_row)
{
	const struct output_block *block = d->block;
	size_t row = (size_t)block->tile[block->plan->window.naxis - 1]->size, n = 0;
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

/* Load origin that lets the taps of all stride phases share loads. NO_INPUT: the inputs
   are of several rows. */
static int64_t
row_of(const struct ow_draft *d, size_t v, size_t k)
{
	const struct output_block *block = d->block;
	int inner = block->plan->window.naxis - 1;
	const struct axis *a = &block->plan->window.axis[inner];
	const int64_t *src = block->src + k * block->positions + d->first[v];
	int64_t at = block->tap[k] % a->kernel * a->dilation, row = NO_INPUT;
	int64_t size = block->tile[inner]->size, position = (int64_t)d->first[v] % size;

	if (a->stride == 1)
		return NO_INPUT;
	for (int64_t i = 0; i < d->own->column[v].lanes; i++) {
		int64_t before = position * a->stride;

		position = position + 1 < size ? position + 1 : 0;
		if (src[i] == NO_INPUT)
			continue;
		if (row != NO_INPUT && src[i] - before != row)
			return NO_INPUT;
		row = src[i] - before;
	}
	return row - (a->stride % 2 ? at : at % a->stride);
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
	const struct output_block *block = d->block;
	const struct axis *a = &block->plan->window.axis[block->plan->window.naxis - 1];
	int64_t at = block->tap[k] % a->kernel * a->dilation, phase = 0;

	for (int i = 0; i < d->lanes && !phase && !a->pad_begin; i++)
		if (src[i] >= 0)
			phase = floor_mod(src[i] - at, a->stride);
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

	for (int i = 0; i < d->lanes; i++) {
		bool divides = i < column->lanes && (reached >> i & 1);

		column->divisor[i] =
			divides ? block_divisor(d->block, d->first[v] + (size_t)i) : 1;
	}
}

/* Sorts by taps, by inputs, or by rows of inputs and then taps along them. */
static void
place_term(const struct ow_draft *d, const int64_t *position, bool by_tap,
	struct ordered_term *o)
{
	const struct tile_plan *p = d->block->plan;
	int64_t tap = o->term.tap, *at = &o->key[1];

	o->key[0] = (int64_t)(o->term.sum / d->own->group);
	o->key[MAX_AXIS + 2] = (int64_t)o->term.sum;
	for (int i = 0; i < p->window.naxis; i++) {
		const struct axis *a = &p->window.axis[i];
		int64_t t = tap / p->axis_tap[i];
		int64_t input = position[i] * a->stride + t * a->dilation;

		tap %= p->axis_tap[i];
		at[i] = by_tap ? t : input;
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
	for (size_t i = 0; i < own->npermute && d->stride <= 2; i++) {
		const struct permute *g = &own->permute[i];

		for (size_t k = g->step[0].whole && g->nstep == 1; k < g->nstep; k++)
			if (g->step[k].load != NO_LOAD)
				uses[g->step[k].load]++;
	}
	for (size_t i = 0; i < own->nload; i++)
		own->load[i].in_register = uses[i] > 1;
}

/* With several channels, those of taps that hold theirs or the weights. Measured: up
   to 1.9 times as fast where rows begin anywhere, so that each load reads two lines. */
static void
find_held_loads(const struct ow_draft *d, int64_t channels)
{
	const struct ow_kernel *own = d->own;
	size_t n;

	for (size_t i = 0; i < own->nterm; i += n) {
		n = vectors_of_tap(own, i);
		if (!holds_factors(d->block->plan, own, channels, i, n))
			continue;
		for (size_t k = i; k < i + n; k++) {
			size_t load = load_of(&own->permute[own->term[k].permute]);

			if (load != NO_LOAD)
				own->load[load].in_register = true;
		}
	}
}

bool
find_terms(struct ow_draft *d, int64_t channels, size_t most)
{
	struct ow_kernel *own = d->own;
	size_t n = 0, room = own->ncolumn * d->block->ntap;
	struct ordered_term *o;
	struct term *term;

	if (room > most / (size_t)channels)
		room = most / (size_t)channels;
	o = arena_array(d->block->arena, struct ordered_term, room + 1);
	for (size_t v = 0; v < own->ncolumn; v++) {
		uint64_t reached = 0;
		int64_t position[MAX_AXIS];

		block_coordinates(d->block, d->first[v], position);
		d->lanes = own->column[v].width;
		for (size_t k = 0; k < d->block->ntap; k++) {
			if (!find_term(d, v, k, &o[n].term, &reached))
				continue;
			if (n == room)
				return false;
			place_term(d, position, channels > 1, &o[n++]);
		}
		find_divisors(d, v, reached);
	}
	qsort(o, n, sizeof *o, compare_terms);
	own->term = term = arena_array(d->arena, struct term, n);
	own->nterm = n;
	for (size_t i = 0; i < n; i++)
		term[i] = o[i].term;
	if (own->weights)
		find_fills(d, term, n);
	if (!d->block->plan->window.reduction->weighted || own->weights)
		find_register_loads(d);
	else
		find_held_loads(d, channels);
	return true;
}
