#include "kernels/common/lowering.h"
#include "kernels/common/tiles.h"

#include "checked.h"
#include "kernels/common/vector.h"

/* Weights in the order in which tiles of output channels read them. */

struct weight_steps
tiles_weight_steps(const struct tiles *t, int64_t lanes)
{
	if (t->packed)
		return (struct weight_steps){1, t->taps * lanes, lanes};
	return (struct weight_steps){t->window.ic * t->taps, t->taps, 1};
}

int64_t
tiles_packed_channels(const struct tiles *t, size_t class)
{
	int64_t n = 0;

	for (size_t i = 0; i < class; i++)
		n += t->class[i].count * t->class[i].lanes;
	return n;
}

int64_t
tiles_panel_elements(const struct tiles *t, const struct channel_class *class)
{
	return t->window.ic * t->taps * class->lanes;
}

int64_t
tiles_packed_elements(const struct tiles *t)
{
	return t->window.group * t->window.ic * t->taps *
	       tiles_packed_channels(t, t->nclass);
}

void
tiles_pack(struct tiles *t)
{
	t->packs = t->packed = true;
	t->spelling.weight = t->spelling.sum;
	t->spelling.load_weight = "";
}

bool
tiles_fit_panel(const struct tiles *t, int64_t channels)
{
	uint64_t size = dtype_info[t->spelling.accumulator].size;
	uint64_t filter = count_mul((uint64_t)t->window.ic, (uint64_t)t->taps);

	return count_mul(filter, (uint64_t)channels * size) <= PANEL_LIMIT;
}

int64_t
tiles_largest_panel(const struct tiles *t)
{
	int64_t most = 0;

	for (size_t i = 0; i < t->nclass && t->packs; i++) {
		int64_t n = tiles_panel_elements(t, &t->class[i]);

		most = n > most ? n : most;
	}
	return most;
}

/* Numbers of 16 bytes that vectors turn round together. */
static int64_t
block_elements(const struct tiles *t)
{
	return t->spelling.accumulator == DTYPE_FLOAT64 ? 2 : 4;
}

int64_t
tiles_packed_in_blocks(const struct tiles *t)
{
	int64_t filter = t->window.ic * t->taps, part = block_elements(t);

	return t->vector && !*t->spelling.load ? filter / part * part : 0;
}

int64_t
tiles_packed_source(const void *packing, int64_t k)
{
	const struct tiles *t = packing;
	int64_t filter = t->window.ic * t->taps, channel, input, tap, group;
	int64_t lanes = tiles_packed_channels(t, t->nclass);
	size_t number = t->nclass - 1;
	const struct channel_class *class;

	group = k / (lanes * filter);
	k %= lanes * filter;
	while (tiles_packed_channels(t, number) * filter > k)
		number--;
	class = &t->class[number];
	k -= tiles_packed_channels(t, number) * filter;
	channel = class->first + k / (class->lanes * filter) * class->channels;
	k %= class->lanes * filter;
	input = k / (t->taps * class->lanes);
	k %= t->taps * class->lanes;
	tap = k / class->lanes;
	if (k % class->lanes >= class->channels)
		return -1;
	channel += k % class->lanes;
	return (group * t->window.oc + channel) * filter + input * t->taps + tap;
}

bool
packs_weights(const struct schedule *schedule)
{
	return schedule->kernel != &kernel_unrolled && schedule->u.tiles->packs;
}

uint64_t
packed_bytes(const struct schedule *schedule)
{
	const struct operand *weights = schedule->plan->weights;
	uint64_t most = 0;

	if (!weights)
		return 0;
	for (const struct schedule *s = schedule; s; s = s->next) {
		uint64_t bytes =
			(uint64_t)weights->nelement * dtype_info[weights->dtype].size;

		if (packs_weights(s))
			bytes = (uint64_t)tiles_packed_elements(s->u.tiles) *
				dtype_info[dtype_accumulator(weights->dtype)].size;
		most = bytes > most ? bytes : most;
	}
	return most;
}
