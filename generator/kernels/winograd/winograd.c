#include "kernels/winograd/winograd.h"

#include "base/arena.h"
#include "base/checked.h"
#include "plan/epilogue.h"

/* Winograd's minimal filtering, F(2x2, 3x3) and F(4x4, 3x3): tiles of inputs and kernels
   are transformed, multiplied point by point, summed over the input channels, and
   transformed back. Lanes are output channels where products are summed, and tiles where
   inputs are transformed. */

enum {
	TILE_CHANNELS_ROOM = 256 /* scratch of a tile besides its inputs, in channels */
};

/* Adds the functions that store so many outputs of a row. */
static void
add_stores(struct winograd *g, int64_t outputs, struct arena *arena)
{
	const struct tile_plan *p = g->plan;
	int64_t lanes = p->vector->lanes;

	for (size_t b = 0; b < p->noc_block; b++)
		for (int64_t at = 0; at < p->oc_block[b].channels; at += lanes) {
			int64_t channels = min_of(p->oc_block[b].channels - at, lanes);

			for (int64_t from = 0; from < outputs; from += lanes)
				stores_add(&g->stores,
					(struct store){min_of(outputs - from, lanes),
						channels, lanes},
					arena);
		}
}

static void
find_stores(struct winograd *g, struct arena *arena)
{
	for (size_t k = 0; k < g->nrange[1]; k++) {
		const struct tile_range *range = &g->range[1][k];

		for (int64_t at = 0; at < range->tiles; at += g->part)
			add_stores(g,
				winograd_outputs(g, 1, range->first + at,
					min_of(range->tiles - at, g->part)),
				arena);
	}
}

static bool
plan_winograd(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct target *target = schedule->target;
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	struct winograd *g = arena_new(arena, struct winograd);
	struct tile_room room = tile_room_of_channels(target, 0);
	struct tile_shape shape = tile_shape_of(&room);

	schedule->own = g;
	p->vector = vector_type_of(target, p->sum, arena);
	tile_plan_add_blocks(p, shape.vectors * p->vector->lanes, p->vector->lanes);
	g->plan = p;
	g->outputs = schedule->tile;
	g->points = g->outputs + 2;
	g->kernels = g->points * g->points;
	g->segments = g->outputs == 4 ? 5 : 4;
	p->taps = g->kernels; /* of packed weights */
	g->positions = shape.rows;
	winograd_cut_plane(g, arena);
	find_stores(g, arena);
	winograd_transform(g, schedule->plan->weights, arena);
	if (!operand_is_finite(&g->weights)) {
		schedule->why = "a sum of its weights is too large";
		return false;
	}
	schedule->weights = (struct stored_weights){.operand = &g->weights,
		.transformed = &g->transformed,
		.n = g->weights.nelement,
		.order = "transformed; stored by tile of output channels, point, input "
			 "channel, output channel"};
	schedule->note = arena_format(arena,
		"tiles of %lld by %lld outputs are transformed: ", (long long)g->outputs,
		(long long)g->outputs);
	schedule->bound = winograd_bound(g);
	return schedule_may_fit(
		schedule, g->nrange[0] * g->nrange[1] + p->noc_block, max_output);
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
	size_t size = dtype_info[plan->sum].size;

	(void)target;
	if (!w->reduction->weighted)
		return "it is for Conv";
	if (!window_is_planar(w))
		return "it needs planes, layout NCHW";
	if (!w->ic)
		return "there are no input channels";
	if (w->naxis != 2)
		return "it needs two spatial axes";
	for (int i = 0; i < w->naxis; i++)
		if (axis_obstacle(&w->axis[i]))
			return axis_obstacle(&w->axis[i]);
	if (!operand_is_finite(plan->weights))
		return "it needs constant weights, all finite";
	if ((uint64_t)(w->ic + TILE_CHANNELS_ROOM) * 36 * size > SCRATCH_BYTES)
		return "a tile of so many input channels does not fit on the stack";
	return NULL;
}

const struct kernel kernel_winograd = {
	.name = "winograd",
	.kind = PLAN_WINDOW,
	.vectors = true,
	.fast = true,
	.summary = "transformed tiles of inputs and weights, multiplied point by point",
	.obstacle = obstacle,
	.plan = plan_winograd,
	.lower = winograd_lower,
};
