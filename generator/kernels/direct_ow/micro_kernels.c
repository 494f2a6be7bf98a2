#include "kernels/direct_ow/direct_ow.h"

#include "arena.h"
#include "checked.h"

#include <stdlib.h>

/* A patch of output positions as the code of kernel_direct_ow. */

/* Vectors of each row, the last of which overlaps the one before it. */
static size_t
cut_rows(const struct patch *patch, struct column *column, size_t *first)
{
	int64_t row = patch->cut[patch->tiles->window.naxis - 1]->size;
	int64_t lanes = patch->tiles->vector->lanes;
	size_t n = 0;

	for (size_t p = 0; p < patch->positions; p += (size_t)row)
		for (int64_t at = 0; at < row; at += lanes) {
			first[n] = p + (size_t)(at + lanes > row ? row - lanes : at);
			column[n].dst = patch_dst(patch, first[n]);
			column[n++].lanes = lanes;
		}
	return n;
}

/* Vectors of positions side by side in dst, be they of several rows. */
static size_t
cut_runs(const struct patch *patch, struct column *column, size_t *first)
{
	int64_t end = -1;
	size_t n = 0;

	for (size_t p = 0; p < patch->positions; p++) {
		int64_t dst = patch_dst(patch, p);

		if (!n || dst != end ||
			column[n - 1].lanes == patch->tiles->vector->lanes) {
			first[n] = p;
			column[n++].dst = dst;
		}
		column[n - 1].lanes++;
		end = dst + 1;
	}
	return n;
}

size_t *
find_columns(const struct patch *patch, bool by_row, struct vector_code *code,
	struct arena *arena)
{
	int64_t row = patch->cut[patch->tiles->window.naxis - 1]->size;
	int64_t lanes = patch->tiles->vector->lanes;
	int64_t most = (int64_t)patch->positions / row * ceil_div(row, lanes);
	struct column *column = arena_array(arena, struct column, most);
	size_t *first = arena_array(patch->arena, size_t, most);

	code->column = column;
	code->ncolumn = by_row && row >= lanes ? cut_rows(patch, column, first)
					       : cut_runs(patch, column, first);
	return first;
}

/* A term before it has its place in the code. */
struct ordered_term {
	struct column_tap term;
	size_t group;
	int64_t at[MAX_AXIS]; /* several channels: the tap; one: where the first lane's
				 input is, padding counted */
	int64_t along;        /* that along the row, where at has its tap instead */
};

static int
compare_terms(const void *a, const void *b)
{
	const struct ordered_term *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	for (int i = 0; i < MAX_AXIS; i++)
		if (x->at[i] != y->at[i])
			return x->at[i] < y->at[i] ? -1 : 1;
	if (x->along != y->along)
		return x->along < y->along ? -1 : 1;
	if (x->term.sum != y->term.sum)
		return x->term.sum < y->term.sum ? -1 : 1;
	return 0;
}

/* Where loads of the row best begin that a vector's inputs of a tap are of: so that taps
   of all phases of a stride share them. NO_INPUT: they are of several rows. */
static int64_t
row_of(const struct patch *patch, const struct column *column, size_t first, size_t k)
{
	int inner = patch->tiles->window.naxis - 1;
	const struct axis *a = &patch->tiles->window.axis[inner];
	const int64_t *src = patch->src + k * patch->positions + first;
	int64_t at = patch->tap[k] % a->kernel * a->dilation, row = NO_INPUT;
	int64_t size = patch->cut[inner]->size, position = (int64_t)first % size;

	if (a->stride == 1)
		return NO_INPUT;
	for (int64_t i = 0; i < column->lanes; i++) {
		int64_t before = position * a->stride;

		position = position + 1 < size ? position + 1 : 0;
		if (src[i] == NO_INPUT)
			continue;
		if (row != NO_INPUT && src[i] - before != row)
			return NO_INPUT;
		row = src[i] - before;
	}
	return row == NO_INPUT ? row : row - (a->stride % 2 ? at : at % a->stride);
}

/* The term of a tap for a vector; false when no lane has it. Lanes without it
   take 0 where that leaves every sum as it is: none of them is ever -0. A Conv's may not:
   0 times a weight can be NaN. Outputs that have it are added to those reached. */
