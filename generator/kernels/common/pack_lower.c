#include "kernels/common/tiles_lower.h"

#include "arena.h"

#include <assert.h>
#include <string.h>

/* The function that packs the weights of a class' tile. */

struct packing {
	struct tile_code t;
	const struct channel_class *class;
	const struct variable *weights, *panel, *k, *lane;
	int64_t filter;
};

/* Taps k to k + 3 of a vector's channels, k + 1 in double: a block of 16 bytes each. */
static void
pack_blocks(struct packing *p, int64_t end)
{
	struct code_builder *code = p->t.code;
	const struct channel_class *class = p->class;
	int part = p->t.sum.dtype == DTYPE_FLOAT64 ? 2 : 4, lanes = p->t.vector.lanes;
	bool one = class->channels <= lanes;

	code_loop_to(code, p->k, 0, part, (struct limit){.limit = end});
	for (int64_t v = 0; v * lanes < class->channels; v++) {
		int64_t rest = class->channels - v * lanes;
		const struct value *row[4];
		struct address from = code_at(p->weights, v * lanes * p->filter);
		struct address to = code_at(p->panel, v * lanes);

		if (!one)
			code_block(code);
		from = code_at(code_let_pointer(code, true, false, p->t.memory, "from",
				       code_indexed(code, from, p->k, 1)),
			0);
		to = code_at(code_let_pointer(code, false, false, p->t.sum, "to",
				     code_indexed(code, to, p->k, class->lanes)),
			0);
		code_blank(code);
		direct_oc_transposed(&p->t, from, p->filter, rest < lanes ? rest : lanes,
			0, part, row);
		for (int i = 0; i < part; i++)
			code_store(code, code_moved(to, i * class->lanes), row[i]);
		if (!one)
			code_end(code);
	}
	code_end(code);
}

static void
pack_one_by_one(struct packing *p, int64_t begin)
{
	struct code_builder *code = p->t.code;
	const struct channel_class *class = p->class;
	struct address to = code_indexed(code, code_at(p->panel, 0), p->k, class->lanes);
	struct address from = code_indexed(code, code_at(p->weights, 0), p->k, 1);

	code_loop_to(code, p->k, begin, 1, (struct limit){.limit = p->filter});
	if (class->lanes == 1) {
		code_store(code, to, code_load(code, p->t.sum, from));
	} else {
		struct address element = code_indexed(code,
			code_indexed(code, code_at(p->weights, 0), p->lane, p->filter),
			p->k, 1);

		to = code_indexed(code, to, p->lane, 1);
		code_loop(code, p->lane, class->channels);
		code_store(code, to, code_load(code, p->t.sum, element));
		code_end(code);
	}
	if (class->lanes > class->channels) {
		code_loop_to(code, p->lane, class->channels, 1,
			(struct limit){.limit = class->lanes});
		code_store(code, to, code_number(code, p->t.sum, 0));
		code_end(code);
	}
	code_end(code);
}

const struct function *
lower_pack(const struct tiles_code *all, size_t number)
{
	struct packing p = {.t = tile_code_begin(all->l, all->reducer, NULL),
		.class = &all->tiles->class[number]};
	struct code_builder *code = all->code;
	int64_t begin = tiles_packed_in_blocks(all->tiles);
	struct variable *weights, *panel, *k, *lane;
	bool by_one;

	p.filter = p.t.window->ic * all->tiles->taps;
	by_one = begin < p.filter;
	code_function(code, LINKAGE_NOINLINE, lowering_name(all->l, "pack_%zu", number),
		code_name(code,
			"The weights of %lld output channel%s: from [channel][input "
			"channel, tap] to [input channel, tap][channel].",
			(long long)p.class->channels, p.class->channels > 1 ? "s" : ""));
	weights = code_parameter(code, VARIABLE_POINTER, p.t.memory, "weights");
	weights->reads = true;
	panel = code_parameter(code, VARIABLE_POINTER, p.t.sum, "panel");
	panel->restricted = true;
	k = code_counter(code, "k");
	lane = code_counter(code, "lane");
	code_declare(code, (struct variable *[]){k, lane},
		by_one && p.class->lanes > 1 ? 2 : 1);
	code_blank(code);
	p.weights = weights;
	p.panel = panel;
	p.k = k;
	p.lane = lane;
	if (begin)
		pack_blocks(&p, begin);
	if (by_one)
		pack_one_by_one(&p, begin);
	return code_end_function(code);
}
