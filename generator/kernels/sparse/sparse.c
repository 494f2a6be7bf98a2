#include "kernels/common/micro_kernel.h"

#include "base/arena.h"
#include "base/checked.h"
#include "plan/epilogue.h"

#include <float.h>
#include <string.h>

/* Convolutions of stride 1 with many zero weights, which are left out. Only numerics fast
   allows that, because zero times infinity is NaN. */

enum {
	MOST_COPIED = 512 << 10 /* bytes on the stack, which programs size */
};

/* A function's outputs in the plane: `rows` rows of `vectors` vectors. The last vector of
   a row begins at `last` and may overlap the one before it. */
struct sparse_tile {
	int64_t rows, vectors, last;
};

/* A tile's calls: `count` calls, each `rows` rows below the one before. */
struct sparse_calls {
	size_t tile;
	int64_t row, column, count;
};

/* The plan: each output channel has a list of its nonzero weights, and of their inputs'
   offsets from the input of the first tap. Lanes are output positions. */
struct sparse {
	const struct tile_plan *plan;
	struct operand weights; /* the nonzero weights, by output channel */
	const int64_t *offset;  /* the offset of each weight's input */
	const int64_t *first;   /* each output channel's first weight, and the end */
	int64_t most;           /* the most weights of an output */
	const struct axis *column, *row; /* of a plane: down it, and across */
	/* The inputs of a group as the lists index them, padding included. */
	bool copies; /* they are copied to the stack */
	int64_t height, width;
	int64_t lanes; /* lanes stored of each vector */
	struct sparse_tile *tile;
	size_t ntile;
	struct sparse_calls *calls;
	size_t ncalls;
};

/* Whether every output reads only the inputs at its own position. */
static bool
is_pointwise(const struct window_plan *w)
{
	for (int i = 0; i < w->naxis; i++)
		if (w->axis[i].kernel != 1 || w->axis[i].in != w->axis[i].out ||
			w->axis[i].pad_begin)
			return false;
	return true;
}

static int64_t
padded(const struct axis *axis)
{
	return max_of(axis->out + (axis->kernel - 1) * axis->dilation,
		axis->pad_begin + axis->in);
}

/* Whether the padded copy, if needed, fits on the stack, and offsets fit their type. */
static bool
has_room(const struct window_plan *w, size_t size)
{
	int64_t elements = w->ic;
	bool pads = false;

	for (int i = 0; i < w->naxis; i++) {
		if (mul_overflows(elements, padded(&w->axis[i]), &elements))
			return false;
		pads |= padded(&w->axis[i]) > w->axis[i].in;
	}
	return elements <= (pads ? MOST_COPIED / (int64_t)size : INT32_MAX);
}

static int64_t
taps_of(const struct window_plan *w)
{
	int64_t taps = 1;

	for (int i = 0; i < w->naxis; i++)
		taps *= w->axis[i].kernel;
	return taps;
}

/* The weights, which need not be all that there is between the first and the last. */
static int64_t
count_weights(const struct window_plan *w)
{
	return w->group * w->oc * w->ic * taps_of(w);
}

/* Weight number i, in the order of output channels, input channels and taps. */
static double
weight_of(const struct window_plan *w, const struct operand *weights, int64_t i)
{
	int64_t taps = taps_of(w);

	return operand_number(weights,
		window_weight(w, i / (taps * w->ic), i / taps % w->ic, i % taps));
}

static int64_t
count_terms(const struct window_plan *w, const struct operand *weights)
{
	int64_t n = 0;

	for (int64_t i = 0; i < count_weights(w); i++)
		n += weight_of(w, weights, i) != 0;
	return n;
}

