#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <math.h>
#include <string.h>

/* Estimates of the functions' time, in vector operations; planning.ow of the processor's
   table has the costs. Measured: of some thirty ways to cut a plane, the estimate of code
   (code/time.h) takes slower ones. On a Zen 5, for 47 nodes where the two differ, its
   choice took 1.17 times as long as the fastest way with x86-64-v3 and 1.16 with
   x86-64-v4; this one's 1.08 and 1.18. */

/* The cost of a shuffle or blend of two vectors. */
static double
step_cost(const struct vector_type *v, const struct permute_step *step)
{
	bool blend = true, block = true, first = true;

	if (v->block == v->lanes)
		return 1;
	for (int i = 0; i < v->lanes; i++) {
		int64_t from = step->lane[i] % v->lanes;

		blend &= from == i;
		block &= from / v->block == i / v->block;
		first &= step->lane[i] < v->lanes;
	}
	return blend || block || first ? 1 : 3;
}

/* Independent sums of one channel in flight: vectors of a row, and rows whose windows
   overlap. */
static double
sums_at_a_time(const struct output_block *block, const struct ow_kernel *own)
{
	int above = block->plan->window.naxis - 2;
	double columns = (double)own->ncolumn, overlap, rows;
	const struct axis *a;

	if (above < 0)
		return columns;
	a = &block->plan->window.axis[above];
	overlap = (double)a->kernel / (double)a->stride;
	rows = (double)block->tile[above]->size;
	return columns * fmin(overlap, rows) / rows;
}

/* The cost of weights in variables: those that find no register beside the sums and an
   input are loaded by every term. */
static double
weights_time(const struct output_block *block, const struct ow_kernel *own)
{
	double taps = (double)block->ntap, n = 0;
	/* Of single inputs, each is stored before the next sum begins. */
	double most = own->flows && block->plan->taps == 1 ? 1 : (double)own->group;
	double sums = fmin(sums_at_a_time(block, own), most);
	double outside = fmin(taps, sums + taps + 2 - block->plan->target->registers);

	for (size_t i = 0; i < own->nterm; i++)
		n += (double)own->term[i].fills;
	if (own->weights == WEIGHTS_BY_TAP && outside > 0)
		n += (double)own->nterm * outside / taps;
	return n;
}

/* What a group of vectors has of its inputs. */
struct inputs_made {
	const struct output_block *block;
	const struct ow_kernel *own;
	bool *load, *permute;
};

/* Loads and permutes for a vector of inputs, where its group does not have them. Recurses
   through the permutes that it is made of. */
static double
input_time(const struct inputs_made *made, size_t number)
{
	const struct permute *g = &made->own->permute[number];
	double time = 0;

	if (made->permute[number])
		return 0;
	made->permute[number] = true;
	if (g->base != NO_PERMUTE)
		time += input_time(made, g->base);
	for (size_t k = 0; k < g->nstep; k++) {
		const struct permute_step *step = &g->step[k];

		if (step->permute != NO_PERMUTE) {
			time += input_time(made, step->permute);
		} else if (step->load != NO_LOAD) {
			time += made->load[step->load] ? 0 : 1;
			made->load[step->load] = true;
		}
		if (k || !step->whole)
			time += step_cost(made->block->plan->vector, step);
	}
	return time;
}

/* Loads and permutes: each group of vectors has its own. */
static double
inputs_time(const struct output_block *block, const struct ow_kernel *own)
{
	struct inputs_made made = {block, own,
		arena_array(block->arena, bool, own->nload),
		arena_array(block->arena, bool, own->npermute)};
	double time = 0;

	for (size_t i = 0; i < own->nterm; i++) {
		const struct term *term = &own->term[i];

		if (i && term->sum / own->group != term[-1].sum / own->group) {
			memset(made.load, 0, own->nload * sizeof *made.load);
			memset(made.permute, 0, own->npermute * sizeof *made.permute);
		}
		time += input_time(&made, term->permute);
	}
	return time;
}

/* Vector operations on one input channel: permutes and terms. Lower bound from latency:
   the terms of one accumulator form a dependency chain; chains overlap if they are
   interleaved or within the processor's lookahead. */
static double
channel_time(
	const struct output_block *block, const struct ow_kernel *own, double channels)
{
	const struct planning *price = &block->plan->target->processor->planning;
	double time = inputs_time(block, own), ahead;

	for (size_t i = 0; i < own->nterm; i++) {
		bool again = i && own->term[i].tap == own->term[i - 1].tap;

		time += channels * (own->term[i].lanes == ALL_LANES ? 1 : 2);
		if (channels > 1 && !again)
			time += channels * price->ow.weight;
	}
	if (own->weights)
		time += weights_time(block, own);
	if (channels > 1 || !own->nterm)
		return time;
	ahead = price->ow.in_flight * (double)own->ncolumn / time;
	return fmax(time, price->ow.add * (double)own->nterm /
				  fmax(sums_at_a_time(block, own), ahead));
}

