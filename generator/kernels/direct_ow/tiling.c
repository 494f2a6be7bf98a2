#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <math.h>
#include <string.h>

/* How output positions are cut into tiles: several ways are tried, and their time is
   estimated. */

enum {
	ROWS_TRIED = 6,  /* numbers of rows tried for a tile */
	SHARED_ROWS = 3, /* rows of a tile with several channels */
	FEW_VECTORS =
		4 /* vectors with which it is as fast if each term loads its weight */
};
static const int64_t rows_tried[ROWS_TRIED] = {1, 2, 3, 4, 6, 8};

/* The search for an oc_block's micro-kernels, in one way of cutting. */
struct search {
	struct tile_plan *plan;
	struct oc_block *block;
	const int *order;      /* as in struct ow_kernel */
	bool looped[MAX_AXIS]; /* the axes whose taps are loops */
	size_t group;          /* vectors whose sums are kept at a time */
	bool several_groups;   /* whether a function may have several groups */
	int64_t most, vectors; /* the most along a row; 0: vectors of whole rows */
	int tail;              /* lanes of the vectors of short columns */
	enum weights weights;  /* of struct ow_kernel */
	uint64_t code;         /* terms written out */
	double time;           /* vector operations of all calls */
	bool too_slow;         /* refused: not better than the best way */
	bool too_long;         /* refused: long code, or more sums than registers */
	bool outdone;          /* some way was refused for its time */
	uint64_t limit;
	struct arena *arena; /* the memory of what is being tried */

	/* The best way so far, its memory, and its weighed time, which must be beaten. */
	struct oc_block best;
	struct arena kept;
	double least;
};

/* How the weights of written-out taps are broadcast. */
static enum weights
choose_weights(const struct search *s)
{
	const struct window_plan *w = &s->plan->window;
	int64_t taps = 1;

	/* Measured: the shuffles of larger strides leave no registers for weights. */
	if (!w->reduction->weighted || s->block->channels > 1 ||
		w->axis[w->naxis - 1].stride > 2)
		return WEIGHTS_NAMED;
	for (int i = 0; i < w->naxis; i++)
		taps *= s->looped[i] ? 1 : w->axis[i].kernel;
	return 4 * taps <= 3 * s->plan->target->registers ? WEIGHTS_BY_TAP
							  : WEIGHTS_BY_ROW;
}

/* The number of calls of a block's function, loops over taps included. */
static double
calls_of(const struct search *s, const struct output_block *block)
{
	double calls = (double)s->block->count;

	for (int i = 0; i < s->plan->window.naxis; i++) {
		calls *= (double)block->tile[i]->count;
		if (block->looped[i])
			calls *= (double)(block->tile[i]->ntap + 1);
	}
	return calls;
}

static bool
same_code(const struct micro_kernel *x, const struct micro_kernel *y)
{
	const struct ow_kernel *a = x->own, *b = y->own;
	bool same = x->positions == y->positions && a->group == b->group &&
		    a->flows == b->flows && same_array(a, b, load) &&
		    a->npermute == b->npermute && same_array(a, b, term) &&
		    same_array(a, b, column);

	for (size_t i = 0; i < a->npermute && same; i++)
		same = same_array(&a->permute[i], &b->permute[i], step);
	return same;
}

/* Whether each vector is stored behind its last term. Measured, where registers would
   hold all sums: divisions take their time among the terms of other vectors, and stores
   of single inputs among loads; maxima and products are faster with their stores at the
   end, and so are averages with the many permutes of large strides. Roots of several sums
   overlap, those of one wait for its terms. */
static bool
flows(const struct ow_draft *d, size_t group)
{
	const struct window_plan *w = &d->plan->window;
	bool single = d->plan->taps == 1;
	bool always = (w->reduction->counts && d->axis->stride <= 2) || single;
	double sums = single && d->kernel->channels == 1 ? 1 : sums_at_a_time(d);

	return d->own->ncolumn > (always ? 1 : group) && !takes_roots(w) &&
	       sums <= (double)group;
}

