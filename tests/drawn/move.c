#include "drawn/draw.h"

#include "base/arena.h"

#include <string.h>

/* What moves data. */

static void
draw_block_attribute(struct drawn *d, int64_t block)
{
	drawn_int(d, d->op->has_opset ? "blocksize" : "block_size", block, 0);
}

/* DepthToSpace and SpaceToDepth, of ONNX and of TensorFlow. */
static void
draw_shuffle(struct drawn *d)
{
	static const char *const formats[] = {"NHWC", "NCHW"};
	int64_t block = draw_between(d, d->op->has_opset ? 1 : 2, 4);
	bool to_depth = !strcmp(d->op->name, "SpaceToDepth");
	bool vectors =
		d->node.dtype == DTYPE_QINT8 ||
		(d->node.dtype == DTYPE_INT8 && !d->op->has_opset && draw_chance(d, 50));
	const char *format = d->op->has_opset ? "NCHW" : formats[draw_below(d, 2)];
	int64_t n, c, h, w;

	d->left /= block * block * (vectors ? 4 : 1);
	d->left += !d->left;
	draw_extents(d, (struct extent[]){{&n, 3}, {&c, 100}, {&h, 40}, {&w, 150}}, 4);
	if (draw_chance(d, 2))
		*((int64_t *[]){&n, &c, &h, &w})[draw_below(d, 4)] = 0;
	h *= to_depth ? block : 1;
	w *= to_depth ? block : 1;
	c *= to_depth ? 1 : block * block;
	if (vectors)
		drawn_input(d, "input", (int64_t[]){n, c, h, w, 4}, 5);
	else if (!strcmp(format, "NHWC"))
		drawn_input(d, "input", (int64_t[]){n, h, w, c}, 4);
	else
		drawn_input(d, "input", (int64_t[]){n, c, h, w}, 4);
	draw_block_attribute(d, block);
	drawn_string(d, "data_format", vectors ? "NCHW_VECT_C" : format, "NHWC");
	drawn_string(d, "mode", draw_chance(d, 50) ? "DCR" : "CRD", "DCR");
}

/* SpaceToBatch and BatchToSpace: what each dimension becomes. */
struct blocks {
	int rank, nblock; /* dimensions, and those that are cut, the batch included */
	int64_t shape[MAX_RANK], block[MAX_RANK], before[MAX_RANK], behind[MAX_RANK];
};

static void
draw_block(struct drawn *d, struct blocks *b, int i, bool to_space)
{
	int64_t extent = b->shape[i], margin;

	b->block[i] = draw_chance(d, 40) ? 1 : draw_between(d, 1, 4);
	extent *= b->block[i];
	margin = draw_chance(d, 40) ? 0 : draw_between(d, 0, extent);
	b->before[i] = draw_between(d, 0, margin);
	b->behind[i] = margin - b->before[i];
	if (to_space)
		b->shape[0] *= b->block[i];
	else
		b->shape[i] = extent - margin;
}

static void
add_lists(struct drawn *d, const struct blocks *b)
{
	const struct input_rule *rule = d->op->input;
	int64_t pair[2 * MAX_RANK], n = b->nblock - 1;

	if (d->op->has_opset) {
		const int64_t rank[] = {b->rank};

		drawn_integers(d, rule[1].name, rank, 1, b->block);
		drawn_integers(d, rule[2].name, rank, 1, b->before);
		drawn_integers(d, rule[3].name, rank, 1, b->behind);
		return;
	}
	for (int i = 1; i < b->nblock; i++) {
		pair[2 * i - 2] = b->before[i];
		pair[2 * i - 1] = b->behind[i];
	}
	drawn_integers(d, rule[1].name, &n, 1, b->block + 1);
	drawn_integers(d, rule[2].name, (int64_t[]){n, 2}, 2, pair);
}

static void
draw_blocks(struct drawn *d)
{
	bool to_space = !strncmp(d->op->name, "BatchToSpace", strlen("BatchToSpace"));
	struct blocks b = {.rank = (int)draw_between(d, d->op->has_opset ? 2 : 1, 5)};
	struct extent extent[MAX_RANK];

	if (draw_chance(d, 5))
		b.rank = MAX_RANK;
	b.nblock = d->op->has_opset ? b.rank : (int)draw_between(d, 1, b.rank);
	/* What the blocks and their margins take. */
	for (int i = 1; i < b.nblock; i++)
		d->left = d->left > 3 ? d->left / 3 : 1;
	for (int i = 0; i < b.rank; i++)
		extent[i] = (struct extent){&b.shape[i], i ? 100 : 3};
	draw_extents(d, extent, (size_t)b.rank);
	if (draw_chance(d, 2))
		b.shape[draw_below(d, b.rank)] = 0;
	b.block[0] = 1;
	for (int i = 1; i < b.nblock; i++)
		draw_block(d, &b, i, to_space);
	drawn_input(d, d->op->input[0].name, b.shape, b.rank);
	add_lists(d, &b);
}

void
draw_move(struct drawn *d)
{
	if (draw_rearrangement(d))
		return;
	if (strstr(d->op->name, "Depth"))
		draw_shuffle(d);
	else
		draw_blocks(d);
}
