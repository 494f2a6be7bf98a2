#include "kernels/common/tiles.h"
#include "kernels/direct_ow/direct_ow.h"

#include "arena.h"
#include "checked.h"
#include "processor.h"

/* How output positions are cut into tiles of kernel_direct_ow: ways are tried, and what
   they would take is counted. */

enum {
	ROWS_TRIED = 6,   /* numbers of rows that are tried for a tile */
	SHARED_ROWS = 3,  /* those of a tile with several channels */
	MOST_VECTORS = 4, /* vectors along a row */
	FEW_VECTORS = 4,  /* that are as fast when each term names its weight */
	HOT_CODE = 1200,  /* terms of one function, and of all of a class */
	ALL_CODE = 5000,
	TERM_BYTES = 22 /* of machine code, with its part of loads and the like */
};
static const int64_t rows_tried[ROWS_TRIED] = {1, 2, 3, 4, 6, 8};
static const double CODE_COST = 0.014; /* of the time: what twice the code has to save */

/* A class' tiles on their way, for one way of cutting. */
struct columns {
	struct tiles *tiles;
	struct channel_class *class;
	const struct target *target;
	const int *order;     /* of struct vector_code, where there is one channel */
	size_t group;         /* vectors whose sums are kept at a time */
	bool by_row;          /* vectors are of one row each */
	bool several_groups;  /* whether a function may have several groups */
	enum weights weights; /* of struct vector_code */
	uint64_t code;        /* terms written out */
	double time;          /* vector operations of all calls */
	double least;  /* in the best way so far, its code weighed; it has to be less */
	bool refused;  /* it is not, or there are more sums than registers */
	bool too_long; /* refused for the length of its code */
	bool outdone;  /* some way was refused for its time */
	struct arena *arena; /* what is being tried lives there */
};

/* How often a patch's function is called, looped taps included. */
static double
calls_of(const struct columns *c, const struct patch *patch)
{
	double calls = (double)c->class->count;

	for (int i = 0; i < c->tiles->window.naxis; i++) {
		calls *= (double)patch->cut[i]->count;
		if (patch->looped[i])
			calls *= (double)(patch->cut[i]->ntap + 1);
	}
	return calls;
}

static bool
plan_patch(struct patch *patch, void *context)
{
	struct columns *c = context;
	struct vector_code code = {
		.group = c->group, .order = c->class->channels == 1 ? c->order : NULL};
	size_t *first;
	size_t ntile = c->class->ntile;
	double calls = calls_of(c, patch);
	uint64_t size;

	if (c->time + calls * columns_least_time(patch, c->class->channels) >= c->least) {
		c->outdone = c->refused = true;
		return false;
	}
	first = find_columns(patch, c->by_row, &code, c->arena);
	if (c->weights == WEIGHTS_BY_ROW || code.ncolumn > FEW_VECTORS)
		code.weights = c->weights;
	if ((code.ncolumn > c->group && !c->several_groups) ||
		!find_terms(
			patch, first, c->class->channels, HOT_CODE, &code, c->arena)) {
		c->too_long = c->refused = true;
		return false;
	}
	patch_call(patch, c->class, TILE_VECTOR_COLUMNS, &code, c->arena);
	c->time += calls *
		   columns_time(patch, c->class->channels, &code, c->target->registers);
	size = code.nterm * (uint64_t)c->class->channels;
	if (c->class->ntile > ntile)
		c->code += size;
	c->too_long = c->code > ALL_CODE;
	c->outdone |= c->time >= c->least;
	c->refused = c->too_long || c->time >= c->least;
	return !c->refused;
}

/* A way of cutting: rows of a tile, and vectors along a row, 0 for whole rows. */
struct shape_of_tile {
	int64_t rows, vectors;
};

/* Whether tiles of several vectors compute many of a row's outputs twice. */
static bool
repeats(int64_t outputs, int64_t lanes, int64_t vectors)
{
	return 4 * ceil_div(outputs, vectors * lanes) * vectors >
	       5 * ceil_div(outputs, lanes);
}

/* Whether a class can be cut in a way; how its axes are cut. */
static bool
find_cutting(const struct columns *c, const struct shape_of_tile *shape,
	const bool *looped, struct cutting *how)
{
	const struct window_plan *w = &c->tiles->window;
	int inner = w->naxis - 1, lanes = c->tiles->vector->lanes;
	const struct axis *row = &w->axis[inner];
	bool whole_rows = !looped[inner] || row->nspan == 1;

	if (shape->vectors > 1 && repeats(row->out, lanes, shape->vectors))
		return false;
	/* These are tried as whole rows. */
	if (shape->vectors == 1 && row->out <= lanes && whole_rows)
		return false;
	/* What rows share is kept from tap to tap. */
	if (shape->rows > 1 && shape->vectors && c->class->channels > 1 &&
		c->target->registers <= 16)
		return false;
	if (shape->rows > 1 &&
		(!inner || looped[inner - 1] || shape->rows > w->axis[inner - 1].out))
		return false;
	if (!shape->vectors && (row->out * shape->rows > 64 * lanes || !whole_rows))
		return false;
	for (int i = 0; i < w->naxis; i++) {
		how[i].size = 1;
		how[i].looped = looped[i];
	}
	if (inner)
		how[inner - 1].size = shape->rows;
	how[inner].size = shape->vectors ? shape->vectors * lanes : row->out;
	how[inner].exact = shape->vectors;
	return true;
}

