#include "kernels/winograd/winograd.h"

#include "checked.h"

/* What the code of kernel_winograd does: every lane of every operation counts. */

/* Additions and multiply-adds of one line of a transform. */
struct line {
	int64_t adds, muladds;
};

/* For tiles of 2 and of 4 outputs. */
static const struct line to_points[] = {[2] = {4, 0}, [4] = {4, 8}};
static const struct line to_outputs[] = {[2] = {4, 0}, [4] = {7, 3}};

/* A block's cuts, and what its schedule knows. */
struct block {
	const struct schedule *schedule;
	const struct tiles *tiles;
	const struct winograd *g;
	const struct winograd_cut *rows, *columns;
};

static void
add_muladds(struct cost *cost, const struct block *b, int64_t n)
{
	struct cost part = cost_of_terms(
		&b->tiles->window, b->schedule->settings.numerics, (uint64_t)n);

	cost_add(cost, &part, 1);
}

static void
add_lines(struct cost *cost, const struct block *b, const struct line *line, int64_t n)
{
	cost->adds += (uint64_t)(line->adds * n);
	add_muladds(cost, b, line->muladds * n);
}

/* Inputs of an input channel: vectors of tiles, along the rows and then across. */
static void
add_inputs(struct cost *cost, const struct block *b)
{
	const struct winograd *g = b->g;
	int64_t lanes = b->tiles->vector->lanes, vectors = 0, reads = 0;
	struct winograd_reach reach = winograd_reach_of(
		g, &b->tiles->window.axis[1], b->columns->first, b->columns->tiles);

	for (size_t i = 0; i < b->columns->nvectors; i++) {
		const struct winograd_vectors *v = &b->columns->vectors[i];
		struct winograd_piece piece[MOST_PIECES];
		size_t n = winograd_pieces(g, &reach, v->first, lanes, piece);

		for (size_t k = 0; k < n; k++)
			reads += v->count * piece[k].n;
		vectors += v->count;
	}
	cost->reads += (uint64_t)(b->rows->tiles * g->points * reads);
	add_lines(cost, b, &to_points[g->outputs],
		b->rows->tiles * vectors * 2 * g->points * lanes);
}

/* Products of all points of a part with the weights of a tile of a class, and what
   becomes of them. */
static void
add_part(struct cost *cost, const struct block *b, const struct channel_class *class,
	int64_t first, int64_t tiles)
{
	const struct winograd *g = b->g;
	const struct window_plan *w = &b->tiles->window;
	int64_t all = b->rows->tiles * tiles, loads = 0, height = 0;
	int64_t points = g->kernels * w->ic * class->lanes;

	for (int64_t at = 0; at < all; at += winograd_positions(g, all, at))
		loads++;
	add_muladds(cost, b, points * all);
	cost->reads += (uint64_t)(points * loads);
	add_lines(cost, b, &to_outputs[g->outputs],
		(g->points + g->outputs) * all * class->lanes);
	cost->adds += (uint64_t)(g->outputs * g->outputs * all * class->lanes);
	if (b->schedule->plan->bias)
		cost->reads += (uint64_t)(b->rows->tiles * class->channels);
	for (int64_t row = 0; row < b->rows->tiles; row++)
		height += winograd_outputs(g, &w->axis[0], b->rows->first + row, 1);
	cost->writes += (uint64_t)(height * class->channels *
				   winograd_outputs(g, &w->axis[1],
					   b->columns->first + first, tiles));
}

static struct cost
block_cost(const struct block *b)
{
	const struct tiles *t = b->tiles;
	struct cost cost = {0}, part;

	part = (struct cost){0};
	add_inputs(&part, b);
	cost_add(&cost, &part, (uint64_t)t->window.ic);
	for (size_t i = 0; i < t->nclass; i++) {
		part = (struct cost){0};
		for (int64_t at = 0; at < b->columns->tiles; at += b->g->part) {
			int64_t left = b->columns->tiles - at;

			add_part(&part, b, &t->class[i], at,
				left < b -> g -> part ? left : b -> g -> part);
		}
		cost_add(&cost, &part, (uint64_t)t->class[i].count);
	}
	return cost;
}

struct cost
winograd_cost(
	const struct winograd *g, const struct tiles *t, const struct schedule *schedule)
{
	uint64_t planes = (uint64_t)(t->window.batch * t->window.group);
	size_t sum_size = dtype_info[t->spelling.accumulator].size;
	struct cost cost = {0};

	for (size_t i = 0; i < g->ncut[0]; i++) {
		for (size_t j = 0; j < g->ncut[1]; j++) {
			struct block b = {schedule, t, g, &g->cut[0][i], &g->cut[1][j]};
			struct cost block = block_cost(&b);

			cost_add(&cost, &block,
				planes * (uint64_t)(b.rows->count * b.columns->count));
		}
	}
	cost.constant_bytes = (uint64_t)winograd_weights(g, t) * sum_size +
			      (uint64_t)g->zeros * dtype_info[t->spelling.dtype].size;
	cost.stack_bytes =
		(uint64_t)(g->inputs_size + g->products_size + g->rows_size) * sum_size;
	return cost;
}