/* Makes every output channel's list. */
static void
find_terms(struct sparse *g, const struct operand *given, struct arena *arena)
{
	const struct tile_plan *t = g->plan;
	const struct window_plan *w = &t->window;
	int64_t n = 0, terms = count_terms(w, given), filter = t->taps * w->ic;
	int64_t *offset = arena_array(arena, int64_t, terms);
	int64_t *first = arena_array(arena, int64_t, w->group * w->oc + 1);
	int64_t apart = g->copies ? g->height * g->width : w->src.channel;
	float *narrow = arena_array(arena, float, terms);
	double *wide = arena_array(arena, double, terms);

	for (int64_t i = 0; i < count_weights(w); i++) {
		int64_t tap = i % t->taps, channel = i / t->taps % w->ic;
		int64_t down = tap / g->row->kernel * g->column->dilation;
		int64_t across = tap % g->row->kernel * g->row->dilation;
		int64_t list = i / filter;
		double weight = weight_of(w, given, i);

		if (weight != 0) {
			offset[n] = channel * apart + down * g->width + across;
			narrow[n] = (float)weight;
			wide[n++] = weight;
		}
		first[list + 1] = n;
		g->most = max_of(g->most, n - first[list]);
	}
	g->weights = *given;
	operand_set_dtype(&g->weights, t->sum);
	g->weights.nelement = terms;
	g->weights.constant =
		t->sum == DTYPE_FLOAT64 ? (const void *)wide : (const void *)narrow;
	g->offset = offset;
	g->first = first;
}

static void
add_calls(struct sparse *g, const struct sparse_tile *tile, int64_t row, int64_t column,
	int64_t count, struct arena *arena)
{
	size_t i = 0;

	while (i < g->ntile && memcmp(&g->tile[i], tile, sizeof *tile) != 0)
		i++;
	if (i == g->ntile) {
		g->tile = arena_grow(arena, g->tile, g->ntile, sizeof *g->tile);
		g->tile[g->ntile++] = *tile;
	}
	g->calls = arena_grow(arena, g->calls, g->ncalls, sizeof *g->calls);
	g->calls[g->ncalls++] = (struct sparse_calls){i, row, column, count};
}

/* Cuts a plane into tiles: several rows if they are short, else segments of one row. */
static void
find_tiles(struct sparse *g, struct arena *arena)
{
	int64_t rows = g->column->out, width = g->row->out;
	int64_t lanes = g->plan->vector->lanes, vectors = ceil_div(width, lanes);
	int64_t sums = g->plan->target->processor->tuning.sparse_sums;
	int64_t most = ceil_div(vectors, ceil_div(vectors, sums));
	int64_t down = min_of(sums / most, rows);

	for (int64_t at = 0; at < width; at += most * lanes) {
		int64_t left = width - at, n = min_of(ceil_div(left, lanes), most);
		struct sparse_tile tile = {
			down, n, min_of((n - 1) * lanes, left - g->lanes)};

		add_calls(g, &tile, 0, at, rows / down, arena);
		tile.rows = rows % down;
		if (tile.rows)
			add_calls(g, &tile, rows - tile.rows, at, 1, arena);
	}
}

/* The axis down a plane that has but one row. */
static const struct axis no_column = {
	.in = 1, .out = 1, .kernel = 1, .stride = 1, .dilation = 1};

