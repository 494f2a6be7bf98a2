#include "kernels/direct_ow/direct_ow.h"

#include "arena.h"

/* How the weights of kernel_direct_ow get into the lanes of vectors. */

enum weights
choose_weights(const struct tiles *t, int64_t channels, const bool *looped, int registers)
{
	const struct window_plan *w = &t->window;
	int64_t taps = 1;

	/* Measured: shuffles of larger strides leave no registers for weights. */
	if (!w->reduction->weighted || channels > 1 || w->axis[w->naxis - 1].stride > 2)
		return WEIGHTS_NAMED;
	for (int i = 0; i < w->naxis; i++)
		taps *= looped[i] ? 1 : w->axis[i].kernel;
	return 4 * taps <= 3 * registers ? WEIGHTS_BY_TAP : WEIGHTS_BY_ROW;
}

/* The variable that has a term's weight. */
static int64_t
variable_of(const struct patch *patch, const size_t *first, enum weights weights,
	const struct column_tap *term)
{
	int above = patch->tiles->window.naxis - 2;
	int64_t position[MAX_AXIS];

	if (weights == WEIGHTS_BY_TAP)
		return term->tap;
	if (above < 0)
		return 0;
	patch_coordinates(patch, first[term->sum], position);
	return position[above];
}

void
find_fills(const struct patch *patch, const size_t *first, const struct vector_code *code,
	struct column_tap *term, size_t n)
{
	int above = patch->tiles->window.naxis - 2;
	int64_t rows = above < 0 ? 1 : patch->cut[above]->size, taps = patch->tiles->taps;
	size_t *held = arena_array(patch->arena, size_t, rows > taps ? rows : taps);

	for (size_t i = 0; i < n; i++) {
		size_t group = term[i].sum / code->group;
		size_t weight = group * (size_t)taps + (size_t)term[i].tap + 1;

		term[i].weight = variable_of(patch, first, code->weights, &term[i]);
		term[i].fills = held[term[i].weight] != weight;
		held[term[i].weight] = weight;
	}
}

size_t
vectors_of_tap(const struct vector_code *code, size_t first_term)
{
	const struct column_tap *term = &code->term[first_term];
	size_t group = term->sum / code->group, n = 1;

	while (first_term + n < code->nterm && term[n].tap == term->tap &&
		term[n].sum / code->group == group)
		n++;
	return n;
}

bool
shares_weights(const struct tile *tile, size_t vectors)
{
	return vectors > 1 && vectors <= (size_t)tile->channels;
}
