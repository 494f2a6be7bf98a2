#include "kernels/channels.h"

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
	TRANSPOSE_COST = 6,      /* vector operations for each vector of outputs */
	SMALL_TRANSPOSE_COST = 9 /* those of the small tiles of 16 registers */
};

/* A narrow vector operation, of one that fills a register: less where the machine's units
   are as wide as a narrow one. Measured there: 0.5. */
static const double NARROW_COST = 0.75;

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

/* The functions that the class' tiles store their outputs with. */
static void
add_stores(struct tiles *t, const struct vector_code *code, int64_t channels,
	struct arena *arena)
{
	struct store *store = (struct store *)t->store;

	for (size_t r = 0; r < code->nrun; r++)
		for (int64_t left = channels; left > 0; left -= t->vector->lanes) {
			struct store s = {(int64_t)code->run[r].count,
				left < t->vector->lanes ? left : t->vector->lanes};
			size_t i = 0;

			while (i < t->nstore && (store[i].positions != s.positions ||
							store[i].channels != s.channels))
				i++;
			if (i < t->nstore)
				continue;
			store = arena_grow(arena, store, t->nstore, sizeof *store);
			store[t->nstore++] = s;
		}
	t->store = store;
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
	int64_t oc = t->window.oc, wide, sums = find_sums(t, target), most = 0;

	schedule->u.tiles = t;
	t->vector = find_type(target, &schedule->plan->dst, oc, arena);
	if (t->taps == 1 && panel_bytes(&t->window, target) > LONG)
		t->ahead = AHEAD / (int64_t)dtype_info[t->spelling.accumulator].size;
	if (!t->packed)
		tiles_pack(t);
	wide = find_vectors(t, target) * t->vector->lanes;
	tiles_add_classes(t, wide, t->vector->lanes);
	for (size_t i = 0; i < t->nclass; i++) {
		struct channel_class *class = &t->class[i];
		uint64_t patches = channels_plan_class(
			t, class, sums, max_output / REGION_BYTES, arena);

		schedule->estimate =
			count_add(schedule->estimate, count_mul(patches, REGION_BYTES));
		if (schedule->estimate > max_output)
			return false;
		for (size_t k = 0; k < class->ntile; k++) {
			int64_t n = class->tile[k]->positions * class->lanes;

			most = t->nblock > 1 && n > most ? n : most;
			add_stores(t, class->tile[k]->code, class->channels, arena);
		}
	}
	tiles_order(t);
	schedule->cost = vector_cost(t, schedule);
	schedule->cost.stack_bytes = (uint64_t)(most + tiles_largest_panel(t)) *
				     dtype_info[t->spelling.accumulator].size;
	return true;
}

static double
estimate_channels(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	int64_t size = (int64_t)dtype_info[dtype_accumulator(plan->dst.dtype)].size;
	int64_t lanes = target->vector_bytes / size;
	bool narrow = w->oc <= target->narrow_bytes / size;
	int transpose = target->registers > 16 ? TRANSPOSE_COST : SMALL_TRANSPOSE_COST;

	if (w->reduction != REDUCE_CONV || !w->ic ||
		(!plan->weights->constant && panel_bytes(w, target) > PANEL_LIMIT))
		return -1;
	/* Each sum costs its multiply-adds and its part of the transposing. */
	return (narrow ? NARROW_COST : (double)ceil_div(w->oc, lanes)) *
	       (terms_of_output(w) + transpose);
}

const struct kernel kernel_channels = {
	.name = "channels",
	.kind = PLAN_WINDOW,
	.loops = true,
	.vectors = true,
	.summary = "vectors of output channels by output positions, taps written out",
	.estimate = estimate_channels,
	.plan = plan_channels,
};
