#include "kernels/winograd/winograd.h"

#include "base/arena.h"
#include "base/checked.h"

/* The functions of Winograd's algorithm: blocks of tiles of outputs. A block's inputs
   are transformed to points, the products of each point are summed over the input
   channels, and the sums are transformed to outputs. */

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
	for (b.oc_block = 0; b.oc_block < p->noc_block; b.oc_block++) {
		w->b = code_loop_if(code, tile, p->oc_block[b.oc_block].count);
		for (b.first = 0; b.first < b.columns->tiles; b.first += w->g->part) {
			b.tiles = min_of(b.columns->tiles - b.first, w->g->part);
			winograd_add_products(&b);
			winograd_add_outputs(&b);
		}
		code_end(code);
	}
	return code_end_function(code);
}

/* An address that advances with the loops around a call. */
static struct argument
at_loops(const struct winograd_code *w, const struct variable *base, int64_t offset,
	int64_t outer, int64_t inner)
{
	struct code_builder *code = w->k.code;
	struct address at = code_indexed(code, code_at(base, offset), w->outer, outer);

	return code_pass(code_indexed(code, at, w->inner, inner));
}

/* Adds the call of a function for equal blocks. */
static void
call_blocks(const struct block *b, const struct function *function)
{
	const struct winograd_code *w = b->w;
	const struct axis *columns = &w->k.window->axis[1];
	int64_t width = columns->in, outputs = w->g->outputs;
	int64_t down = b->rows->tiles * outputs, right = b->columns->tiles * outputs;
	int64_t share = w->g->row_prefetch.block;
	int64_t before = b->columns->first / w->g->range[1][0].tiles;
	const struct reach *reach = &b->rows->reach;
	/* The first row that the blocks below read and these do not; without blocks
	   below, one that these read. For the last of several equal rows of blocks, the
	   prefetched rows are of no use if no blocks follow. */
	bool last = b->row + 1 == w->g->nrange[0] && b->rows->count == 1;
	int64_t below = last ? reach->at : reach->at + reach->n;

	code_call_with(w->k.code, function,
		at_loops(w, w->k.src, reach->at * width + b->columns->reach.at,
			down * width, right),
		code_pass_pointer(w->k.weights),
		code_pass_if(w->k.bias, code_pass_pointer(w->k.bias)),
		at_loops(w, w->k.dst,
			(b->rows->first * columns->out + b->columns->first) * outputs,
			down * columns->out, right),
		code_pass_pointer(w->points), code_pass_pointer(w->products),
		code_pass_pointer(w->rows),
		code_pass_if(w->g->row_prefetch.step,
			at_loops(w, w->k.src, below * width + before * share,
				down * width, share)));
}

/* Block number k of the plan's, in the order of rows. */
static struct block
block_of(const struct winograd_code *w, size_t k)
{
	size_t row = k / w->g->nrange[1], column = k % w->g->nrange[1];

	return (struct block){.w = w,
		.row = row,
		.column = column,
		.rows = &w->g->range[0][row],
		.columns = &w->g->range[1][column]};
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
		w->outer = code_loop_if(code, rows, g->range[0][i].count);
		for (size_t j = 0; j < g->nrange[1]; j++) {
			struct block b = block_of(w, i * g->nrange[1] + j);

			w->inner = code_loop_if(code, columns, b.columns->count);
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

static void
lower_whole(struct winograd_code *w, const struct function *planes)
{
	const struct winograd *g = w->g;
	const struct tile_plan *p = g->plan;
	const struct window_steps *src = &p->window.src, *dst = &p->window.dst;
	struct code_builder *code = w->k.code;
	struct entry_operands o = lowering_entry(w->k.l, ENTRY_WHOLE);
	int64_t batch = p->window.batch, group = p->window.group, oc = p->window.oc;
	const struct variable *images, *groups;

	w->points = declare_scratch(w, "points", g->inputs);
	w->products = declare_scratch(w, "products", g->products);
	w->rows = declare_scratch(w, "rows", g->rows);
	code_counters(code, {&images, "image", true}, {&groups, "group", true});
	code_blank(code);
	w->outer = code_loop_if(code, images, batch);
	w->inner = code_loop_if(code, groups, group);
	code_call_with(code, planes,
		at_loops(w, o.src, 0, src->image, p->window.ic * src->channel),
		at_loops(w, o.weights, 0, 0, packed_elements(p) / group),
		code_pass_if(o.bias, at_loops(w, o.bias, 0, 0, oc)),
		at_loops(w, o.dst, 0, dst->image, oc * dst->channel),
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
	size_t nblock = g->nrange[0] * g->nrange[1];
	const struct function **block =
		arena_array(code->arena, const struct function *, nblock);

	winograd_lower_inputs(&w);
	for (size_t b = 0; b < g->plan->noc_block; b++)
		winograd_lower_products(&w, b);
	winograd_lower_outputs(&w, &l);
	for (size_t i = 0; i < nblock; i++)
		block[i] = lower_block(&w, block_of(&w, i));
	lower_whole(&w, lower_planes(&w, block));
}
