#include "kernels/winograd/winograd.h"

#include "base/arena.h"
#include "base/checked.h"

#include <float.h>

/* The transforms of Winograd's minimal filtering as matrices: transformed weights, and
   the bound of the error. */

enum {
	COMPARED_CHANNELS = 2, /* of a block, when expressions are compared */
	ROUNDINGS = 21 /* roundings of an output, apart from those of its sums over
			  channels */
};

/* Source: A. Lavin, S. Gray, Fast Algorithms for Convolutional Neural Networks, 2015. The
   transforms of inputs and outputs are in lower_transforms.c, as additions. */
static const struct weights_to_points {
	int factor[MOST_POINTS][3], divisor;
	/* How much larger than |x| |w| the terms of a sum can become along one axis: the
	   largest sum over the points of an output's factor times a weight's times the
	   sum of the inputs'. In tiles of 2 it is that of the first output and weight,
	   1 * 1 * 2 + 2 * (1 * 1/2 * 2); in tiles of 4 that of the last ones,
	   2 * (1 * 4/24 * 10) + 2 * (8 * 4/24 * 6) + 1 * 1 * 10. */
	double growth;
} weights_to_points[2] = {
	{{{2, 0, 0}, {1, 1, 1}, {1, -1, 1}, {0, 0, 2}}, 2, 4},
	{{{6, 0, 0}, {-4, -4, -4}, {-4, 4, -4}, {1, 2, 4}, {1, -2, 4}, {0, 0, 24}}, 24,
		88.0 / 3},
};

static const struct weights_to_points *
table_of(const struct winograd *g)
{
	return &weights_to_points[g->outputs == 4];
}

/* Growth comes from both axes. Every term is rounded ic + ROUNDINGS times, each time by
   at most half an ulp of its possible size. */
double
winograd_bound(const struct winograd *g)
{
	bool wide = g->plan->sum == DTYPE_FLOAT64;
	double unit = (wide ? DBL_EPSILON : (double)FLT_EPSILON) / 2;
	double growth = table_of(g)->growth;

	return growth * growth * ((double)g->plan->window.ic + ROUNDINGS) * unit;
}

/* What it takes to follow the first block's inputs to points, and a tile of output
   channels' products; counted for blocks of several sizes. */
static int64_t
work_of_block(const struct winograd *g)
{
	const struct tile_plan *p = g->plan;
	const struct tile_range *columns = &g->range[1][0];
	int64_t rows = g->range[0][0].tiles;
	int64_t vectors = ceil_div(columns->tiles, p->vector->lanes);
	int64_t ic = min_of(p->window.ic, COMPARED_CHANNELS);
	int64_t of_vector = g->outputs == 4 ? 2500 : 900;

	return rows * ic * vectors * of_vector +
	       g->kernels * rows * columns->tiles * ic * 5 *
		       (1 + p->oc_block[0].lanes / p->vector->lanes);
}

/* The transformed weight k: a kernel's first weight, or -1 where it is a zero beyond the
   channels, its point, and the distance to the next one. */
struct weight_place {
	int64_t given, point, step;
};

static struct weight_place
place_of(const struct winograd *g, int64_t k)
{
	const struct tile_plan *p = g->plan;
	const struct oc_block *block = p->oc_block;
	int64_t ic = p->window.ic, of_group = packed_elements(p) / p->window.group;
	int64_t group = k / of_group, lane, channel;

	for (k %= of_group; k >= block->count * panel_elements(p, block); block++)
		k -= block->count * panel_elements(p, block);
	lane = k % block->lanes;
	channel = group * p->window.oc + block->first +
		  k / panel_elements(p, block) * block->channels + lane;
	k /= block->lanes;
	return (struct weight_place){
		lane < block->channels ? window_weight(&p->window, channel, k % ic, 0)
				       : -1,
		k / ic % g->kernels, ic * block->lanes};
}

/* The transform of weight k backwards: the kernel that it is made of, and its share of
   each element, as a fraction. */
static int64_t
form(const void *transform, int64_t k, int64_t *factor)
{
	const struct winograd *g = transform;
	const int(*to)[3] = table_of(g)->factor;
	struct weight_place at = place_of(g, k);

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			factor[3 * i + j] =
				to[at.point / g->points][i] * to[at.point % g->points][j];
	return at.given;
}

/* Transforms the kernel whose first point is weight k. */
static void
transform_kernel(const struct winograd *g, const struct operand *given, int64_t k,
	const struct weight_place *at, void *weights)
{
	const struct weights_to_points *table = table_of(g);
	double to[MOST_POINTS][3], kernel[9];

	for (int i = 0; i < 9; i++)
		kernel[i] = operand_number(
			given, at->given + i * g->plan->window.weights.tap);
	for (int64_t i = 0; i < g->points; i++)
		for (int n = 0; n < 3; n++)
			to[i][n] = (double)table->factor[i][n] / table->divisor;
	for (int64_t i = 0; i < g->points; i++) {
		double row[3] = {0};

		for (int j = 0; j < 3; j++)
			for (int n = 0; n < 3; n++)
				row[j] += to[i][n] * kernel[3 * n + j];
		for (int64_t j = 0; j < g->points; j++, k += at->step) {
			double point =
				to[j][0] * row[0] + to[j][1] * row[1] + to[j][2] * row[2];

			if (g->weights.dtype == DTYPE_FLOAT64)
				((double *)weights)[k] = point;
			else
				((float *)weights)[k] = (float)point;
		}
	}
}

void
winograd_transform(struct winograd *g, const struct operand *given, struct arena *arena)
{
	const struct tile_plan *p = g->plan;
	int divisor = table_of(g)->divisor;
	void *to;

	g->weights = *given;
	operand_set_dtype(&g->weights, p->sum);
	g->weights.nelement = packed_elements(p);
	/* Zeros for lanes beyond the channels. */
	to = arena_alloc(arena, (size_t)g->weights.nelement * dtype_info[p->sum].size);
	for (int64_t k = 0; k < g->weights.nelement; k++) {
		struct weight_place at = place_of(g, k);

		if (at.point)
			k += (g->kernels - 1) * at.step - 1; /* to the next kernels */
		else if (at.given >= 0)
			transform_kernel(g, given, k, &at, to);
	}
	g->weights.constant = to;
	g->transformed = (struct transformed){.given = given,
		.step = p->window.weights.tap,
		.divisor = divisor * divisor,
		.work = work_of_block(g),
		.form = form,
		.transform = g};
}
