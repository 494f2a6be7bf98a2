#include "kernels/common/tile_plan.h"

#include "base/checked.h"

#include <stdlib.h>

/* Channels of a large input are so far apart that no hardware predicts what the next call
   reads, so micro-kernels prefetch it. The same holds for the planes of a large output: a
   store that misses has its line fetched first, and so much of the output is stored at
   once that the stores wait for it, unless it was prefetched. */

void
inputs_add(struct inputs_read *inputs, int64_t at)
{
	if (inputs->n < MOST_INPUTS_READ)
		inputs->at[inputs->n] = at;
	inputs->n++;
}

/* The distance that the inputs move per pass of the loop along the first axis around a
   micro-kernel, if the inputs are many but those of one pass are not; 0: no such loop. */
static int64_t
find_step(const struct tile_plan *p, const struct oc_block *block,
	const struct micro_kernel *kernel)
{
	int64_t far = p->target->processor->tuning.far_bytes, step = 0;

	if (kernel->loops || p->window.ic * p->plane_in * p->element <= far)
		return 0;
	for (size_t i = 0; i < block->nnest; i++)
		if (block->nest[i].kernel == kernel && block->nest[i].along_first)
			step = block->nest[i].loop[0].src;
	return p->window.ic * step * p->element > far / 2 ? 0 : step;
}

/* Finds the lines that the next pass reads and this one does not; none if they are too
   many to come during this pass. Each is asked for by the last element that may lie in
   it: its first ones may lie in the line before, which is here already, as rows begin
   anywhere in a line. */
static void
find_lines(const struct tile_plan *p, struct micro_kernel *kernel,
	struct inputs_read *inputs, int64_t step)
{
	size_t each = (size_t)p->target->processor->tuning.line_operations, n = 0;
	int64_t *line = kernel->prefetch;

	qsort(inputs->at, inputs->n, sizeof *inputs->at, compare_int64);
	for (size_t i = inputs->n; i-- > 0;) {
		int64_t next = inputs->at[i] + step;

		if (bsearch(&next, inputs->at, inputs->n, sizeof next, compare_int64) ||
			(n && next > line[n - 1] - CACHE_LINE_BYTES / p->element))
			continue;
		if (n == MOST_PREFETCHES || (n + 1) * each > inputs->terms)
			return;
		line[n++] = next;
	}
	qsort(line, n, sizeof *line, compare_int64);
	kernel->nprefetch = n;
}

/* Whether an image's outputs exceed the caches, and those of a call come during it. Rows
   of one plane come by themselves. */
static bool
prefetches_dst(const struct tile_plan *p, const struct micro_kernel *kernel,
	const struct inputs_read *inputs)
{
	const struct tuning *limit = &p->target->processor->tuning;
	int64_t image = p->window.group * p->window.oc * p->plane_out;
	int64_t lines = kernel->channels *
			ceil_div(kernel->positions * p->stored, CACHE_LINE_BYTES);

	return kernel->channels > 1 && image * p->stored > limit->far_bytes &&
	       lines * limit->line_operations <= (int64_t)inputs->terms * p->window.ic;
}

void
tile_plan_prefetch(struct tile_plan *p,
	void (*find)(const struct micro_kernel *kernel, struct inputs_read *inputs))
{
	int64_t step;

	if (p->window.src_layout != WINDOW_NCHW)
		return;
	for (size_t b = 0; b < p->noc_block; b++)
		for (size_t i = 0; i < p->oc_block[b].nkernel; i++) {
			struct micro_kernel *kernel = p->oc_block[b].kernel[i];
			struct inputs_read inputs = {.n = 0};

			find(kernel, &inputs);
			kernel->prefetches_dst = prefetches_dst(p, kernel, &inputs);
			step = find_step(p, &p->oc_block[b], kernel);
			if (step && inputs.n <= MOST_INPUTS_READ)
				find_lines(p, kernel, &inputs, step);
		}
}