/* Takes a class' functions and calls away. */
static void
clear_class(struct channel_class *class)
{
	class->nest = NULL;
	class->tile = NULL;
	class->nnest = class->ntile = 0;
}

/* Plans a class in one way. Returns false when that is no way for it, or not better than
   the best one. */
static bool
try_shape(struct columns *c, const struct shape_of_tile *shape, const bool *looped,
	uint64_t limit, struct arena *arena)
{
	struct cutting how[MAX_AXIS] = {{0}};

	c->too_long = c->refused = false;
	if (!find_cutting(c, shape, looped, how) || !patches_are_small(c->tiles, how))
		return false;
	clear_class(c->class);
	c->code = 0;
	c->time = 0;
	c->by_row = shape->vectors;
	c->arena = arena;
	return for_each_patch(c->tiles, how, limit, plan_patch, c, arena) <= limit &&
	       !c->refused;
}

/* The time of a way of cutting, longer for longer code; far longer where that comes from
   behind the nearest cache for each plane. */
static double
weighed_time(const struct columns *c)
{
	const struct processor *p = c->target->processor;
	double time = c->time, bytes = TERM_BYTES * (double)c->code;

	if (bytes > (double)p->code_bytes)
		time += bytes / p->fetch * p->units[WIDTH_FULL][UNIT_ARITHMETIC];
	for (uint64_t code = c->code; code > 1; code /= 2)
		time *= 1 + CODE_COST;
	return time;
}

/* The best way of cutting a class so far. */
struct cut_class {
	struct channel_class class;
	double time;
	struct arena kept; /* the class lives there */
};

/* Tries tiles of so many vectors along a row, or of whole rows, with more and with fewer
   rows. Where rows share inputs, fewer of them are no better when some are not. */
static void
try_rows(struct columns *c, int64_t vectors, const bool *looped, uint64_t limit,
	struct cut_class *best)
{
	const struct window_plan *w = &c->tiles->window;
	const struct axis *above = &w->axis[w->naxis > 1 ? w->naxis - 2 : 0];
	bool share = w->naxis > 1 && above->kernel > above->stride;
	struct arena own = {0}; /* one try's */

	/* Several channels share what is loaded; one wants rows that do. */
	for (size_t i = c->class->channels > 1 ? SHARED_ROWS : ROWS_TRIED; i-- > 0;) {
		struct shape_of_tile shape = {rows_tried[i], vectors};
		bool possible = try_shape(c, &shape, looped, limit, &own);

		if (possible && weighed_time(c) < c->least) {
			best->class = *c->class;
			best->time = c->time;
			c->least = weighed_time(c);
			arena_free(&best->kept);
			arena_take(&best->kept, &own);
		} else if (share && (possible || (c->refused && !c->too_long))) {
			break;
		}
		arena_clear(&own);
	}
	arena_free(&own);
}

/* Plans a class in the way that takes the fewest operations. */
static bool
find_shape(struct columns *c, const bool *looped, uint64_t limit, struct arena *arena)
{
	struct cut_class best = {.time = 0};

	for (int64_t vectors = MOST_VECTORS; vectors >= 0; vectors--)
		try_rows(c, vectors, looped, limit, &best);
	if (!best.class.nnest)
		return false;
	*c->class = best.class;
	c->time = best.time;
	arena_take(arena, &best.kept);
	return true;
}

/* Plans a class for less than c->least. The taps of outer axes are loops where written
   out they are too many. */
static bool
plan_class(struct columns *c, uint64_t limit, struct arena *arena)
{
	const struct window_plan *w = &c->tiles->window;
	bool looped[MAX_AXIS] = {false};
	int64_t registers = c->target->registers;
	bool alone = w->ic == 1;
	int axis = 0;

	c->outdone = false;
	for (;;) {
		c->weights = choose_weights(
			c->tiles, c->class->channels, looped, c->target->registers);
		c->several_groups = alone && c->weights != WEIGHTS_BY_ROW;
		c->group = (size_t)((registers - (alone ? registers / 4 : 4)) /
				    c->class->channels);
		if (find_shape(c, looped, limit, arena))
			return true;
		while (axis < w->naxis && w->axis[axis].kernel == 1)
			axis++;
		if (axis == w->naxis || c->outdone)
			return false;
		looped[axis++] = true;
		alone = false;
	}
}

bool
cut_columns(struct tiles *t, const struct target *target, const struct vector_type *type,
	double *best, uint64_t limit, struct arena *arena)
{
	struct columns c = {.tiles = t, .target = target};
	const struct axis *row = &t->window.axis[t->window.naxis - 1];
	int *order = arena_array(arena, int, type->lanes);
	double time = 0;

	if (find_order(type, row->stride, order))
		c.order = order;
	t->vector = type;
	for (size_t i = 0; i < t->nclass; i++)
		clear_class(&t->class[i]);
	for (size_t i = 0; i < t->nclass; i++) {
		c.class = &t->class[i];
		c.least = *best - time;
		if (!plan_class(&c, limit, arena))
			return false;
		time += c.time;
	}
	*best = time;
	return true;
}
