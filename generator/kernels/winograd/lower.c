#include "kernels/winograd/winograd.h"

#include "base/arena.h"
#include "base/checked.h"

/* The functions of Winograd's algorithm: blocks of tiles of outputs. A block's inputs
   are transformed to points, the products of each point are summed over the input
   channels, and the sums are transformed to outputs. */

struct block
winograd_block(const struct winograd_code *w, size_t row, size_t column)
{
	return (struct block){.w = w,
		.row = row,
		.column = column,
		.rows = &w->g->range[0][row],
		.columns = &w->g->range[1][column]};
}

bool
winograd_next_part(const struct block *b, struct part *part)
{
	part->first += part->tiles;
	part->tiles = min_of(b->columns->tiles - part->first, b->w->g->part);
	return part->tiles > 0;
}

struct reach
winograd_block_reach(const struct block *b, int axis, int64_t tile, int64_t tiles)
{
	const struct tile_range *range = axis ? b->columns : b->rows;

	return winograd_reach(b->w->g, axis, range->first + tile, tiles);
}

/* The first row that the blocks below read and these do not. Without blocks below, it
   is a row that these read. For the last of several equal rows of blocks, the
   prefetched rows are of no use if no blocks follow. */
static int64_t
first_below(const struct block *b)
{
	struct reach reach = winograd_block_reach(b, 0, 0, b->rows->tiles);
	bool last = b->row + 1 == b->w->g->nrange[0] && b->rows->count == 1;

	return last ? reach.at : reach.at + reach.n;
}

/* Begins a function for blocks, with operands and scratch as arguments. */
static void
begin_function(struct winograd_code *w, enum linkage linkage, const char *name,
	const char *comment)
{
	struct code_builder *code = w->k.code;

	code_function(code, linkage, name, comment);
	kernel_parameters(&w->k);
	w->points = code_scratch(code, w->k.sum, "points");
	w->products = code_scratch(code, w->k.sum, "products");
	w->rows = code_scratch(code, w->k.sum, "rows");
}

static const struct function *
lower_block(struct winograd_code *w, struct block b)
{
	struct code_builder *code = w->k.code;
	const struct tile_plan *p = w->g->plan;

	const struct variable *tile;

	begin_function(w, LINKAGE_NOINLINE,
		lowering_name(w->k.l, "block_%zu_%zu", b.row, b.column),
		code_name(code, "%s of %s, every output channel.%s",
			code_count(code, b.rows->tiles, "row"),
			code_count(code, b.columns->tiles, "tile"),
			w->g->row_prefetch.step
				? " Meanwhile, inputs of\n   the blocks below "
				  "are prefetched."
				: ""));
	if (w->g->row_prefetch.step)
		w->below = code_input(code, w->k.memory, "below");
	code_counters(code, {&tile, "b", true}, {&w->c, "c", p->window.ic > 1},
		{&w->point_number, "k", true});
	code_blank(code);
	winograd_add_inputs(&b);
	for (size_t i = 0; i < p->noc_block; i++) {
		struct part part = {0};

		w->b = code_loop_if(code, tile, p->oc_block[i].count);
		while (winograd_next_part(&b, &part)) {
			winograd_add_products(&b, &part, i);
			winograd_add_outputs(&b, &part, i);
		}
		code_end(code);
	}
	return code_end_function(code);
}

/* An address that advances with the loops over equal blocks: by `down` for the next row
   of blocks, by `right` for the next block in a row. */
static struct argument
at_block(const struct block *b, const struct variable *base, int64_t offset, int64_t down,
	int64_t right)
{
	struct code_builder *code = b->w->k.code;

	return code_pass(code_indexed(code,
		code_indexed(code, code_at(base, offset), b->i, down), b->j, right));
}

/* Adds the call of a function for equal blocks. */
static void
call_blocks(const struct block *b, const struct function *function)
{
	const struct winograd_code *w = b->w;
	const struct axis *columns = &w->k.window->axis[1];
	int64_t width = columns->in, outputs = w->g->outputs;
	int64_t row = winograd_block_reach(b, 0, 0, 1).at;
	int64_t column = winograd_block_reach(b, 1, 0, b->columns->tiles).at;
	int64_t down = b->rows->tiles * outputs, right = b->columns->tiles * outputs;
	int64_t share = w->g->row_prefetch.block, before = 0;

	for (size_t k = 0; k < b->column; k++)
		before += w->g->range[1][k].count;
	code_call_with(w->k.code, function,
		at_block(b, w->k.src, row * width + column, down * width, right),
		code_pass_pointer(w->k.weights),
		code_pass_if(w->k.bias, code_pass_pointer(w->k.bias)),
		at_block(b, w->k.dst,
			(b->rows->first * columns->out + b->columns->first) * outputs,
			down * columns->out, right),
		code_pass_pointer(w->points), code_pass_pointer(w->products),
		code_pass_pointer(w->rows),
		code_pass_if(w->g->row_prefetch.step,
			at_block(b, w->k.src, first_below(b) * width + before * share,
				down * width, share)));
}

