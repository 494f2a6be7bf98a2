#include "ops/shape/summed.h"

void
shape_reduce(const struct dims *src, const bool *reduced, bool keep, struct dims *dst)
{
	*dst = (struct dims){.rank = 0};
	for (size_t i = 0; i < src->rank; i++) {
		if (!reduced[i])
			dst->extent[dst->rank++] = src->extent[i];
		else if (keep)
			dst->extent[dst->rank++] = 1;
	}
}

/* The axes before the matrix. */
static struct dims
stacks(const struct dims *dims)
{
	struct dims part = *dims;

	part.rank = dims->rank > 2 ? dims->rank - 2 : 0;
	return part;
}

struct misfit
shape_product(const struct dims *a, const struct dims *b, bool trans_a, bool trans_b,
	struct dims *dst)
{
	struct dims other = stacks(b);
	struct misfit misfit = {.kind = FITS};

	*dst = stacks(a);
	if (a->rank == 0 || b->rank == 0)
		return (struct misfit){MISFIT_RANK, a->rank != 0};
	if (!dims_broadcast_at(dst, &other, &misfit.at)) {
		misfit.kind = MISFIT_EXTENT;
		return misfit;
	}
	if (a->rank > 1)
		dims_add(dst, a->extent[a->rank - (trans_a ? 1 : 2)]);
	if (b->rank > 1)
		dims_add(dst, b->extent[b->rank - (trans_b ? 2 : 1)]);
	return misfit;
}
