#include "kernels/winograd/winograd.h"

#include "base/arena.h"

#include <float.h>
#include <math.h>

/* The transforms of Winograd's minimal filtering as matrices: transformed weights, and
   the bound of the error. */

enum {
	ROUNDINGS = 21 /* roundings of an output, apart from those of its sums over
			  channels */
};

/* Source: A. Lavin, S. Gray, Fast Algorithms for Convolutional Neural Networks, 2015. In
   the emitted code, the transforms of inputs and outputs are additions. */
static const double weights_to_points[2][MOST_POINTS][3] = {
	{{1, 0, 0}, {.5, .5, .5}, {.5, -.5, .5}, {0, 0, 1}},
	{{1. / 4, 0, 0}, {-1. / 6, -1. / 6, -1. / 6}, {-1. / 6, 1. / 6, -1. / 6},
		{1. / 24, 1. / 12, 1. / 6}, {1. / 24, -1. / 12, 1. / 6}, {0, 0, 1}},
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

/* A kernel's nine weights, transformed. */
static void
transform(const struct winograd *g, const double *kernel, double *point)
{
	const double(*to)[3] = weights_to_points[table_of(g)];

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
				       fabs(weights_to_points[n][p][k]) * inputs;
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

/* Transforms the weights of one output and input channel. The points are stored `step`
   elements apart, from element k on. */
static void
transform_filter(struct winograd *g, const struct operand *given, int64_t filter,
	int64_t k, int64_t step, void *to)
{
	const struct window_plan *w = &g->plan->window;
	double kernel[9], point[MOST_POINTS * MOST_POINTS];

	for (int i = 0; i < 9; i++)
		kernel[i] = operand_number(
			given, window_weight(w, filter / w->ic, filter % w->ic, i));
	transform(g, kernel, point);
	for (int64_t i = 0; i < g->kernels; i++)
		if (g->weights.dtype == DTYPE_FLOAT64)
			((double *)to)[k + i * step] = point[i];
		else
			((float *)to)[k + i * step] = (float)point[i];
}

void
winograd_transform(struct winograd *g, const struct operand *given, struct arena *arena)
{
	const struct tile_plan *p = g->plan;
	int64_t ic = p->window.ic, k = 0;
	void *to;

	g->weights = *given;
	g->weights.dtype = p->sum;
	g->weights.nelement = winograd_weights(g);
	/* Zeros for lanes beyond the channels. */
	to = arena_alloc(arena, (size_t)g->weights.nelement * dtype_info[p->sum].size);
	for (int64_t group = 0; group < p->window.group; group++)
		for (size_t b = 0; b < p->noc_block; b++) {
			const struct oc_block *block = &p->oc_block[b];
			int64_t step = ic * block->lanes, size = g->kernels * step;
			int64_t n = block->channels;

			for (int64_t i = 0; i < block->count * n * ic; i++)
				transform_filter(g, given,
					(group * p->window.oc + block->first) * ic + i,
					k + i / ic / n * size + i % ic * block->lanes +
						i / ic % n,
					step, to);
			k += block->count * size;
		}
	g->weights.constant = to;
}