static bool
plan_block(struct output_block *block, void *context)
{
	struct search *s = context;
	const struct code_room *room = &s->plan->target->processor->tuning.ow.room;
	struct ow_kernel *own = arena_new(s->arena, struct ow_kernel);
	struct micro_kernel kernel = {.channels = s->block->channels, .own = own};
	struct ow_draft draft = {.plan = s->plan,
		.block = block,
		.axis = &s->plan->window.axis[s->plan->window.naxis - 1],
		.kernel = &kernel,
		.own = own,
		.lanes = s->plan->vector->lanes,
		.tail = s->tail,
		.arena = s->arena};
	size_t nkernel = s->block->nkernel;
	double calls = calls_of(s, block);

	s->too_slow = s->time + calls * block_least_time(&draft) >= s->least;
	if (s->too_slow)
		return false;
	own->order = s->order;
	find_columns(&draft, s->vectors);
	if (s->weights == WEIGHTS_BY_ROW || own->ncolumn > FEW_VECTORS)
		own->weights = s->weights;
	own->flows = s->several_groups && flows(&draft, s->group);
	own->group = own->flows ? own->ncolumn : s->group;
	s->too_long = (own->ncolumn > s->group && !s->several_groups) ||
		      !find_terms(&draft, (size_t)room->hot);
	if (s->too_long)
		return false;
	kernel.reads = own->nterm;
	block_call(block, s->block, &kernel, same_code, s->arena);
	s->time += calls * block_time(&draft);
	if (s->block->nkernel > nkernel)
		s->code += own->nterm * (uint64_t)kernel.channels;
	s->too_long = s->code > (uint64_t)room->all;
	s->too_slow = s->time >= s->least;
	return !s->too_long && !s->too_slow;
}

/* Whether an oc_block can be cut into tiles of so many rows; fills in how its axes are
   cut. */
static bool
find_tiling(const struct search *s, int64_t rows, struct tiling *how)
{
	int64_t vectors = s->vectors;
	const struct window_plan *w = &s->plan->window;
	int inner = w->naxis - 1, lanes = s->plan->vector->lanes;
	const struct axis *row = &w->axis[inner];
	bool whole_rows = !s->looped[inner] || row->nspan == 1;

	/* Tried with fewer vectors, or as whole rows. */
	if (vectors && whole_rows && row->out <= max_of(vectors - 1, rows == 1) * lanes)
		return false;
	/* Rows that share no loads can share vectors. */
	if (vectors == 1 && row->out < lanes && whole_rows && windows_are_apart(w))
		return false;
	/* What rows share stays in registers from tap to tap. */
	if (rows > 1 && vectors && s->block->channels > 1 &&
		s->plan->target->registers <= 16)
		return false;
	if (rows > 1 && (!inner || s->looped[inner - 1] || rows > w->axis[inner - 1].out))
		return false;
	if (!vectors && (row->out * rows > 64 * lanes || !whole_rows))
		return false;
	for (int i = 0; i < w->naxis; i++)
		how[i] = (struct tiling){.size = 1, .looped = s->looped[i]};
	if (inner)
		how[inner - 1].size = rows;
	how[inner].size = vectors ? vectors * lanes : row->out;
	how[inner].whole = !vectors || s->plan->once ? 0 : s->tail ? s->tail : lanes;
	return true;
}

/* Plans an oc_block in one way. Returns false if that is impossible, or no better than
   the best so far. */
static bool
try_shape(struct search *s, int64_t rows)
{
	struct tiling how[MAX_AXIS];
	uint64_t blocks;

	s->too_long = s->too_slow = false;
	if (!find_tiling(s, rows, how) || !blocks_are_small(s->plan, how))
		return false;
	s->block->nest = NULL;
	s->block->kernel = NULL;
	s->block->nnest = s->block->nkernel = 0;
	s->code = 0;
	s->time = 0;
	blocks = for_each_block(s->plan, how, s->limit, plan_block, s, s->arena);
	s->outdone |= s->too_slow;
	return blocks <= s->limit && !s->too_long && !s->too_slow;
}