/* Whether a block's inputs were read before, for earlier blocks of the same rows, and
   have left the first cache since; three quarters of its lines are assumed to be kept. */
static bool
reads_again(const struct output_block *block)
{
	const struct tile_plan *p = block->plan;
	int64_t near = sums_in(p, p->target->processor->planning.near_bytes);

	return block->tile[p->window.naxis - 1]->first > 0 && p->plane_in > near / 4 * 3;
}

/* Inputs along an axis that each of a tile's calls reads first, if windows do not overlap
   and each has so many of its own. */
static double
inputs_along(const struct axis *axis, const struct axis_tile *tile, int64_t own)
{
	int64_t begin = max_of(tile->first * axis->stride - axis->pad_begin, 0);
	int64_t most = tile->size * tile->count * own;

	return (double)max_of(min_of(most, axis->in - begin), 0) / (double)tile->count;
}

/* Lines of inputs that a call of a block's function reads first, and that come when they
   are asked for. Processors foresee those of a load whose address has moved on by the
   same few bytes for some passes of a loop; planes behind one another may be one loop.
   Measured: it matters for what leaves the first cache and stays in the second, if
   windows do not overlap, so that few operations are done with each line; 2x2 pools take
   up to 1.6 times as long where loads are not foreseen. */
static double
lines_unforeseen(const struct output_block *block)
{
	const struct tile_plan *p = block->plan;
	const struct window_plan *w = &p->window;
	const struct planning *limit = &p->target->processor->planning;
	int64_t plane = p->plane_in * p->element, step = 0, passes = 1;
	int64_t all = w->batch * w->group * tile_plan_image(p);
	double lines = (double)p->element / CACHE_LINE_BYTES;
	bool whole = p->vector->lanes * p->element >= CACHE_LINE_BYTES;

	if (plane < limit->foreseen_bytes || all <= limit->near_bytes ||
		all > limit->far_bytes)
		return 0;
	for (int i = w->naxis - 1; i >= 0; i--) {
		const struct axis *axis = &w->axis[i];
		const struct axis_tile *tile = block->tile[i];

		if (axis->kernel > axis->stride)
			return 0;
		/* Rows may be left out; lines hold what is left out of a row. */
		lines *= inputs_along(
			axis, tile, i < w->naxis - 1 ? axis->kernel : axis->stride);
		if (tile->count > 1 && !step) {
			step = tile->size * axis->stride * w->src.axis[i] * p->element;
			passes = tile->count;
		}
	}
	if (!step || step >= (whole ? limit->foreseen_lines : limit->foreseen_bytes))
		return lines;
	if (plane - step * (passes - 1) < limit->foreseen_bytes)
		return 0;
	return lines * (double)min_of(limit->foreseen_from, passes) / (double)passes;
}

/* The time of a call with so many vector operations. */
static double
with_lines(const struct output_block *block, double time)
{
	const struct processor *p = block->plan->target->processor;
	double lines = p->planning.ow.line * lines_unforeseen(block);

	return fmax(time, lines + (1 - p->overlap) * time);
}

/* An estimate of one call of a block's function for so many output channels; and a lower
   bound, for quick refusal. */
static double
block_time(
	const struct output_block *block, int64_t channels, const struct ow_kernel *own)
{
	const struct planning *price = &block->plan->target->processor->planning;
	double m = (double)channels, ic = (double)block->plan->window.ic;
	double time = channel_time(block, own, m) * ic +
		      price->ow.store * m * (double)own->ncolumn;

	if (reads_again(block))
		time += (double)own->nload * ic;
	if (block->plan->vector->narrow)
		time *= price->ow.narrow;
	if (m * ic > 1)
		return time + price->ow.call;
	return with_lines(block, time) + price->ow.inlined;
}

static double
block_least_time(const struct output_block *block, int64_t channels)
{
	const struct tile_plan *p = block->plan;
	const struct planning *price = &p->target->processor->planning;
	double terms = (double)block->ninput * (double)p->window.ic;

	return price->ow.inlined +
	       (p->vector->narrow ? price->ow.narrow : 1) *
		       (terms + price->ow.store * (double)block->positions) *
		       (double)channels / p->vector->lanes;
}

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
	bool by_row;           /* each vector is of one row */
	bool several_groups;   /* whether a function may have several groups */
	int64_t vectors;       /* the most along a row */
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
		same = a->permute[i].base == b->permute[i].base &&
		       same_array(&a->permute[i], &b->permute[i], step);
	return same;
}

/* Whether each vector is stored behind its last term. Measured, where registers would
   hold all sums: divisions take their time among the terms of other vectors, and stores
   of single inputs among loads; maxima and products are faster with their stores at the
   end, and so are averages with the many permutes of large strides. Roots of several sums
   overlap, those of one wait for its terms. */