static bool
plan_sparse(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	struct sparse *g = arena_new(arena, struct sparse);
	const struct operand *given = schedule->plan->weights;
	const struct window_plan *w = &p->window;
	double unit = p->sum == DTYPE_FLOAT64 ? DBL_EPSILON : (double)FLT_EPSILON;

	schedule->own = g;
	g->plan = p;
	p->vector = vector_type_of(schedule->target, p->sum, arena);
	g->column = w->naxis > 1 ? &w->axis[0] : &no_column;
	g->row = &w->axis[w->naxis - 1];
	g->height = padded(g->column);
	g->width = padded(g->row);
	g->copies = g->height > g->column->in || g->width > g->row->in;
	g->lanes = min_of(g->row->out, p->vector->lanes);
	find_terms(g, given, arena);
	find_tiles(g, arena);
	schedule->weights = (struct stored_weights){.operand = &g->weights,
		.n = g->weights.nelement,
		.order = "those that are not zero, by output channel"};
	schedule->note = arena_format(arena,
		"%lld of %lld weights are zero and left out, whatever they would "
		"multiply:\n     ",
		(long long)(given->nelement - g->weights.nelement),
		(long long)given->nelement);
	/* Each product, and each addition that it passes through, is rounded by half a
	   unit. */
	schedule->bound = ((double)g->most + 1) * unit / 2;
	return schedule_may_fit(schedule, (uint64_t)g->ntile, max_output);
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	bool pointwise = is_pointwise(w);
	int64_t terms;

	(void)target;
	if (!w->reduction->weighted)
		return "it is for Conv";
	if (!window_is_planar(w))
		return "it needs planes, layout NCHW";
	if (!w->ic)
		return "there are no input channels";
	if (!plan->src->nelement)
		return "there is no input";
	if (!pointwise && w->naxis > 2)
		return "it needs one or two spatial axes";
	if (!operand_is_finite(plan->weights))
		return "it needs constant weights, all finite";
	if (!has_room(w, dtype_info[epilogue_from(plan)].size))
		return "so many inputs, with their padding, do not fit on the stack";
	for (int i = 0; i < w->naxis && !pointwise; i++) {
		if (w->axis[i].stride > 1)
			return "it needs stride 1";
		if (w->axis[i].pad_begin < 0)
			return "it needs pads of 0 or more";
	}
	terms = count_terms(w, plan->weights);
	if (!terms)
		return "all weights are zero";
	if (terms == count_weights(w))
		return "no weight is zero";
	return terms > INT32_MAX ? "the weights are too many" : NULL;
}

/* The file's arrays of weights and offsets, and the functions: tiles of positions that go
   through these, and a padded copy of the inputs. */
struct sparse_code {
	struct kernel_code k;
	const struct sparse *g;
	const struct variable *offset, *first; /* arrays of the file */
	const struct function **tile, *copy;
	/* Of a tile's function: where the group's lists begin, the output channel, a
	   weight's number, and the sums. Of the entry: a group's planes and counters. */
	const struct variable *lists, *m, *n, **sum;
	const struct variable *x, *y, *i, *image, *group;
};

/* The offset of a tile's vector, in rows of so many elements. */
static int64_t
vector_at(const struct sparse_code *s, const struct sparse_tile *t, int64_t number,
	int64_t width)
{
	return number / t->vectors * width +
	       min_of(number % t->vectors * s->k.vector.lanes, t->last);
}

static void
add_terms(const struct sparse_code *s, const struct sparse_tile *t)
{
	struct code_builder *code = s->k.code;
	const struct value *weight;
	const struct variable *x;

	code_loop_to(code, s->n, 0, 1,
		(struct limit){.table = code_along(code, s->lists, s->m, 1)});
	x = code_let_pointer(code, true, true, s->k.memory, "x",
		code_indexed_by(code, code_at(s->k.src, 0),
			(struct index_term){
				.counter = s->n, .inc = 1, .table = s->offset}));
	weight = code_named(code,
		code_set1_load(
			code, s->k.vector, code_along(code, s->k.weights, s->n, 1)),
		"weight");
	code_blank(code);
	for (int64_t i = 0; i < t->rows * t->vectors; i++)
		code_set(code, s->sum[i],
			code_muladd(code, s->k.l->fused,
				code_load_n(code, s->k.vector,
					code_at(x, vector_at(s, t, i, s->g->width)),
					s->g->lanes),
				weight, code_get(code, s->sum[i])));
	code_end(code);
}