static bool
find_term(struct column_plan *plan, const struct patch *patch,
	const struct column *column, size_t first, size_t k, struct column_tap *term,
	uint64_t *reached)
{
	const int64_t *input = patch->src + k * patch->positions + first;
	bool zeros = patch->tiles->window.reduction->skips_zeros;
	int64_t src[MAX_LANES];
	bool all = true;

	term->lanes = 0;
	for (int i = 0; i < plan->vector->lanes; i++) {
		int lane = plan->order ? plan->order[i] : i;

		src[lane] = i < column->lanes ? input[i] : NO_INPUT;
		if (src[lane] != NO_INPUT) {
			term->lanes |= (uint64_t)1 << lane;
			*reached |= (uint64_t)1 << i;
		} else if (i < column->lanes && zeros) {
			src[lane] = ZERO_INPUT;
		} else {
			all &= i >= column->lanes;
		}
	}
	if (!term->lanes)
		return false;
	if (all)
		term->lanes = ALL_LANES;
	term->tap = patch->tap[k];
	term->gather = known_gather(plan, src);
	if (term->gather == NO_GATHER)
		term->gather =
			make_gather(plan, patch, src, row_of(patch, column, first, k));
	return true;
}

static void
find_divisors(const struct patch *patch, struct column *column, size_t first, int lanes,
	uint64_t reached)
{
	for (int i = 0; i < lanes; i++) {
		bool divides = i < column->lanes && (reached >> i & 1);

		column->divisor[i] =
			divides ? patch_divisor(patch, first + (size_t)i) : 1;
	}
}

/* What a term is ordered by: its vector's group, then taps or inputs, or rows of inputs
   and then taps along them. */
static void
place_term(const struct patch *patch, const int64_t *position, size_t k, bool by_tap,
	enum weights weights, struct ordered_term *o)
{
	const struct window_plan *w = &patch->tiles->window;
	int64_t tap = patch->tap[k];

	for (int i = 0; i < w->naxis; i++) {
		int64_t t = tap / patch->tiles->axis_tap[i];
		int64_t input = position[i] * w->axis[i].stride + t * w->axis[i].dilation;

		tap %= patch->tiles->axis_tap[i];
		o->at[i] = by_tap ? t : input;
		if (weights == WEIGHTS_BY_ROW && i == w->naxis - 1) {
			o->at[i] = t;
			o->along = input;
		}
	}
}

/* gcc reads a vector that is wanted several times from memory each time. Measured: where
   each term reads its weight as well, or by the many gathers of large strides, that is
   not slower. */
static void
find_kept_loads(
	struct column_plan *plan, const struct column_tap *term, size_t n, int64_t stride)
{
	size_t *uses = arena_array(plan->arena, size_t, plan->nload);

	for (size_t i = 0; i < n; i++) {
		const struct gather *g = &plan->gather[term[i].gather];

		if (g->step[0].whole && g->nstep == 1 && g->step[0].load != NO_LOAD)
			uses[g->step[0].load]++;
	}
	for (size_t i = 0; i < plan->ngather && stride <= 2; i++) {
		const struct gather *g = &plan->gather[i];

		for (size_t k = g->step[0].whole && g->nstep == 1; k < g->nstep; k++)
			if (g->step[k].load != NO_LOAD)
				uses[g->step[k].load]++;
	}
	for (size_t i = 0; i < plan->nload; i++)
		plan->load[i].kept = uses[i] > 1;
}

bool
find_terms(const struct patch *patch, const size_t *first, int64_t channels, size_t most,
	struct vector_code *code, struct arena *arena)
{
	struct column_plan plan = {
		.vector = patch->tiles->vector, .order = code->order, .arena = arena};
	const struct window_plan *w = &patch->tiles->window;
	struct column *column = (struct column *)code->column;
	struct column_tap *term, found;
	size_t n = 0, room = code->ncolumn * patch->ntap;
	struct ordered_term *o;

	if (room > most / (size_t)channels)
		room = most / (size_t)channels;
	o = arena_array(patch->arena, struct ordered_term, room);
	for (size_t v = 0; v < code->ncolumn; v++) {
		uint64_t reached = 0;
		int64_t position[MAX_AXIS];

		patch_coordinates(patch, first[v], position);
		for (size_t k = 0; k < patch->ntap; k++) {
			if (!find_term(&plan, patch, &column[v], first[v], k, &found,
				    &reached))
				continue;
			if (n == room)
				return false;
			o[n].term = found;
			o[n].term.sum = v;
			o[n].group = v / code->group;
			place_term(
				patch, position, k, channels > 1, code->weights, &o[n++]);
		}
		find_divisors(patch, &column[v], first[v], plan.vector->lanes, reached);
	}
	qsort(o, n, sizeof *o, compare_terms);
	term = arena_array(arena, struct column_tap, n);
	for (size_t i = 0; i < n; i++)
		term[i] = o[i].term;
	if (code->weights)
		find_fills(patch, first, code, term, n);
	if (!w->reduction->weighted || code->weights)
		find_kept_loads(&plan, term, n, w->axis[w->naxis - 1].stride);
	code->term = term;
	code->nterm = n;
	code->load = plan.load;
	code->nload = plan.nload;
	code->gather = plan.gather;
	code->ngather = plan.ngather;
	return true;
}
