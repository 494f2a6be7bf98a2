#include "kernels/direct_ow/direct_ow.h"

#include "base/checked.h"

/* Inputs whose channels compete for the same sets of the nearest cache are first copied
   to the stack, for all tiles of output channels. */

/* Lines of the inputs, several neighbours in each channel's plane, that the nearest cache
   can hold. */
static int64_t
lines_held(const struct tile_plan *p, int64_t side_by_side)
{
	return min_of(lines_at(p, p->plane_in) * side_by_side,
		p->target->processor->planning.near_bytes / CACHE_LINE_BYTES);
}

/* The number of inputs of a micro-kernel with one tap, if they are contiguous; else 0. */
static int64_t
inputs_in_a_row(const struct ow_kernel *own)
{
	int64_t n = 0;

	for (size_t i = 0; i < own->npermute; i++)
		if (own->permute[i].nstep != 1 || !own->permute[i].step[0].whole)
			return 0;
	for (size_t i = 0; i < own->nload; i++)
		n = max_of(n, own->load[i].src + own->load[i].lanes);
	return n;
}

void
direct_ow_stage_inputs(struct tile_plan *p)
{
	const struct planning *limit = &p->target->processor->planning;
	int64_t size = (int64_t)dtype_info[p->sum].size, ic = p->window.ic;
	/* The copy may be up to twice the size of this cache. */
	int64_t most = min_of(2 * limit->near_bytes, p->stack);

	if (p->taps > 1 || ic * p->plane_in * p->element <= limit->near_bytes)
		return;
	for (size_t b = 0; b < p->noc_block; b++) {
		const struct oc_block *block = &p->oc_block[b];

		for (size_t i = 0; i < block->nkernel && block->inside &&
				   block->count >= limit->staged_for;
			i++) {
			int64_t n = inputs_in_a_row(ow_kernel_of(block->kernel[i]));
			int64_t lines = n * p->element / CACHE_LINE_BYTES + 1;

			if (ic * lines > lines_held(p, lines) && ic * n * size <= most)
				block->kernel[i]->staged = n;
		}
	}
}