static void
add_channel(const struct sparse_code *s, const struct sparse_tile *t)
{
	struct code_builder *code = s->k.code;
	int64_t n = t->rows * t->vectors;
	const struct value *bias = NULL;

	if (s->k.bias)
		bias = code_named(code,
			code_set1_load(
				code, s->k.vector, code_along(code, s->k.bias, s->m, 1)),
			"b");
	for (int64_t i = 0; i < n; i++)
		s->sum[i] =
			code_let(code, false, code_name(code, "sum%lld", (long long)i),
				code_number(code, s->k.vector, 0));
	code_blank(code);
	add_terms(s, t);
	for (int64_t i = 0; i < n; i++) {
		const struct value *sum = code_get(code, s->sum[i]);
		const struct output_place place = {
			code_moved(code_along(code, s->k.dst, s->m,
					   s->k.window->dst.channel),
				vector_at(s, t, i, s->g->row->out)),
			s->g->lanes, 1};

		if (bias)
			sum = code_binary(code, VALUE_ADD, bias, sum);
		epilogue_store(s->k.l, sum, place);
	}
}

static const struct function *
lower_tile(struct sparse_code *s, size_t number)
{
	const struct sparse_tile *t = &s->g->tile[number];
	const struct operand *bias = s->k.l->schedule->plan->bias;
	struct code_builder *code = s->k.code;
	int64_t width = t->last + s->g->lanes, oc = s->k.window->oc;

	code_function(code, LINKAGE_NOINLINE,
		lowering_name(s->k.l, "positions_%zu", number),
		code_name(code, "%s of %s, every output channel of a group%s.",
			code_count(code, t->rows, "row"),
			code_count(code, width, "position"),
			t->last == (t->vectors - 1) * s->g->lanes
				? ""
				: "; the last\n   vector overlaps those before, and "
				  "gets the same values"));
	s->k.src = code_input(code, s->k.memory, "src");
	s->lists = code_input(code, code_scalar(DTYPE_INT32), "first");
	if (bias)
		s->k.bias = code_input(code, code_scalar(operand_stored(bias)), "bias");
	s->k.dst = code_output(code, s->k.stored, "dst");
	s->sum = arena_array(code->body, const struct variable *, t->rows * t->vectors);
	code_counters(code, {&s->m, "m", oc > 1}, {&s->n, "k", true});
	if (s->m)
		code_blank(code);
	code_loop(code, s->m, oc);
	add_channel(s, t);
	code_end(code);
	return code_end_function(code);
}

/* Copies the inputs of a group into the middle of their padding. */
static const struct function *
lower_copy(const struct sparse_code *s)
{
	const struct sparse *g = s->g;
	struct code_builder *code = s->k.code;
	int64_t height = g->column->in, width = g->row->in;
	const struct variable *c, *h, *i;
	struct address from, to;

	code_function(code, LINKAGE_STATIC, lowering_name(s->k.l, "copy"),
		"The inputs of a group, into the middle of their padding.");
	code->function->attribute = "";
	from = code_at(code_input(code, s->k.memory, "src"), 0);
	to = code_at(code_output(code, s->k.memory, "padded"), 0);
	code_counters(code, {&c, "c", true}, {&h, "h", true}, {&i, "i", true});
	code_blank(code);
	code_point(code, to.base,
		code_moved(to, g->column->pad_begin * g->width + g->row->pad_begin));
	c = code_loop_if(code, c, s->k.window->ic);
	h = code_loop_if(code, h, height);
	code_loop(code, i, width);
	from = code_indexed(code, from, c, s->k.window->src.channel);
	from = code_indexed(code, code_indexed(code, from, h, width), i, 1);
	to = code_indexed(code, to, c, g->height * g->width);
	to = code_indexed(code, code_indexed(code, to, h, g->width), i, 1);
	code_store(code, to, code_load(code, s->k.memory, from));
	code_ends(code, 3);
	return code_end_function(code);
}

/* The address of the current image and group, of tensors in which these are so many
   elements apart. */
