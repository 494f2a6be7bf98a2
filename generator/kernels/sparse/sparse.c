#include "kernels/sparse/sparse.h"

#include "base/arena.h"
#include "base/checked.h"
#include "plan/epilogue.h"

#include <float.h>
#include <math.h>

/* Convolutions of stride 1 with many zero weights, which are left out. Only numerics fast
   allows that, because zero times infinity is NaN. */

enum {
	MOST_COPIED = 512 << 10, /* bytes on the stack, which programs size */
	TILE_BYTES = 2000        /* of text */
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
	int64_t reach = axis->out + (axis->kernel - 1) * axis->dilation;
	int64_t in = axis->pad_begin + axis->in;

	return max_of(reach, in);
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
count_terms(const struct operand *weights)
{
	int64_t n = 0;

	for (int64_t i = 0; i < weights->nelement; i++)
		n += operand_number(weights, i) != 0;
	return n;
}

/* Makes every output channel's list. */
static void
find_terms(struct sparse *g, const struct operand *given, struct arena *arena)
{
	const struct tile_plan *t = g->plan;
	const struct window_plan *w = &t->window;
	const struct axis *row = &w->axis[w->naxis - 1];
	int64_t n = 0, terms = count_terms(given), lists = w->group * w->oc;
	int64_t *offset = arena_array(arena, int64_t, terms);
	int64_t *first = arena_array(arena, int64_t, lists + 1);
	bool wide = t->sum == DTYPE_FLOAT64;
	float *narrow = arena_array(arena, float, terms);
	double *number = arena_array(arena, double, terms);

	for (int64_t i = 0; i < given->nelement; i++) {
		int64_t tap = i % t->taps, channel = i / t->taps % w->ic;
		int64_t down = tap / row->kernel * w->axis[0].dilation;
		double weight = operand_number(
			given, window_weight(w, i / (t->taps * w->ic), channel, tap));

		if (weight != 0) {
			offset[n] = (channel * g->height + down) * g->width +
				    tap % row->kernel * row->dilation;
			narrow[n] = (float)weight;
			number[n++] = weight;
		}
		first[i / (t->taps * w->ic) + 1] = n;
	}
	for (int64_t i = 0; i < lists; i++)
		g->most = max_of(g->most, first[i + 1] - first[i]);
	g->weights = *given;
	g->weights.dtype = t->sum;
	g->weights.nelement = terms;
	g->weights.constant = wide ? (void *)number : (void *)narrow;
	g->offset = offset;
	g->first = first;
}

static void
add_calls(struct sparse *g, const struct sparse_tile *tile, int64_t row, int64_t column,
	int64_t count, struct arena *arena)
{
	size_t i = 0;

	while (i < g->ntile &&
		(g->tile[i].rows != tile->rows || g->tile[i].vectors != tile->vectors ||
			g->tile[i].last != tile->last))
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
find_tiles(struct sparse *g, int64_t rows, int64_t width, struct arena *arena)
{
	int64_t lanes = g->plan->vector->lanes, vectors = ceil_div(width, lanes);
	int64_t sums = g->plan->target->processor->planning.sparse_sums;
	int64_t most = ceil_div(vectors, ceil_div(vectors, sums));
	int64_t down = min_of(sums / most, rows);

	for (int64_t at = 0; at < width; at += most * lanes) {
		int64_t left = width - at;
		struct sparse_tile tile = {down, min_of(ceil_div(left, lanes), most), 0};

		tile.last = (tile.vectors - 1) * lanes;
		if (tile.last + lanes > left && width >= lanes)
			tile.last = left - lanes;
		add_calls(g, &tile, 0, at, rows / down, arena);
		tile.rows = rows % down;
		if (tile.rows)
			add_calls(g, &tile, rows - tile.rows, at, 1, arena);
	}
}

static bool
plan_sparse(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	struct sparse *g = arena_new(arena, struct sparse);
	const struct operand *given = schedule->plan->weights;
	const struct window_plan *w = &p->window;
	const struct axis *row = &w->axis[w->naxis - 1], *column = &w->axis[0];
	bool plane = w->naxis > 1;
	double unit = p->sum == DTYPE_FLOAT64 ? DBL_EPSILON : (double)FLT_EPSILON;

	schedule->own = g;
	g->plan = p;
	p->vector = vector_type_of(schedule->target, p->dtype, arena);
	g->width = padded(row);
	g->before = row->pad_begin;
	g->height = plane ? padded(column) : 1;
	g->before_rows = plane ? column->pad_begin : 0;
	g->copies = g->width > row->in || (plane && g->height > column->in);
	g->lanes = min_of(row->out, p->vector->lanes);
	find_terms(g, given, arena);
	find_tiles(g, plane ? column->out : 1, row->out, arena);
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
	schedule->estimate = (g->ntile + 1) * TILE_BYTES;
	return schedule->estimate <= max_output;
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
	if (!constant_is_finite(plan->weights))
		return "it needs constant weights, all finite";
	if (!has_room(w, dtype_info[epilogue_from(plan)].size))
		return "so many inputs, with their padding, do not fit on the stack";
	for (int i = 0; i < w->naxis && !pointwise; i++) {
		if (w->axis[i].stride > 1)
			return "it needs stride 1";
		if (w->axis[i].pad_begin < 0)
			return "it needs pads of 0 or more";
	}
	terms = count_terms(plan->weights);
	if (!terms)
		return "all weights are zero";
	if (terms == plan->weights->nelement)
		return "no weight is zero";
	return terms > INT32_MAX ? "the weights are too many" : NULL;
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
