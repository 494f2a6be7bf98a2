#include "kernels/common/micro_kernel.h"

#include "base/checked.h"

/* The function that packs the weights of an oc_block's tile. */

enum {
	STRAIGHT_VECTORS = 4 /* of channels, that are written out */
};

struct packing {
	struct kernel_code k;
	const struct oc_block *block;
	struct address weights, panel; /* of the current tap */
	const struct variable *tap, *lane;
	int64_t filter; /* taps of all input channels */
};

/* Packs taps k to k + 3 (in double, k and k + 1) of the channels of a vector, v channels
   after those of the loop over them: a block of 16 bytes each. */
static void
pack_vector(struct packing *p, const struct variable *lane, int64_t v)
{
	struct code_builder *code = p->k.code;
	int64_t channels = p->block->channels, step = p->block->lanes;
	int part = (int)channels_of_part(p->k.plan), lanes = p->k.vector.lanes;
	struct address from = code_moved(p->weights, v * p->filter);
	struct address to = code_moved(p->panel, v);
	const struct value *row[4];

	from = code_let_place(code, true, p->weights.base->type, "from",
		code_indexed(code, from, lane, p->filter));
	to = code_let_place(code, false, p->k.sum, "to", code_indexed(code, to, lane, 1));
	code_blank(code);
	transposed_lanes(
		&p->k, from, p->filter, min_of(channels - v, lanes), 0, part, row);
	for (int i = 0; i < part; i++)
		code_store_n(
			code, code_moved(to, i * step), row[i], min_of(step - v, lanes));
}

/* Packs such taps of all channels: vector by vector, or in a loop over many vectors. */
static void
pack_blocks(struct packing *p, int64_t end)
{
	struct code_builder *code = p->k.code;
	int64_t channels = p->block->channels, v = 0, lanes = p->k.vector.lanes;

	code_loop_by(code, p->tap, 0, channels_of_part(p->k.plan), end);
	if (channels > STRAIGHT_VECTORS * lanes) {
		v = channels / lanes * lanes;
		code_loop_by(code, p->lane, 0, lanes, v);
		pack_vector(p, p->lane, 0);
		code_end(code);
	}
	for (; v < channels; v += lanes) {
		if (channels > lanes)
			code_block(code);
		pack_vector(p, NULL, v);
		if (channels > lanes)
			code_end(code);
	}
	code_end(code);
}

/* A weight moved to the current tap of all input channels. */
static struct address
at_tap(const struct packing *p, struct address at)
{
	const struct weight_steps *steps = &p->k.window->weights;
	int64_t taps = p->k.plan->taps, inc = taps > 1 ? steps->tap : steps->input;

	if (steps->input == taps * inc)
		return code_indexed(p->k.code, at, p->tap, inc);
	at = code_indexed_by(p->k.code, at,
		(struct index_term){
			.counter = p->tap, .divide = taps, .inc = steps->input});
	return code_indexed_by(p->k.code, at,
		(struct index_term){.counter = p->tap, .modulo = taps, .inc = inc});
}

static void
pack_one_by_one(struct packing *p, int64_t begin)
{
	struct code_builder *code = p->k.code;
	const struct oc_block *block = p->block;
	const struct variable *lane = block->lanes > 1 ? p->lane : NULL;
	struct address to = code_indexed(code, p->panel, lane, 1);
	struct address from =
		code_along(code, p->weights.base, lane, p->k.window->weights.channel);

	from = at_tap(p, from);
	code_loop_by(code, p->tap, begin, 1, p->filter);
	code_loop(code, lane, block->channels);
	code_store(code, to, code_load(code, p->k.sum, from));
	code_end(code);
	if (block->lanes > block->channels) {
		code_loop_by(code, lane, block->channels, 1, block->lanes);
		code_store(code, to, code_number(code, p->k.sum, 0));
		code_end(code);
	}
	code_end(code);
}

const struct function *
lower_pack(struct kernel_code k, const struct oc_block *block, size_t number)
{
	const struct operand *weights = k.l->schedule->plan->weights;
	struct packing p = {.k = k, .block = block};
	struct code_builder *code = k.code;
	int64_t part = channels_of_part(k.plan), blocks = 0;

	p.filter = k.window->ic * k.plan->taps;
	/* Vectors transpose 16 bytes at a time if numbers need no conversion and a
	   channel's are contiguous. */
	if (k.plan->vector && weights->dtype == weights->loaded &&
		k.window->weights.tap == 1 && k.window->weights.input == k.plan->taps)
		blocks = p.filter / part * part;
	code_function(code, LINKAGE_NOINLINE, lowering_name(k.l, "pack_%zu", number),
		code_name(code,
			"The weights of %s: from %s to [input channel, tap][channel].",
			code_count(code, block->channels, "output channel"),
			k.window->weights.channel == 1 ? "[tap, input channel][channel]"
						       : "[channel][input channel, "
							 "tap]"));
	p.weights = code_at(code_input(code, code_scalar(weights->dtype), "weights"), 0);
	p.panel = code_at(code_output(code, k.sum, "panel"), 0);
	code_counters(code, {&p.tap, "k", true}, {&p.lane, "lane", true});
	code_blank(code);
	p.weights = code_indexed(code, p.weights, p.tap, 1);
	p.panel = code_indexed(code, p.panel, p.tap, block->lanes);
	if (blocks)
		pack_blocks(&p, blocks);
	if (blocks < p.filter)
		pack_one_by_one(&p, blocks);
	return code_end_function(code);
}