static struct address
at_loops(const struct sparse_code *s, const struct variable *base, int64_t image,
	int64_t group)
{
	struct address at = code_along(s->k.code, base, s->image, image);

	return code_indexed(s->k.code, at, s->group, group);
}

static void
call_tile(const struct sparse_code *s, const struct sparse_calls *calls,
	const struct variable *bias)
{
	const struct sparse *g = s->g;
	int64_t rows = g->tile[calls->tile].rows, width = g->row->out;
	int64_t oc = s->k.window->oc;
	const struct variable *i = code_loop_if(s->k.code, s->i, calls->count);
	struct address x = code_along(s->k.code, s->x, i, rows * g->width);
	struct address y = code_along(s->k.code, s->y, i, rows * width);

	code_call_with(s->k.code, s->tile[calls->tile],
		code_pass(code_moved(x, calls->row * g->width + calls->column)),
		code_pass(at_loops(s, s->first, 0, oc)),
		code_pass_if(bias, code_pass(at_loops(s, bias, 0, oc))),
		code_pass(code_moved(y, calls->row * width + calls->column)));
	code_end(s->k.code);
}

static void
lower_whole(struct sparse_code *s)
{
	const struct sparse *g = s->g;
	const struct window_plan *w = s->k.window;
	struct code_builder *code = s->k.code;
	struct entry_operands o = lowering_entry(s->k.l, ENTRY_WHOLE);
	int64_t size = w->ic * g->height * g->width;
	struct variable *copy = NULL;
	struct address src, dst;

	if (g->copies)
		copy = code_let_array(
			code, s->k.memory, "x", size, g->plan->target->vector_bytes);
	code_counters(code, {&s->i, "i", true}, {&s->image, "image", true},
		{&s->group, "group", true});
	code_blank(code);
	if (copy)
		code_clear(code, code_at(copy, 0), size);
	s->image = code_loop_if(code, s->image, w->batch);
	s->group = code_loop_if(code, s->group, w->group);
	src = at_loops(s, o.src, w->src.image, w->ic * w->src.channel);
	dst = at_loops(s, o.dst, w->dst.image, w->oc * w->dst.channel);
	s->x = copy ? copy : code_let_pointer(code, true, true, s->k.memory, "x", src);
	s->y = code_let_pointer(code, false, true, s->k.stored, "y", dst);
	code_blank(code);
	if (copy)
		code_call_with(code, s->copy, code_pass(src), code_pass_pointer(copy));
	for (size_t i = 0; i < g->ncalls; i++)
		call_tile(s, &g->calls[i], o.bias);
	code_ends(code, 2);
	code_end_function(code);
}

static void
sparse_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct sparse *g = schedule->own;
	struct lowering l = lowering_begin(schedule, code);
	struct sparse_code s = {.g = g, .k = kernel_code_begin(&l, NULL, g->plan, NULL)};

	s.offset = code_file_constant(code, DTYPE_INT32, lowering_name(&l, "offset"),
		"Where the inputs of the weights lie, seen from that of the first tap.",
		g->offset, g->weights.nelement);
	s.first = code_file_constant(code, DTYPE_INT32, lowering_name(&l, "first"),
		"Each output channel's first weight, and where the last one's end.",
		g->first, s.k.window->group * s.k.window->oc + 1);
	s.k.weights = lowering_weights(&l);
	if (g->copies)
		s.copy = lower_copy(&s);
	s.tile = arena_array(code->arena, const struct function *, g->ntile);
	for (size_t i = 0; i < g->ntile; i++)
		s.tile[i] = lower_tile(&s, i);
	lower_whole(&s);
}

const struct kernel kernel_sparse = {
	.name = "sparse",
	.kind = PLAN_WINDOW,
	.vectors = true,
	.fast = true,
	.summary = "vectors of output positions, weights that are zero left out",
	.obstacle = obstacle,
	.plan = plan_sparse,
	.lower = sparse_lower,
};
