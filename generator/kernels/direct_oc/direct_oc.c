#include "kernels/direct_oc/direct_oc.h"
#include "kernels/common/tile_code.h"

#include "arena.h"
#include "checked.h"

/* Dense convolutions: the lanes of a vector are output channels, each input is one number
   that all of them multiply. */

enum {
	SPARE = 2,        /* registers that are no sums, beside those of weights */
	SUMS = 16,        /* of vectors of CACHE_LINE bytes, where the weights are near */
	SPARE_FAR = 6,    /* registers that are no sums, where they are far */
	NEAR = 48 * 1024, /* bytes of weights that soon come from the nearest cache */
	LONG = 16 * 1024, /* bytes of weights that are asked for ahead, where each has one
			     tap */
	AHEAD = 2048,     /* so many bytes */
	NEAREST = 32 * 1024,  /* bytes that the nearest cache has, at least */
	MOST_SUMS = 16 * 1024 /* of a plane's sums, in memory */
};

/* Bytes of the packed weights of one vector of output channels. */
static double
panel_bytes(const struct window_plan *w, const struct target *target)
{
	return terms_of_output(w) * target->vector_bytes;
}

/* Vectors of output channels that a tile has. One, where a vector is a line of the cache:
   instructions then take their inputs straight from memory, and few planes are written at
   a time. Fewer too where they are packed at run time and would fill the cache. */
static int
find_vectors(const struct tiles *t, const struct target *target)
{
	int vectors = target->vector_bytes == 16 && target->registers > 16 ? 4 : 2;

	if (target->vector_bytes == CACHE_LINE)
		return 1;
	while (t->packs && vectors > 1 &&
		panel_bytes(&t->window, target) * vectors > PANEL_LIMIT / 2)
		vectors /= 2;
	return vectors;
}

/* Sums that a tile keeps in registers. As many as go are not the fastest: from few, whole
   lines of outputs are stored; from more, far weights are loaded less often. */
static int64_t
find_sums(const struct tiles *t, const struct target *target)
{
	if (target->vector_bytes != CACHE_LINE)
		return target->registers - SPARE - find_vectors(t, target);
	return panel_bytes(&t->window, target) > NEAR ? target->registers - SPARE_FAR
						      : SUMS;
}

/* The functions that a tile's outputs are stored with, a part of its channels at a time.
 */
static void
add_stores_of_tile(struct tiles *t, const struct tile *tile, struct arena *arena)
{
	const struct vector_code *code = tile->code;
	int64_t part = channels_of_part(t), rest = tile->channels % part;

	for (size_t r = 0; r < code->nrun; r++) {
		int64_t positions = (int64_t)code->run[r].count;
		struct store whole = {positions, part, tile->lanes};
		struct store last = {positions, rest, tile->lanes};

		if (tile->channels >= part)
			tiles_add_store(t, whole, arena);
		if (rest)
			tiles_add_store(t, last, arena);
	}
}

/* Whether the loop over blocks of input channels is the outermost: where the inputs of a
   block stay in the nearest cache for all tiles of positions, and all weights of a tile
   of output channels would fill half of it. Measured: where windows have several taps, or
   registers are many, that is no gain. */
static bool
takes_blocks(const struct schedule *schedule, const struct tiles *t)
{
	const struct settings *settings = &schedule->settings;
	int64_t size = (int64_t)dtype_info[t->spelling.accumulator].size;

	if (t->registers > 16 || t->taps > 1 || t->nblock == 1 ||
		t->last_block != t->block || t->plane_in > NEAREST / (t->block * size) ||
		t->window.ic <= NEAREST / 2 / (t->class[0].lanes * size) ||
		settings->unroll == UNROLL_FULL ||
		settings->kernel == &kernel_unrolled_vector)
		return false;
	for (size_t i = 0; i < t->nclass; i++) {
		const struct channel_class *class = &t->class[i];

		if (class->inside || class->channels % channels_of_part(t) ||
			class->channels == channels_of_part(t) ||
			t->plane_out > MOST_SUMS / (class->lanes * size))
			return false;
		for (size_t k = 0; k < class->ntile; k++)
			if (!class->tile[k]->code->ntap ||
				class->tile[k]->positions == t->plane_out)
				return false;
	}
	return true;
}

/* The functions that a plane's sums are stored with, a vector of positions at a time. */
static void
add_stores_of_plane(struct tiles *t, int64_t step, struct arena *arena)
{
	int64_t part = channels_of_part(t), lanes = t->vector->lanes;
	int64_t rest = t->plane_out % lanes;

	if (t->plane_out >= lanes)
		tiles_add_store(t, (struct store){lanes, part, step}, arena);
	if (rest)
		tiles_add_store(t, (struct store){rest, part, step}, arena);
}

static void
add_stores(struct tiles *t, struct arena *arena)
{
	for (size_t i = 0; i < t->nclass; i++) {
		const struct channel_class *class = &t->class[i];

		if (t->by_blocks)
			add_stores_of_plane(t, class->lanes, arena);
		for (size_t k = 0; !t->by_blocks && k < class->ntile; k++)
			add_stores_of_tile(t, class->tile[k], arena);
	}
}

/* Narrow vectors where they hold a group's output channels. */
static const struct vector_type *
find_type(const struct target *target, const struct operand *dst, int64_t oc,
	struct arena *arena)
{
	const struct vector_type *narrow = narrow_type_of(target, dst->dtype, arena);

	return narrow && oc <= narrow->lanes ? narrow
					     : vector_type_of(target, dst->dtype, arena);
}

static bool
plan_channels(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct target *target = schedule->target;
	struct tiles *t = tiles_begin(schedule, arena);
	int64_t oc = t->window.oc, wide, sums = find_sums(t, target);

	schedule->u.tiles = t;
	t->registers = target->registers;
	t->vector = find_type(target, &schedule->plan->dst, oc, arena);
	if (t->taps == 1 && panel_bytes(&t->window, target) > LONG)
		t->ahead = AHEAD / (int64_t)dtype_info[t->spelling.accumulator].size;
	if (!t->packed)
		tiles_pack(t);
	wide = find_vectors(t, target) * t->vector->lanes;
	tiles_add_classes(t, wide, t->vector->lanes);
	for (size_t i = 0; i < t->nclass; i++) {
		struct channel_class *class = &t->class[i];
		uint64_t patches = direct_oc_plan_class(
			t, class, sums, max_output / REGION_BYTES, arena);

		schedule->estimate =
			count_add(schedule->estimate, count_mul(patches, REGION_BYTES));
		if (schedule->estimate > max_output)
			return false;
	}
	tiles_order(t);
	tiles_find_late(t);
	t->by_blocks = takes_blocks(schedule, t);
	add_stores(t, arena);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;

	if (!w->reduction->weighted)
		return "it is for Conv";
	if (!w->ic)
		return "there are no input channels";
	if (!plan->weights->constant && panel_bytes(w, target) > PANEL_LIMIT)
		return "so many weights cannot be packed at run time";
	return NULL;
}

const struct kernel kernel_direct_oc = {
	.name = "direct-oc",
	.kind = PLAN_WINDOW,
	.loops = true,
	.vectors = true,
	.summary = "vectors of output channels by output positions, taps written out",
	.obstacle = obstacle,
	.plan = plan_channels,
	.lower = tiles_lower,
};
