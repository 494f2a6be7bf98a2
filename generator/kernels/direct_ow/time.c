#include "kernels/direct_ow/direct_ow.h"

#include <math.h>

/* Estimates of the functions' time, in vector operations; planning.ow of the processor's
   table has the costs. */

/* The cost of a shuffle or blend of two vectors. */
static double
step_cost(const struct vector_type *v, const struct permute_step *step)
{
	bool blend = true, block = true, first = true;

	if (v->block == v->lanes)
		return 1;
	for (int i = 0; i < v->lanes; i++) {
		int64_t from = step->lane[i] % v->lanes;

		blend &= from == i;
		block &= from / v->block == i / v->block;
		first &= step->lane[i] < v->lanes;
	}
	return blend || block || first ? 1 : 3;
}

double
sums_at_a_time(const struct output_block *block, const struct ow_kernel *own)
{
	int above = block->plan->window.naxis - 2;
	double columns = (double)own->ncolumn, overlap, rows;
	const struct axis *a;

	if (above < 0)
		return columns;
	a = &block->plan->window.axis[above];
	overlap = (double)a->kernel / (double)a->stride;
	rows = (double)block->tile[above]->size;
	return columns * fmin(overlap, rows) / rows;
}

/* The cost of weights in variables: those that find no register beside the sums and an
   input are loaded by every term. */
static double
weights_time(const struct output_block *block, const struct ow_kernel *own)
{
	double taps = (double)block->ntap, n = 0;
	double sums = fmin(sums_at_a_time(block, own), (double)own->group);
	double outside = fmin(taps, sums + taps + 2 - block->plan->target->registers);

	for (size_t i = 0; i < own->nterm; i++)
		n += (double)own->term[i].fills;
	if (own->weights == WEIGHTS_BY_TAP && outside > 0)
		n += (double)own->nterm * outside / taps;
	return n;
}

/* Vector operations on one input channel: permutes and terms. Lower bound from latency:
   the terms of one accumulator form a dependency chain; chains overlap if they are
   interleaved or within the processor's lookahead. */
static double
channel_time(
	const struct output_block *block, const struct ow_kernel *own, double channels)
{
	const struct planning *price = &block->plan->target->processor->planning;
	double time = (double)own->nload, ahead;

	for (size_t i = 0; i < own->npermute; i++) {
		const struct permute *g = &own->permute[i];

		for (size_t k = g->step[0].whole ? 1 : 0; k < g->nstep; k++)
			time += step_cost(block->plan->vector, &g->step[k]);
	}
	for (size_t i = 0; i < own->nterm; i++) {
		bool again = i && own->term[i].tap == own->term[i - 1].tap;

		time += channels * (own->term[i].lanes == ALL_LANES ? 1 : 2);
		if (channels > 1 && !again)
			time += channels * price->ow.weight;
	}
	if (own->weights)
		time += weights_time(block, own);
	if (channels > 1 || !own->nterm)
		return time;
	ahead = price->ow.in_flight * (double)own->ncolumn / time;
	return fmax(time, price->ow.add * (double)own->nterm /
				  fmax(sums_at_a_time(block, own), ahead));
}

/* Whether a block's inputs were read before, for earlier blocks of the same rows, and
   have left the first cache since; three quarters of its lines are assumed to be kept. */
static bool
reads_again(const struct output_block *block)
{
	const struct tile_plan *p = block->plan;
	int64_t near = sums_in(p, p->target->processor->planning.near_bytes);

	return block->tile[p->window.naxis - 1]->first > 0 && p->plane_in > near / 4 * 3;
}

double
block_time(
	const struct output_block *block, int64_t channels, const struct ow_kernel *own)
{
	const struct planning *price = &block->plan->target->processor->planning;
	double m = (double)channels, ic = (double)block->plan->window.ic;
	double time = channel_time(block, own, m) * ic +
		      price->ow.store * m * (double)own->ncolumn;

	if (reads_again(block))
		time += (double)own->nload * ic;
	if (block->plan->vector->narrow)
		time *= price->ow.narrow;
	return time + (m * ic > 1 ? price->ow.call : price->ow.inlined);
}

double
block_least_time(const struct output_block *block, int64_t channels)
{
	const struct tile_plan *p = block->plan;
	const struct planning *price = &p->target->processor->planning;
	double terms = (double)block->ninput * (double)p->window.ic;

	return price->ow.inlined +
	       (p->vector->narrow ? price->ow.narrow : 1) *
		       (terms + price->ow.store * (double)block->positions) *
		       (double)channels / p->vector->lanes;
}
