#include "kernels/winograd/winograd.h"

#include "base/arena.h"
#include "base/checked.h"

#include <float.h>
#include <math.h>

/* The transforms of Winograd's minimal filtering as matrices: transformed weights, and
   the bound of the error. */

enum {
	COMPARED_CHANNELS = 2, /* of a block, when expressions are compared */
	ROUNDINGS = 21 /* roundings of an output, apart from those of its sums over
			  channels */
};

/* Source: A. Lavin, S. Gray, Fast Algorithms for Convolutional Neural Networks, 2015. In
   the emitted code, the transforms of inputs and outputs are additions. */
static const struct {
	int factor[MOST_POINTS][3], divisor;
} weights_to_points[2] = {
	{{{2, 0, 0}, {1, 1, 1}, {1, -1, 1}, {0, 0, 2}}, 2},
	{{{6, 0, 0}, {-4, -4, -4}, {-4, 4, -4}, {1, 2, 4}, {1, -2, 4}, {0, 0, 24}}, 24},
};
static const double inputs_to_points[2][MOST_POINTS][MOST_POINTS] = {
	{{1, 0, -1}, {0, 1, 1}, {0, -1, 1}, {0, 1, 0, -1}},
	{{4, 0, -5, 0, 1, 0}, {0, -4, -4, 1, 1, 0}, {0, 4, -4, -1, 1, 0},
		{0, -2, -1, 2, 1, 0}, {0, 2, -1, -2, 1, 0}, {0, 4, 0, -5, 0, 1}},
};
static const double points_to_outputs[2][4][MOST_POINTS] = {
	{{1, 1, 1, 0}, {0, 1, -1, -1}},
	{{1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0}, {0, 1, 1, 4, 4, 0},
		{0, 1, -1, 8, -8, 1}},
};

static size_t
table_of(const struct winograd *g)
{
	return g->outputs == 4;
}

static double
weight_to_point(const struct winograd *g, int64_t point, int weight)
{
	return (double)weights_to_points[table_of(g)].factor[point][weight] /
	       weights_to_points[table_of(g)].divisor;
}

/* A kernel's nine weights, transformed. */
static void
transform(const struct winograd *g, const double *kernel, double *point)
{
	double to[MOST_POINTS][3];

	for (int64_t i = 0; i < g->points; i++)
		for (int k = 0; k < 3; k++)
			to[i][k] = weight_to_point(g, i, k);
	for (int64_t i = 0; i < g->points; i++) {
		double row[3] = {0};

		for (int j = 0; j < 3; j++)
			for (int k = 0; k < 3; k++)
				row[j] += to[i][k] * kernel[3 * k + j];
		for (int64_t j = 0; j < g->points; j++)
			point[i * g->points + j] =
				to[j][0] * row[0] + to[j][1] * row[1] + to[j][2] * row[2];
	}
}

/* How much larger than |x| |w| the terms of a sum can become: along one axis, the
   largest sum over the points of the growth by all three transforms; squared for both
   axes. */
static double
growth(const struct winograd *g)
{
	size_t n = table_of(g);
	double most = 0;

	for (int64_t i = 0; i < g->outputs; i++)
		for (int k = 0; k < 3; k++) {
			double sum = 0;

			for (int64_t p = 0; p < g->points; p++) {
				double inputs = 0;

				for (int64_t j = 0; j < g->points; j++)
					inputs += fabs(inputs_to_points[n][p][j]);
				sum += fabs(points_to_outputs[n][i][p]) *
				       fabs(weight_to_point(g, p, k)) * inputs;
			}
			most = sum > most ? sum : most;
		}
	return most * most;
}

/* Every term is rounded ic + ROUNDINGS times, each time by at most half an ulp of its
   possible size. */
double
winograd_bound(const struct winograd *g)
{
	bool wide = g->plan->sum == DTYPE_FLOAT64;
	double unit = (wide ? DBL_EPSILON : (double)FLT_EPSILON) / 2;

	return growth(g) * ((double)g->plan->window.ic + ROUNDINGS) * unit;
}

int64_t
winograd_weights(const struct winograd *g)
{
	const struct tile_plan *p = g->plan;

	return p->window.group * p->window.ic * g->kernels *
	       packed_channels(p, p->noc_block);
}

/* What it takes to follow the first block's inputs to points, and a tile of output
   channels' products; counted for blocks of several sizes. */
static int64_t
work_of_block(const struct winograd *g)
{
	const struct tile_plan *p = g->plan;
	const struct tile_range *columns = &g->range[1][0];
	int64_t rows = g->range[0][0].tiles, vectors = 0;
	int64_t ic = min_of(p->window.ic, COMPARED_CHANNELS);
	int64_t of_vector = g->outputs == 4 ? 2500 : 900;

	for (size_t i = 0; i < columns->nvectors; i++)
		vectors += columns->vectors[i].count;
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
	int64_t ic = p->window.ic, group_size = winograd_weights(g) / p->window.group;
	int64_t group = k / group_size, lane, channel;

	k %= group_size;
	for (; k >= block->count * g->kernels * ic * block->lanes; block++)
		k -= block->count * g->kernels * ic * block->lanes;
	lane = k % block->lanes;
	k /= block->lanes;
	channel = group * p->window.oc + block->first +
		  k / (g->kernels * ic) * block->channels + lane;
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
	const int(*to)[3] = weights_to_points[table_of(g)].factor;
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
	const struct weight_place *at, void *to)
{
	double kernel[9], point[MOST_POINTS * MOST_POINTS];

	for (int i = 0; i < 9; i++)
		kernel[i] = operand_number(
			given, at->given + i * g->plan->window.weights.tap);
	transform(g, kernel, point);
	for (int64_t i = 0; i < g->kernels; i++)
		if (g->weights.dtype == DTYPE_FLOAT64)
			((double *)to)[k + i * at->step] = point[i];
		else
			((float *)to)[k + i * at->step] = (float)point[i];
}

void
winograd_transform(struct winograd *g, const struct operand *given, struct arena *arena)
{
	const struct tile_plan *p = g->plan;
	int divisor = weights_to_points[table_of(g)].divisor;
	void *to;

	g->weights = *given;
	g->weights.dtype = p->sum;
	g->weights.nelement = winograd_weights(g);
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