/* The estimated time, increased for longer code, and much more if the code leaves the
   nearest cache between planes. */
static double
weighed_time(const struct search *s)
{
	const struct processor *p = s->plan->target->processor;
	double time = s->time, bytes = p->tuning.ow.term_bytes * (double)s->code;

	if (bytes > (double)p->code_bytes)
		time += bytes / p->fetch * p->units[WIDTH_FULL][UNIT_ARITHMETIC];
	for (uint64_t code = s->code; code > 1; code /= 2)
		time *= 1 + p->tuning.ow.code;
	return time;
}

/* Tries tiles with different numbers of rows. If rows share inputs, stops at the first
   number that is no better, unless loads matter: how many lie on two lines goes up and
   down with the rows. */
static void
try_rows(struct search *s)
{
	const struct window_plan *w = &s->plan->window;
	const struct axis *above = &w->axis[w->naxis > 1 ? w->naxis - 2 : 0];
	bool share =
		w->naxis > 1 && above->kernel > above->stride && !loads_matter(s->plan);
	struct arena own = {0}; /* of one trial */

	s->arena = &own;
	/* Several channels share loads; a single one needs rows that do. */
	for (size_t i = s->block->channels > 1 ? SHARED_ROWS : ROWS_TRIED; i-- > 0;) {
		bool possible = try_shape(s, rows_tried[i]);

		if (possible && weighed_time(s) < s->least) {
			s->best = *s->block;
			s->least = weighed_time(s);
			arena_free(&s->kept);
			arena_take(&s->kept, &own);
		} else if (share && (possible || (s->too_slow && !s->too_long))) {
			break;
		}
		arena_clear(&own);
	}
	arena_free(&own);
}

/* Plans an oc_block in the way with the least time. The taps of outer axes become loops
   if there are too many to write out. */
static bool
tile_block(struct search s, struct arena *arena)
{
	const struct window_plan *w = &s.plan->window;
	int64_t registers = s.plan->target->registers;
	bool alone = w->ic == 1;
	int axis = 0;

	s.least = HUGE_VAL;
	for (;;) {
		s.weights = choose_weights(&s);
		s.several_groups = alone && s.weights != WEIGHTS_BY_ROW;
		s.group = (size_t)((registers - (alone ? registers / 4 : 4)) /
				   s.block->channels);
		for (s.vectors = s.most; s.vectors >= 0; s.vectors--)
			try_rows(&s);
		if (s.best.nnest) {
			*s.block = s.best;
			arena_take(arena, &s.kept);
			return true;
		}
		while (axis < w->naxis && w->axis[axis].kernel == 1)
			axis++;
		if (axis == w->naxis || s.outdone)
			return false;
		s.looped[axis++] = true;
		alone = false;
	}
}

/* The lanes of vectors for columns that do not fill half of one; 0: there are none, as
   shuffles of strides, and functions of terms, are for one width. */
static int
tail_of(const struct tile_plan *p, struct arena *arena)
{
	const struct axis *row = &p->window.axis[p->window.naxis - 1];
	const struct vector_type *narrow = narrow_type_of(p->target, p->sum, arena);
	bool one = row->stride > 1 || p->window.reduction->calls;

	return narrow && !p->vector->narrow && !one ? narrow->lanes : 0;
}

bool
direct_ow_tile(
	struct tile_plan *plan, int64_t vectors, uint64_t limit, struct arena *arena)
{
	struct search s = {.plan = plan,
		.most = vectors,
		.tail = tail_of(plan, arena),
		.limit = limit};
	const struct axis *row = &plan->window.axis[plan->window.naxis - 1];
	int *order = arena_array(arena, int, plan->vector->lanes);

	if (find_order(plan->vector, row->stride, order))
		s.order = order;
	for (size_t b = 0; b < plan->noc_block; b++) {
		s.block = &plan->oc_block[b];
		if (!tile_block(s, arena))
			return false;
	}
	return true;
}
