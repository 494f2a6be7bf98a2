#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

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

/* The variable that has a term's weight. */
static int64_t
variable_of(const struct output_block *block, const size_t *first, enum weights weights,
	const struct term *term)
{
	int above = block->plan->window.naxis - 2;
	int64_t position[MAX_AXIS];

	if (weights == WEIGHTS_BY_TAP)
		return term->tap;
	if (above < 0)
		return 0;
	block_coordinates(block, first[term->sum], position);
	return position[above];
}

void
find_fills(const struct output_block *block, const size_t *first,
	const struct ow_kernel *own, struct term *term, size_t n)
{
	int above = block->plan->window.naxis - 2;
	int64_t rows = above < 0 ? 1 : block->tile[above]->size, taps = block->plan->taps;
	size_t *held = arena_array(block->arena, size_t, max_of(rows, taps));

	for (size_t i = 0; i < n; i++) {
		size_t group = term[i].sum / own->group;
		size_t weight = group * (size_t)taps + (size_t)term[i].tap + 1;

		term[i].weight = variable_of(block, first, own->weights, &term[i]);
		term[i].fills = held[term[i].weight] != weight;
		held[term[i].weight] = weight;
	}
}

size_t
vectors_of_tap(const struct ow_kernel *own, size_t first_term)
{
	const struct term *term = &own->term[first_term];
	size_t group = term->sum / own->group, n = 1;

	while (first_term + n < own->nterm && term[n].tap == term->tap &&
		term[n].sum / own->group == group)
		n++;
	return n;
}

bool
shares_weights(const struct micro_kernel *kernel, size_t vectors)
{
	return vectors > 1 && vectors <= (size_t)kernel->channels;
}
