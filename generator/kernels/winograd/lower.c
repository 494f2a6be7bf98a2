#include "kernels/winograd/lower.h"

#include "arena.h"
#include "checked.h"

/* The functions of Winograd's algorithm: blocks of tiles of outputs; a block's inputs are
   transformed to points, the products of each point are summed over the input channels,
   and the sums are transformed to outputs. */

const struct axis *
winograd_axis(const struct winograd_code *w, int number)
{
	return &w->t.window->axis[number];
}

struct block
winograd_block(const struct winograd_code *w, size_t row, size_t column)
{
	return (struct block){.w = w,
		.row = row,
		.column = column,
		.rows = &w->g->cut[0][row],
		.columns = &w->g->cut[1][column]};
}

bool
winograd_next_part(const struct block *b, struct part *part)
{
	int64_t left;

	part->first += part->tiles;
	left = b->columns->tiles - part->first;
	part->tiles = left < b->w->g->part ? left : b->w->g->part;
	return left > 0;
}

struct variable *
winograd_pointer(
	struct code_builder *code, struct code_type type, const char *name, bool reads)
{
	struct variable *v = code_parameter(code, VARIABLE_POINTER, type, name);

	v->reads = reads;
	return v;
}

/* Where a tile's first input row is, in a plane. */
static int64_t
input_row(const struct block *b, int64_t tile)
{
	return winograd_reach_of(b->w->g, winograd_axis(b->w, 0), tile, 1).at;
}

/* The first row that the blocks below these read and these do not; where there are none,
   one that these read. The last of several alike has none below it, and asks in vain. */
static int64_t
first_below(const struct block *b)
{
	const struct winograd *g = b->w->g;
	struct winograd_reach reach = winograd_reach_of(
		g, winograd_axis(b->w, 0), b->rows->first, b->rows->tiles);
	bool last = b->row + 1 == g->ncut[0] && b->rows->count == 1;

	return last ? reach.at : reach.at + reach.n;
}

/* The arguments of a function for blocks: operands, and scratch. */
static void
add_arguments(struct winograd_code *w, const char *name, const char *comment,
	enum linkage linkage)
{
	struct code_builder *code = w->t.code;

	tile_function(&w->t, linkage, name, comment);
	w->points = winograd_pointer(code, w->t.sum, "points", false);
	w->products = winograd_pointer(code, w->t.sum, "products", false);
	w->rows = winograd_pointer(code, w->t.sum, "rows", false);
}

static const struct function *
lower_block(struct winograd_code *w, struct block b)
{
	struct code_builder *code = w->t.code;
	const struct channel_class *class =
		w->t.tiles->class; /* the first has the most */
	int64_t rows = b.rows->tiles, columns = b.columns->tiles;
	struct variable *counter[3];
	size_t n = 0;

	add_arguments(w, lowering_name(w->t.l, "block_%zu_%zu", b.row, b.column),
		code_name(code, "%lld row%s of %lld tile%s, every output channel.%s",
			(long long)rows, rows > 1 ? "s" : "", (long long)columns,
			columns > 1 ? "s" : "",
			w->g->below.step
				? " Meanwhile the inputs of\n   the blocks below "
				  "are asked for."
				: ""),
		LINKAGE_NOINLINE);
	if (w->g->below.step)
		w->below = winograd_pointer(code, w->t.memory, "below", true);
	w->b = class->count > 1 ? (counter[n++] = code_counter(code, "b")) : NULL;
	w->c = w->t.window->ic > 1 ? (counter[n++] = code_counter(code, "c")) : NULL;
	w->k = counter[n++] = code_counter(code, "k");
	code_declare(code, counter, n);
	code_blank(code);
	winograd_add_inputs(&b);
	for (size_t i = 0; i < w->t.tiles->nclass; i++) {
		struct part part = {0};
		bool loops = class[i].count > 1;

		if (loops)
			code_loop(code, w->b, class[i].count);
		while (winograd_next_part(&b, &part)) {
			winograd_add_products(&b, &part, i);
			winograd_add_outputs(&b, &part, i);
		}
		if (loops)
			code_end(code);
	}
	return code_end_function(code);
}

/* A place that moves with the loops over blocks that are alike. */
static struct address
at_block(const struct block *b, const struct variable *base, int64_t offset, int64_t down,
	int64_t right)
{
	struct code_builder *code = b->w->t.code;
	struct address at = code_at(base, offset);

	if (b->rows->count > 1)
		at = code_indexed(code, at, b->w->i, down);
	if (b->columns->count > 1)
		at = code_indexed(code, at, b->w->j, right);
	return at;
}

/* The calls for blocks side by side; i is the loop over rows of them that are alike. */
static void
call_blocks(const struct block *b, const struct function *function)
{
	const struct winograd_code *w = b->w;
	const struct axis *columns = winograd_axis(w, 1);
	int64_t width = columns->in, outputs = w->g->outputs;
	int64_t column =
		winograd_reach_of(w->g, columns, b->columns->first, b->columns->tiles).at;
	int64_t down = b->rows->tiles * outputs, right = b->columns->tiles * outputs;
	int64_t before = 0;
	struct argument a[9];
	size_t n = 0;

	for (size_t k = 0; k < b->column; k++)
		before += w->g->cut[1][k].count;
	a[n++] = code_pass(at_block(b, w->t.src,
		input_row(b, b->rows->first) * width + column, down * width, right));
	a[n++] = code_pass(code_at(w->t.weights, 0));
	if (w->t.bias)
		a[n++] = code_pass(code_at(w->t.bias, 0));
	a[n++] = code_pass(at_block(b, w->t.dst,
		(b->rows->first * columns->out + b->columns->first) * outputs,
		down * columns->out, right));
	a[n++] = code_pass(code_at(w->points, 0));
	a[n++] = code_pass(code_at(w->products, 0));
	a[n++] = code_pass(code_at(w->rows, 0));
	if (w->g->below.step)
		a[n++] = code_pass(at_block(b, w->t.src,
			first_below(b) * width + before * w->g->below.block, down * width,
			w->g->below.block));
	if (b->columns->count > 1)
		code_loop(w->t.code, w->j, b->columns->count);
	code_call(w->t.code, function, a);
	if (b->columns->count > 1)
		code_end(w->t.code);
}

