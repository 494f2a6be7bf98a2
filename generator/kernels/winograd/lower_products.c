#include "kernels/winograd/lower.h"

#include "checked.h"

#include <assert.h>

/* Products of points, summed over the input channels. */

/* A function that sums, of one point of n tiles. */
struct products {
	const struct winograd_code *w;
	struct code_builder *code;
	int64_t n, width, vectors;
	const struct variable *src, *weights, *dst, *below, *step;
	const struct variable *v, *weight[CODE_LANES];
	const struct variable *sum[MOST_POSITIONS][CODE_LANES];
};

static void
declare(struct products *p)
{
	struct variable *all[CODE_LANES + 1];

	all[0] = code_variable(p->code, p->w->t.vector, "v");
	p->v = all[0];
	for (int64_t k = 0; k < p->vectors; k++)
		p->weight[k] = all[k + 1] = code_variable(
			p->code, p->w->t.vector, code_name(p->code, "w%d", (int)k));
	code_declare(p->code, all, (size_t)p->vectors + 1);
	for (int64_t i = 0; i < p->n; i++)
		for (int64_t k = 0; k < p->vectors; k++)
			p->sum[i][k] = code_let(p->code, false,
				code_name(p->code, "sum%d_%d", (int)i, (int)k),
				code_number(p->code, p->w->t.vector, 0));
}

static void
add_terms(const struct products *p)
{
	const struct winograd_code *w = p->w;
	int lanes = w->t.vector.lanes;

	for (int64_t k = 0; k < p->vectors; k++)
		code_set(p->code, p->weight[k],
			code_load(p->code, w->t.vector, code_at(p->weights, k * lanes)));
	for (int64_t i = 0; i < p->n; i++) {
		code_set(p->code, p->v,
			code_set1_load(p->code, w->t.vector, code_at(p->src, i)));
		for (int64_t k = 0; k < p->vectors; k++)
			code_set(p->code, p->sum[i][k],
				code_muladd(p->code, w->t.l->fused,
					code_get(p->code, p->v),
					code_get(p->code, p->weight[k]),
					code_get(p->code, p->sum[i][k])));
	}
	code_order(p->code);
}

static void
add_prefetches(const struct products *p)
{
	const struct winograd *g = p->w->g;
	int64_t line = CACHE_LINE / (int64_t)dtype_info[p->w->t.memory.dtype].size;

	for (int64_t k = 0; g->ahead && k < p->width; k += g->line)
		code_prefetch(p->code, code_at(p->weights, g->ahead + k));
	for (int64_t k = 0; k < g->below.step; k += line)
		code_prefetch(p->code, code_at(p->below, k));
}

static void
move_on(const struct products *p, int64_t below)
{
	struct address src = code_at(p->src, 0);

	code_point(p->code, p->src, code_indexed(p->code, src, p->step, 1));
	code_point(p->code, p->weights, code_at(p->weights, p->width));
	if (below)
		code_point(p->code, p->below, code_at(p->below, below));
}

static const struct function *
lower_products(const struct winograd_code *w, int64_t n, size_t class)
{
	struct code_builder *code = w->t.code;
	int64_t width = w->t.tiles->class[class].lanes, below = w->g->below.step;
	bool loops = w->t.window->ic > 1;
	struct products p = {.w = w,
		.code = code,
		.n = n,
		.width = width,
		.vectors = width / w->t.vector.lanes};
	struct variable *c = NULL;

	assert(n <= MOST_POSITIONS && p.vectors <= CODE_LANES);
	code_function(code, LINKAGE_NOINLINE,
		lowering_name(w->t.l, "products_%d_%zu", (int)n, class),
		code_name(code,
			"Products of one point of %d tile%s with %d output channels' "
			"weights%s%s.",
			(int)n, n > 1 ? "s" : "", (int)width,
			loops ? ", summed over the input channels" : "",
			below ? ". Asks for inputs at below" : ""));
	p.src = winograd_pointer(code, w->t.sum, "src", true);
	if (loops)
		p.step = code_parameter(
			code, VARIABLE_COUNTER, code_scalar(DTYPE_INT64), "step");
	p.weights = winograd_pointer(code, w->t.sum, "weights", true);
	p.dst = winograd_pointer(code, w->t.sum, "dst", false);
	if (below)
		p.below = winograd_pointer(code, w->t.memory, "below", true);
	declare(&p);
	if (loops) {
		c = code_counter(code, "c");
		code_declare(code, &c, 1);
	}
	code_blank(code);
	if (loops)
		code_loop(code, c, w->t.window->ic);
	add_terms(&p);
	add_prefetches(&p);
	if (loops) {
		move_on(&p, below);
		code_end(code);
	}
	for (int64_t i = 0; i < n; i++)
		for (int64_t k = 0; k < p.vectors; k++)
			code_store(code,
				code_at(p.dst, i * width + k * w->t.vector.lanes),
				code_get(code, p.sum[i][k]));
	return code_end_function(code);
}

