#include "network/common_axes.h"

/* The inc of an operand along an axis whose inc in dst is `inner`. */
static int64_t
inc_at(const struct pointwise_plan *p, size_t operand, int64_t inner)
{
	for (int i = 0; i < p->naxis; i++) {
		const struct pointwise_axis *axis = &p->axis[i];

		if (axis->dst_inc <= inner && inner < axis->dst_inc * axis->extent)
			return axis->inc[operand] * (inner / axis->dst_inc);
	}
	return 0;
}

bool
axes_find_boundaries(const struct pointwise_plan *a, const struct pointwise_plan *b,
	int64_t *boundary, int *n)
{
	const struct pointwise_plan *both[] = {a, b};
	int count = 0;

	for (int w = 0; w < 2; w++)
		for (int i = 0; i < both[w]->naxis; i++) {
			const struct pointwise_axis *axis = &both[w]->axis[i];

			boundary[count++] = axis->dst_inc;
			boundary[count++] = axis->dst_inc * axis->extent;
		}
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && boundary[k] < boundary[k - 1]; k--) {
			int64_t swap = boundary[k];

			boundary[k] = boundary[k - 1];
			boundary[k - 1] = swap;
		}
	*n = 0;
	for (int i = 0; i < count; i++)
		if (!*n || boundary[*n - 1] != boundary[i])
			boundary[(*n)++] = boundary[i];
	for (int i = 1; i < *n; i++)
		if (boundary[i] % boundary[i - 1])
			return false;
	return *n <= MAX_RANK + 1;
}

void
axes_set(struct pointwise_plan *p, const struct pointwise_plan *from,
	const struct pointwise_plan *to, const struct origins *origins, size_t noperand,
	const int64_t *boundary, int nboundary)
{
	p->naxis = 0;
	for (int i = nboundary - 1; i-- > 0;) {
		struct pointwise_axis axis = {
			.extent = boundary[i + 1] / boundary[i], .dst_inc = boundary[i]};
		struct pointwise_axis *outer = p->naxis ? &p->axis[p->naxis - 1] : NULL;
		bool goes_on = outer && outer->dst_inc == axis.extent * axis.dst_inc;

		for (size_t k = 0; k < noperand; k++) {
			axis.inc[k] =
				origins->from[k] >= 0
					? inc_at(from, (size_t)origins->from[k],
						  boundary[i])
					: inc_at(to, (size_t)origins->to[k], boundary[i]);
			goes_on = goes_on && outer->inc[k] == axis.extent * axis.inc[k];
		}
		if (goes_on) {
			axis.extent *= outer->extent;
			*outer = axis;
		} else {
			p->axis[p->naxis++] = axis;
		}
	}
}
