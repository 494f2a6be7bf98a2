#include "kernels/winograd/winograd.h"

#include "kernels/winograd/lower.h"

#include "arena.h"
#include "checked.h"

/* Winograd's minimal filtering, F(2x2, 3x3) and F(4x4, 3x3): tiles of inputs and kernels
   are transformed, multiplied point by point, summed over the input channels, and
   transformed back. Lanes are output channels where products are summed, and tiles where
   inputs are transformed. */

enum {
	SPARE = 4, /* registers that are no sums: weights, an input */
	TILE_CHANNELS_ROOM =
		256, /* channels' worth of scratch of one tile beside the inputs */
	FUNCTION_BYTES = 2000 /* of code */
};

/* The functions that store so many outputs of a row. */
static void
add_stores(struct tiles *t, int64_t outputs, struct arena *arena)
{
	int64_t lanes = t->vector->lanes;

	for (size_t c = 0; c < t->nclass; c++)
		for (int64_t at = 0; at < t->class[c].channels; at += lanes) {
			int64_t left = t->class[c].channels - at;
			struct store store = {lanes, left < lanes ? left : lanes, lanes};

			if (outputs >= lanes)
				tiles_add_store(t, store, arena);
			store.positions = outputs % lanes;
			if (store.positions)
				tiles_add_store(t, store, arena);
		}
}

static void
find_stores(const struct winograd *g, struct tiles *t, struct arena *arena)
{
	const struct axis *axis = &t->window.axis[1];

	for (size_t k = 0; k < g->ncut[1]; k++) {
		const struct winograd_cut *cut = &g->cut[1][k];

		for (int64_t at = 0; at < cut->tiles; at += g->part) {
			int64_t left = cut->tiles - at;
			int64_t tiles = left < g->part ? left : g->part;

			add_stores(t, winograd_outputs(g, axis, cut->first + at, tiles),
				arena);
		}
	}
}

static bool
plan_winograd(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct target *target = schedule->target;
	struct tiles *t = tiles_begin(schedule, arena);
	struct winograd *g = arena_new(arena, struct winograd);
	int64_t vectors = target->vector_bytes == 16 && target->registers > 16 ? 4 : 2;
	int64_t wide;

	schedule->u.tiles = t;
	t->winograd = g;
	t->weights = &g->weights;
	t->order = "transformed; stored by tile of output channels, point, input "
		   "channel, output channel";
	t->vector = vector_type_of(target, schedule->plan->dst.dtype, arena);
	wide = vectors * t->vector->lanes;
	tiles_add_classes(t, wide, t->vector->lanes);
	g->outputs = schedule->tile;
	g->points = g->outputs + 2;
	g->kernels = g->points * g->points;
	g->positions = (target->registers - SPARE) / vectors;
	winograd_cut_plane(g, t, arena);
	g->below = winograd_below_of(g, t);
	find_stores(g, t, arena);
	winograd_transform(g, t, schedule->plan->weights, arena);
	schedule->bound = winograd_bound(g, t);
	schedule->estimate = (g->ncut[0] * g->ncut[1] + 2 * t->nclass) * FUNCTION_BYTES;
	return schedule->estimate <= max_output;
}

static const char *
axis_obstacle(const struct axis *axis)
{
	if (axis->kernel != 3)
		return "it needs a kernel of 3 by 3";
	if (axis->stride != 1)
		return "it needs stride 1";
	if (axis->dilation != 1)
		return "it needs dilation 1";
	return axis->pad_begin < 0 || axis->pad_end < 0 ? "it needs pads of 0 or more"
							: NULL;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	size_t size = dtype_info[dtype_accumulator(plan->dst.dtype)].size;

	(void)target;
	if (!w->reduction->weighted)
		return "it is for Conv";
	if (!w->ic)
		return "there are no input channels";
	if (w->naxis != 2)
		return "it needs two spatial axes";
	for (int i = 0; i < w->naxis; i++)
		if (axis_obstacle(&w->axis[i]))
			return axis_obstacle(&w->axis[i]);
	if (!constant_is_finite(plan->weights))
		return "it needs constant weights, all finite";
	if ((uint64_t)(w->ic + TILE_CHANNELS_ROOM) * 36 * size > WINOGRAD_SCRATCH)
		return "a tile of so many input channels does not fit on the stack";
	return NULL;
}

const struct kernel kernel_winograd = {
	.name = "winograd",
	.kind = PLAN_WINDOW,
	.loops = true,
	.vectors = true,
	.fast = true,
	.summary = "transformed tiles of inputs and weights, multiplied point by point",
	.obstacle = obstacle,
	.plan = plan_winograd,
	.lower = winograd_lower,
};