void
winograd_lower_products(struct winograd_code *w, size_t class)
{
	for (size_t i = 0; i < w->g->ncut[0]; i++)
		for (size_t j = 0; j < w->g->ncut[1]; j++) {
			struct block b = winograd_block(w, i, j);
			struct part part = {0};

			while (winograd_next_part(&b, &part)) {
				int64_t tiles = b.rows->tiles * part.tiles, n;

				for (int64_t at = 0; at < tiles; at += n) {
					n = winograd_positions(w->g, tiles, at);
					if (!w->product[class][n])
						w->product[class][n] =
							lower_products(w, n, class);
				}
			}
		}
}

/* Where a point's share is of what is asked for. Points after the last channel ask for
   the first ones again, which are there by then. */
static const struct variable *
let_next(const struct block *b, const struct part *part, size_t number)
{
	const struct winograd_code *w = b->w;
	const struct winograd *g = w->g;
	const struct tiles *t = w->t.tiles;
	int64_t points = g->kernels * ceil_div(b->columns->tiles, g->part), count = 0;
	int64_t before = 0, shares = w->t.window->ic / g->below.channels;
	struct address at = code_at(w->below, 0);

	for (size_t i = 0; i < t->nclass; i++) {
		before += i < number ? t->class[i].count * points : 0;
		count += t->class[i].count * points;
	}
	before += part->first / g->part * g->kernels;
	if (shares > 1)
		at = code_indexed_by(w->t.code, at,
			(struct index_term){.counter = w->k,
				.divide = 1,
				.modulo = count > shares ? shares : 0,
				.inc = g->below.channels * t->plane_in,
				.second = t->class[number].count > 1 ? w->b : NULL,
				.scale = points,
				.add = before});
	return code_let_pointer(w->t.code, true, true, w->t.memory, "next", at);
}

void
winograd_add_products(const struct block *b, const struct part *part, size_t number)
{
	const struct winograd_code *w = b->w;
	const struct winograd *g = w->g;
	struct code_builder *code = w->t.code;
	const struct channel_class *class = &w->t.tiles->class[number];
	int64_t tiles = b->rows->tiles * part->tiles, ic = w->t.window->ic, n, sums = 0;
	int64_t size = ic * class->lanes, share = g->below.step * ic;
	int64_t before = tiles_packed_channels(w->t.tiles, number) * ic * g->kernels;
	const struct variable *point, *weight, *product, *next = NULL;
	struct address weights = code_at(w->t.weights, before);

	code_loop(code, w->k, g->kernels);
	point = code_let_pointer(code, true, true, w->t.sum, "point",
		code_indexed(code, code_at(w->points, 0), w->k, g->input_step));
	if (class->count > 1)
		weights = code_indexed(code, weights, w->b, g->kernels * size);
	weight = code_let_pointer(code, true, true, w->t.sum, "weight",
		code_indexed(code, weights, w->k, size));
	product = code_let_pointer(code, false, true, w->t.sum, "product",
		code_indexed(code, code_at(w->products, 0), w->k, g->product_step));
	if (g->below.step)
		next = let_next(b, part, number);
	code_blank(code);
	for (int64_t at = 0; at < tiles; at += n, sums++) {
		struct argument a[5];
		size_t count = 0;

		n = winograd_positions(g, tiles, at);
		a[count++] = code_pass(code_at(point, part->first + at));
		if (ic > 1)
			a[count++] = code_pass_number(b->rows->tiles * b->columns->tiles);
		a[count++] = code_pass(code_at(weight, 0));
		a[count++] = code_pass(code_at(product, at * class->lanes));
		if (next)
			a[count++] = code_pass(
				code_at(next, sums / g->below.sums % g->below.channels *
							      w->t.tiles->plane_in +
						      sums % g->below.sums * share));
		code_call(code, w->product[number][n], a);
	}
	code_end(code);
}