/* Whether calls of blocks are in a loop along an axis. */
static bool
loops_along(const struct winograd *g, int axis)
{
	bool loops = false;

	for (size_t i = 0; i < g->ncut[axis]; i++)
		loops |= g->cut[axis][i].count > 1;
	return loops;
}

static const struct function *
lower_planes(struct winograd_code *w, const struct function *const *block)
{
	const struct winograd *g = w->g;
	struct code_builder *code = w->t.code;
	struct variable *counter[2];
	size_t n = 0;

	add_arguments(w, lowering_name(w->t.l, "planes"),
		"Every block of a group of an image.", LINKAGE_STATIC);
	w->i = loops_along(g, 0) ? (counter[n++] = code_counter(code, "i")) : NULL;
	w->j = loops_along(g, 1) ? (counter[n++] = code_counter(code, "j")) : NULL;
	code_declare(code, counter, n);
	if (n)
		code_blank(code);
	for (size_t i = 0; i < g->ncut[0]; i++) {
		if (g->cut[0][i].count > 1)
			code_loop(code, w->i, g->cut[0][i].count);
		for (size_t j = 0; j < g->ncut[1]; j++) {
			struct block b = winograd_block(w, i, j);

			call_blocks(&b, block[i * g->ncut[1] + j]);
		}
		if (g->cut[0][i].count > 1)
			code_end(code);
	}
	return code_end_function(code);
}

static const struct variable *
declare_scratch(const struct winograd_code *w, const char *name, int64_t length)
{
	struct variable *v = code_array(w->t.code, w->t.sum, name, length,
		w->t.l->schedule->target->vector_bytes);

	code_declare(w->t.code, &v, 1);
	return v;
}

/* An operand at an image and group, n: n * inc; or what a group has, at n's. */
static struct address
at_image(const struct winograd_code *w, const struct variable *base,
	const struct variable *n, int64_t inc)
{
	return n ? code_indexed(w->t.code, code_at(base, 0), n, inc) : code_at(base, 0);
}

static struct address
at_group(const struct winograd_code *w, const struct variable *base,
	const struct variable *n, int64_t inc)
{
	int64_t group = w->t.window->group;

	if (group == 1)
		return code_at(base, 0);
	return code_indexed_by(w->t.code, code_at(base, 0),
		(struct index_term){.counter = n,
			.divide = 1,
			.modulo = w->t.window->batch > 1 ? group : 0,
			.inc = inc});
}

static void
lower_whole(struct winograd_code *w, const struct function *planes)
{
	const struct winograd *g = w->g;
	const struct tiles *t = w->t.tiles;
	const struct window_plan *window = w->t.window;
	struct code_builder *code = w->t.code;
	struct entry_operands o = lowering_entry(w->t.l, ENTRY_WHOLE);
	int64_t count = window->batch * window->group;
	int64_t weights = tiles_packed_channels(t, t->nclass) * window->ic * g->kernels;
	struct variable *image = NULL;
	struct argument a[7];
	size_t n = 0;

	w->points = declare_scratch(w, "points", g->inputs_size);
	w->products = declare_scratch(w, "products", g->products_size);
	w->rows = declare_scratch(w, "rows", g->rows_size);
	if (count > 1) {
		image = code_counter(code, "n");
		code_declare(code, &image, 1);
	}
	code_blank(code);
	if (image)
		code_loop(code, image, count);
	a[n++] = code_pass(at_image(w, o.src, image, window->ic * t->plane_in));
	a[n++] = code_pass(at_group(w, o.weights, image, weights));
	if (o.bias)
		a[n++] = code_pass(at_group(w, o.bias, image, window->oc));
	a[n++] = code_pass(at_image(w, o.dst, image, window->oc * t->plane_out));
	a[n++] = code_pass(code_at(w->points, 0));
	a[n++] = code_pass(code_at(w->products, 0));
	a[n++] = code_pass(code_at(w->rows, 0));
	code_call(code, planes, a);
	if (image)
		code_end(code);
	code_end_function(code);
}

void
winograd_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct winograd *g = schedule->u.tiles->winograd;
	struct lowering l = lowering_begin(schedule, code);
	struct reducer reducer =
		reducer_begin(&l, lowering_vector(&l, schedule->u.tiles->vector->lanes));
	struct winograd_code w = {.g = g, .t = tile_code_begin(&l, &reducer, NULL)};
	const struct function **block = arena_array(
		code->arena, const struct function *, g->ncut[0] * g->ncut[1]);

	lowering_set_weights(&l, &g->weights, NULL, NULL, g->weights.nelement);
	winograd_lower_points(&w);
	winograd_lower_inputs(&w);
	for (size_t c = 0; c < w.t.tiles->nclass; c++)
		winograd_lower_products(&w, c);
	winograd_lower_outputs(&w, &l);
	for (size_t i = 0; i < g->ncut[0]; i++)
		for (size_t j = 0; j < g->ncut[1]; j++)
			block[i * g->ncut[1] + j] =
				lower_block(&w, winograd_block(&w, i, j));
	lower_whole(&w, lower_planes(&w, block));
}