static const struct function *
lower_planes(struct winograd_code *w, const struct function *const *block)
{
	const struct winograd *g = w->g;
	struct code_builder *code = w->k.code;
	const struct variable *rows, *columns;

	begin_function(w, LINKAGE_STATIC, lowering_name(w->k.l, "planes"),
		"Every block of a group of an image.");
	code_counters(code, {&rows, "i", true}, {&columns, "j", true});
	code_blank(code);
	for (size_t i = 0; i < g->nrange[0]; i++) {
		const struct variable *down =
			code_loop_if(code, rows, g->range[0][i].count);

		for (size_t j = 0; j < g->nrange[1]; j++) {
			struct block b = winograd_block(w, i, j);

			b.i = down;
			b.j = code_loop_if(code, columns, b.columns->count);
			call_blocks(&b, block[i * g->nrange[1] + j]);
			code_end(code);
		}
		code_end(code);
	}
	return code_end_function(code);
}

static const struct variable *
declare_scratch(const struct winograd_code *w, const char *name, int64_t length)
{
	return code_let_array(
		w->k.code, w->k.sum, name, length, w->g->plan->target->vector_bytes);
}

/* The counters of the loops over images and over their groups; NULL: there is one. */
struct image_loops {
	const struct variable *image, *group;
};

/* An operand that moves by `image` from image to image and by `group` from group to
   group. */
static struct argument
at_image(const struct winograd_code *w, const struct variable *base,
	const struct image_loops *at, int64_t image, int64_t group)
{
	struct code_builder *code = w->k.code;

	return code_pass(code_indexed(
		code, code_along(code, base, at->image, image), at->group, group));
}

static void
lower_whole(struct winograd_code *w, const struct function *planes)
{
	const struct winograd *g = w->g;
	const struct tile_plan *p = g->plan;
	const struct window_steps *src = &p->window.src, *dst = &p->window.dst;
	struct code_builder *code = w->k.code;
	struct entry_operands o = lowering_entry(w->k.l, ENTRY_WHOLE);
	int64_t batch = p->window.batch, group = p->window.group, oc = p->window.oc;
	struct image_loops at;

	w->points = declare_scratch(w, "points", g->inputs_size);
	w->products = declare_scratch(w, "products", g->products_size);
	w->rows = declare_scratch(w, "rows", g->rows_size);
	code_counters(code, {&at.image, "image", true}, {&at.group, "group", true});
	code_blank(code);
	at.image = code_loop_if(code, at.image, batch);
	at.group = code_loop_if(code, at.group, group);
	code_call_with(code, planes,
		at_image(w, o.src, &at, src->image, p->window.ic * src->channel),
		at_image(w, o.weights, &at, 0, winograd_weights(g) / group),
		code_pass_if(o.bias, at_image(w, o.bias, &at, 0, oc)),
		at_image(w, o.dst, &at, dst->image, oc * dst->channel),
		code_pass_pointer(w->points), code_pass_pointer(w->products),
		code_pass_pointer(w->rows));
	code_ends(code, 2);
	code_end_function(code);
}

void
winograd_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct winograd *g = schedule->own;
	struct lowering l = lowering_begin(schedule, code);
	struct winograd_code w = {
		.g = g, .k = kernel_code_begin(&l, NULL, g->plan, NULL)};
	const struct function **block = arena_array(
		code->arena, const struct function *, g->nrange[0] * g->nrange[1]);

	winograd_lower_inputs(&w);
	for (size_t b = 0; b < g->plan->noc_block; b++)
		winograd_lower_products(&w, b);
	winograd_lower_outputs(&w, &l);
	for (size_t i = 0; i < g->nrange[0]; i++)
		for (size_t j = 0; j < g->nrange[1]; j++)
			block[i * g->nrange[1] + j] =
				lower_block(&w, winograd_block(&w, i, j));
	lower_whole(&w, lower_planes(&w, block));
}