static bool
flows(const struct output_block *block, const struct ow_kernel *own, int64_t channels,
	size_t group)
{
	const struct window_plan *w = &block->plan->window;
	bool near = w->axis[w->naxis - 1].stride <= 2;
	bool single = block->plan->taps == 1;
	bool always = (w->reduction->counts && near) || single;
	double sums = single && channels == 1 ? 1 : sums_at_a_time(block, own);

	return own->ncolumn > (always ? 1 : group) && !takes_roots(w) &&
	       sums <= (double)group;
}

static bool
plan_block(struct output_block *block, void *context)
{
	struct search *s = context;
	const struct code_room *room = &s->plan->target->processor->planning.ow_code;
	const struct window_plan *w = &s->plan->window;
	int64_t channels = s->block->channels;
	struct ow_kernel *own = arena_new(s->arena, struct ow_kernel);
	struct ow_draft draft = {.block = block,
		.own = own,
		.lanes = s->plan->vector->lanes,
		.stride = w->axis[w->naxis - 1].stride,
		.arena = s->arena};
	struct micro_kernel kernel = {.own = own};
	size_t nkernel = s->block->nkernel;
	double calls = calls_of(s, block);

	s->too_slow = s->time + calls * block_least_time(block, channels) >= s->least;
	if (s->too_slow)
		return false;
	own->order = s->order;
	find_columns(&draft, s->by_row);
	if (s->weights == WEIGHTS_BY_ROW || own->ncolumn > FEW_VECTORS)
		own->weights = s->weights;
	own->flows = s->several_groups && flows(block, own, channels, s->group);
	own->group = own->flows ? own->ncolumn : s->group;
	s->too_long = (own->ncolumn > s->group && !s->several_groups) ||
		      !find_terms(&draft, channels, (size_t)room->hot);
	if (s->too_long)
		return false;
	kernel.reads = own->nterm;
	block_call(block, s->block, &kernel, same_code, s->arena);
	s->time += calls * block_time(block, channels, own);
	if (s->block->nkernel > nkernel)
		s->code += own->nterm * (uint64_t)channels;
	s->too_long = s->code > (uint64_t)room->all;
	s->too_slow = s->time >= s->least;
	return !s->too_long && !s->too_slow;
}

/* Whether an oc_block can be cut into tiles of so many rows, and vectors along a row, 0
   for whole rows; fills in how its axes are cut. */
static bool
find_tiling(const struct search *s, int64_t rows, int64_t vectors, struct tiling *how)
{
	const struct window_plan *w = &s->plan->window;
	int inner = w->naxis - 1, lanes = s->plan->vector->lanes;
	const struct axis *row = &w->axis[inner];
	bool whole_rows = !s->looped[inner] || row->nspan == 1;

	/* Tried as whole rows. */
	if (vectors == 1 && row->out <= lanes && whole_rows)
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
	how[inner].whole = vectors && !s->plan->once ? lanes : 0;
	return true;
}

/* Plans an oc_block in one way. Returns false if that is impossible, or no better than
   the best so far. */
static bool
try_shape(struct search *s, int64_t rows, int64_t vectors)
{
	struct tiling how[MAX_AXIS];
	uint64_t blocks;

	s->too_long = s->too_slow = false;
	if (!find_tiling(s, rows, vectors, how) || !blocks_are_small(s->plan, how))
		return false;
	s->block->nest = NULL;
	s->block->kernel = NULL;
	s->block->nnest = s->block->nkernel = 0;
	s->code = 0;
	s->time = 0;
	s->by_row = vectors;
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
	double time = s->time, bytes = p->planning.ow.term_bytes * (double)s->code;

	if (bytes > (double)p->code_bytes)
		time += bytes / p->fetch * p->units[WIDTH_FULL][UNIT_ARITHMETIC];
	for (uint64_t code = s->code; code > 1; code /= 2)
		time *= 1 + p->planning.ow.code;
	return time;
}

/* Tries tiles of so many vectors along a row, or of whole rows, with different numbers of
   rows. If rows share inputs, stops at the first number that is no better. */
static void
try_rows(struct search *s, int64_t vectors)
{
	const struct window_plan *w = &s->plan->window;
	const struct axis *above = &w->axis[w->naxis > 1 ? w->naxis - 2 : 0];
	bool share = w->naxis > 1 && above->kernel > above->stride;
	struct arena own = {0}; /* of one trial */

	s->arena = &own;
	/* Several channels share loads; a single one needs rows that do. */
	for (size_t i = s->block->channels > 1 ? SHARED_ROWS : ROWS_TRIED; i-- > 0;) {
		bool possible = try_shape(s, rows_tried[i], vectors);

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
		s.weights = choose_weights(s.plan, s.block->channels, s.looped);
		s.several_groups = alone && s.weights != WEIGHTS_BY_ROW;
		s.group = (size_t)((registers - (alone ? registers / 4 : 4)) /
				   s.block->channels);
		for (int64_t vectors = s.vectors; vectors >= 0; vectors--)
			try_rows(&s, vectors);
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

bool
direct_ow_tile(
	struct tile_plan *plan, int64_t vectors, uint64_t limit, struct arena *arena)
{
	struct search s = {.plan = plan, .vectors = vectors, .limit = limit};
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
