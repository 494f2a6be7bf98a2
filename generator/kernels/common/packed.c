#include "kernels/common/tile_plan.h"

#include "base/arena.h"
#include "base/checked.h"

/* Weights in the order in which tiles of output channels read them. */

enum {
	PANEL_BYTES = 512 * 1024 /* of packed weights on a function's stack, whose size
				    depends on programs, not on processors */
};

static double
bytes_of(const struct window_plan *w, int64_t channels, enum dtype dtype)
{
	return terms_of_output(w) * (double)channels * (double)dtype_info[dtype].size;
}

bool
fits_stack(const struct window_plan *w, int64_t channels, enum dtype dtype)
{
	return bytes_of(w, channels, dtype) <= PANEL_BYTES;
}

bool
tile_plan_fits_stack(const struct tile_plan *p, int64_t channels)
{
	return fits_stack(&p->window, channels, p->sum) &&
	       bytes_of(&p->window, channels, p->sum) <= (double)p->stack;
}

int64_t
packed_channels(const struct tile_plan *p, size_t oc_block)
{
	int64_t n = 0;

	for (size_t i = 0; i < oc_block; i++)
		n += p->oc_block[i].count * p->oc_block[i].lanes;
	return n;
}

int64_t
packed_elements(const struct tile_plan *p)
{
	return p->window.group * p->window.ic * p->taps *
	       packed_channels(p, p->noc_block);
}

int64_t
panel_elements(const struct tile_plan *p, const struct oc_block *block)
{
	return p->window.ic * p->taps * block->lanes;
}

int64_t
weights_of_tile(const struct tile_plan *p, const struct oc_block *block)
{
	return p->packed ? panel_elements(p, block)
			 : block->channels * p->window.weights.channel;
}

int64_t
largest_panel(const struct tile_plan *p)
{
	int64_t most = 0;

	for (size_t i = 0; i < p->noc_block && p->packs; i++)
		most = max_of(most, panel_elements(p, &p->oc_block[i]));
	return most;
}

/* The index of packed weight k in the weights as given; -1: it is 0. packing: a struct
   tile_plan. */
static int64_t
source(const void *packing, int64_t k)
{
	const struct tile_plan *p = packing;
	int64_t filter = p->window.ic * p->taps, channel;
	int64_t all = packed_channels(p, p->noc_block) * filter, group = k / all;
	const struct oc_block *block = p->oc_block;

	for (k %= all; k >= block->count * panel_elements(p, block); block++)
		k -= block->count * panel_elements(p, block);
	channel = k % block->lanes;
	if (channel >= block->channels)
		return -1;
	channel += block->first + k / panel_elements(p, block) * block->channels;
	k = k / block->lanes % filter;
	return window_weight(
		&p->window, group * p->window.oc + channel, k / p->taps, k % p->taps);
}

void
tile_plan_end(struct tile_plan *p, struct schedule *schedule, struct arena *arena)
{
	const struct operand *weights = schedule->plan->weights;
	int64_t n = packed_elements(p);

	schedule->own = p;
	if (!p->packed)
		return;
	schedule->weights = (struct stored_weights){.operand = weights,
		.n = n,
		.source = source,
		.packing = p,
		.order = arena_format(arena,
			"stored by tile of output channels, input channel, tap, output "
			"channel%s",
			n > weights->nelement ? "; zeros fill up vectors" : ""),
		.packs = p->packs};
}
