#include "drawn/draw.h"

/* Attention, with a mask of any shape that goes with it. */

struct heads {
	int64_t batch, kv_heads, heads, queries, keys, past, size, v_size;
	bool joined; /* Q, K and V have three dimensions */
};

static struct heads
draw_heads(struct drawn *d)
{
	struct heads h = {.kv_heads = draw_between(d, 1, 3)};
	struct extent extent[] = {{&h.batch, 3}, {&h.queries, 30}, {&h.keys, 30},
		{&h.size, 20}, {&h.v_size, 20}};

	draw_extents(d, extent, sizeof extent / sizeof *extent);
	h.heads = h.kv_heads * draw_between(d, 1, draw_chance(d, 50) ? 1 : 3);
	h.past = draw_chance(d, 25) ? draw_between(d, 1, 8) : 0;
	h.joined = draw_chance(d, 40);
	return h;
}

static void
draw_heads_of(struct drawn *d, const char *name, const struct heads *h, int64_t heads,
	int64_t length, int64_t size)
{
	if (h->joined)
		drawn_input(d, name, (int64_t[]){h->batch, length, heads * size}, 3);
	else
		drawn_input(d, name, (int64_t[]){h->batch, heads, length, size}, 4);
}

static void
draw_mask(struct drawn *d, const struct heads *h)
{
	const int64_t whole[] = {h->batch, h->heads, h->queries, h->keys + h->past};
	int rank = (int)draw_between(d, 2, 4);
	int64_t shape[4];

	for (int i = 0; i < rank; i++) {
		shape[i] = whole[4 - rank + i];
		if (i < rank - 1 && draw_chance(d, 30))
			shape[i] = 1;
	}
	if (d->version >= 24 && draw_chance(d, 20))
		shape[rank - 1] = draw_between(d, 1, shape[rank - 1]);
	drawn_input(d, "attn_mask", shape, rank)->dtype =
		draw_chance(d, 50) ? DTYPE_BOOL : d->node.dtype;
}

void
draw_attention(struct drawn *d)
{
	struct heads h = draw_heads(d);

	draw_heads_of(d, "Q", &h, h.heads, h.queries, h.size);
	draw_heads_of(d, "K", &h, h.kv_heads, h.keys, h.size);
	draw_heads_of(d, "V", &h, h.kv_heads, h.keys, h.v_size);
	if (draw_chance(d, 50))
		draw_mask(d, &h);
	if (h.past) {
		drawn_input(d, "past_key",
			(int64_t[]){h.batch, h.kv_heads, h.past, h.size}, 4);
		drawn_input(d, "past_value",
			(int64_t[]){h.batch, h.kv_heads, h.past, h.v_size}, 4);
	} else if (d->version >= 24 && draw_chance(d, 30)) {
		drawn_input(d, "nonpad_kv_seqlen", &h.batch, 1)->dtype = DTYPE_INT64;
	}
	if (h.joined) {
		drawn_int(d, "q_num_heads", h.heads, 0);
		drawn_int(d, "kv_num_heads", h.kv_heads, 0);
	}
	drawn_int(d, "is_causal", draw_below(d, 2), 0);
	drawn_int(d, "qk_matmul_output_mode", draw_below(d, 4), 0);
	if (draw_chance(d, 30))
		drawn_float(d, "scale", 0.25);
	if (draw_chance(d, 30))
		drawn_float(d, "softcap", 1.5);
	if (draw_chance(d, 20))
		drawn_int(d, "softmax_precision", 1, 0);
	drawn_outputs(d, 30);
}
