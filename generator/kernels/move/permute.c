#include "kernels/move/move.h"

#include "base/arena.h"
#include "base/checked.h"
#include "code/walk/cost.h"
#include "kernels/common/tile_plan.h"

#include <stdlib.h>
#include <string.h>

/* Rows whose elements come singly, or in short runs, from several places of src are moved
   by vectors: whole vectors are loaded, and shuffled until they hold neighbours in
   dst. */

/* Rows of a nest. A row is `passes` blocks, contiguous in dst; `rows` rows that are
   neighbours in src form a band. */
struct row {
	struct row_segments by; /* the loops around it; the rest once it is found */
	int size;               /* bytes of an element */
	int64_t rows, row_dst;
	int64_t passes, src_step;
	int64_t block[MAX_SEGMENT]; /* the source of each element of the block */
	int64_t nblock;
	int64_t low, high; /* the least and greatest offset of a row in src */
	int64_t end;       /* elements of src */
};

/* A segment being built. */
struct draft {
	struct segment segment;
	int64_t src[MAX_SEGMENT]; /* the sources of its lanes, row by row */
	int64_t row, row_dst;     /* elements of a row; distance to the next one in dst */
	int64_t low, high;        /* src's ends, for the calls closest to them */
	struct arena *arena;
};

/* Loads a vector from the first lane that is needed, or earlier at the end of src; false:
   src is too small for that. */
static bool
add_load(struct draft *d, int64_t first, int64_t last)
{
	struct segment *c = &d->segment;
	int64_t load = first + c->lanes > d->high ? last + 1 - c->lanes : first;

	c->load = arena_grow(d->arena, c->load, c->nload, sizeof *c->load);
	c->load[c->nload++] = load;
	return load >= d->low;
}

static bool
find_loads(struct draft *d)
{
	int64_t sorted[MAX_SEGMENT], first, last;

	memcpy(sorted, d->src, (size_t)d->segment.moved * sizeof *sorted);
	qsort(sorted, (size_t)d->segment.moved, sizeof *sorted, compare_int64);
	first = last = sorted[0];
	for (int64_t i = 1; i < d->segment.moved; i++) {
		if (sorted[i] >= first + d->segment.lanes) {
			if (!add_load(d, first, last))
				return false;
			first = sorted[i];
		}
		last = sorted[i];
	}
	return add_load(d, first, last);
}

static size_t
load_of(const struct draft *d, int64_t src)
{
	size_t i = 0;

	while (src < d->segment.load[i] || src >= d->segment.load[i] + d->segment.lanes)
		i++;
	return i;
}

static size_t
add_step(struct draft *d, const struct segment_step *step)
{
	struct segment *c = &d->segment;

	c->step = arena_grow(d->arena, c->step, c->nstep, sizeof *c->step);
	c->step[c->nstep] = *step;
	return c->nload + c->nstep++;
}

/* Stores a vector as the lanes from number `first` on. */
static void
add_store(struct draft *d, size_t vector, int64_t first)
{
	int64_t dst = first / d->row * d->row_dst + first % d->row;
	struct segment *c = &d->segment;

	c->store = arena_grow(d->arena, c->store, c->nstore, sizeof *c->store);
	c->store[c->nstore++] = (struct segment_store){vector, dst};
}

/* Makes a vector of neighbours in dst: the load that has the first of them, into which
   lanes of the other loads are put, load by load. */
static size_t
gather(struct draft *d, int64_t dst)
{
	int lanes = d->segment.lanes;
	size_t from[MOVE_LANES] = {0}, vector;
	int at[MOVE_LANES] = {0}, nplaced = 0;
	bool placed[MOVE_LANES] = {false};

	for (int i = 0; i < lanes; i++) {
		from[i] = load_of(d, d->src[dst + i]);
		at[i] = (int)(d->src[dst + i] - d->segment.load[from[i]]);
		placed[i] = from[i] == from[0] && at[i] == i;
		nplaced += placed[i];
	}
	vector = from[0];
	while (nplaced < lanes) {
		struct segment_step step = {.a = vector};
		size_t next = from[0];

		for (int i = lanes; i-- > 0;)
			if (!placed[i] && from[i] != from[0])
				next = from[i];
		for (int i = 0; i < lanes; i++) {
			step.lane[i] = i;
			if (placed[i] || (from[i] != from[0] && from[i] != next))
				continue;
			step.lane[i] = at[i] + (from[i] == from[0] ? 0 : lanes);
			placed[i] = true;
			nplaced++;
		}
		step.b = next == from[0] ? vector : next;
		vector = add_step(d, &step);
	}
	return vector;
}

/* Whether the segment interleaves 2, 4, 8 or 16 whole vectors. */
static bool
takes_turns(const struct draft *d)
{
	size_t n = d->segment.nload;

	if (n < 2 || n > MOVE_LANES || (n & (n - 1)) ||
		d->segment.moved != (int64_t)n * d->segment.lanes)
		return false;
	for (int64_t i = 0; i < d->segment.moved; i++)
		if (d->src[i] != d->segment.load[load_of(d, d->src[i % (int64_t)n])] +
					 i / (int64_t)n)
			return false;
	return true;
}

/* Interleaves the vectors of the first half with those of the second, repeatedly, until
   all are interleaved. */
static void
interleave(struct draft *d)
{
	size_t n = d->segment.nload, vector[MOVE_LANES], next[MOVE_LANES];
	int lanes = d->segment.lanes;

	for (size_t i = 0; i < n; i++)
		vector[i] = load_of(d, d->src[i]);
	for (size_t pass = 1; pass < n; pass *= 2) {
		for (size_t i = 0; i < n; i++) {
			struct segment_step step = {
				vector[i / 2], vector[i / 2 + n / 2], {0}};

			for (int k = 0; k < lanes; k++)
				step.lane[k] =
					(i % 2 ? lanes / 2 : 0) + k / 2 + k % 2 * lanes;
			next[i] = add_step(d, &step);
		}
		memcpy(vector, next, sizeof vector);
	}
	for (size_t i = 0; i < n; i++)
		add_store(d, vector[i], (int64_t)i * lanes);
}

static void
find_stores(struct draft *d)
{
	int64_t lanes = d->segment.lanes;

	if (takes_turns(d)) {
		interleave(d);
		return;
	}
	for (int64_t row = 0; row < d->segment.moved; row += d->row)
		for (int64_t i = 0; i < d->row; i += lanes) {
			int64_t first = row + (i + lanes > d->row ? d->row - lanes : i);

			add_store(d, gather(d, first), first);
		}
}

static bool
segment_same(const struct segment *a, const struct segment *b)
{
	return a->size == b->size && a->lanes == b->lanes && same_array(a, b, load) &&
	       same_array(a, b, step) && same_array(a, b, store);
}

/* A function that moves so many passes of a row: at least a vector, at most MAX_SEGMENT
   elements; NULL: it would not. It reads nothing outside of src, whichever pass it begins
   with; NULL: src is too small for that. */
static struct segment *
segment_make(const struct row *row, int64_t passes, int lanes, struct arena *arena)
{
	struct draft *d;
	int64_t way = (row->passes - passes) * row->src_step;
	int64_t elements = passes * row->nblock;

	if (elements < lanes || elements * row->rows > MAX_SEGMENT)
		return NULL;
	d = arena_new(arena, struct draft);
	*d = (struct draft){.segment = {.size = row->size,
				    .lanes = lanes,
				    .moved = row->rows * elements},
		.row = elements,
		.row_dst = row->row_dst,
		.low = -(row->low + min_of(way, 0)),
		.high = row->end - (row->high + max_of(way, 0)),
		.arena = arena};
	for (int64_t i = 0; i < d->segment.moved; i++)
		d->src[i] = i / elements + row->block[i % row->nblock] +
			    i % elements / row->nblock * row->src_step;
	if (!find_loads(d))
		return NULL;
	find_stores(d);
	return &d->segment;
}

enum {
	STEP_COST = 2,     /* of a shuffle; a load and a store cost 1 */
	VECTOR_BYTES = 16, /* for elements below 4 bytes, whose wider shuffles are several
			      instructions */
	LONG_RUN = 16,     /* bytes that are copied at once */
	NEST_LIMIT = 4096
};

/* The number of passes that fill whole vectors. */
static int64_t
whole_passes(int64_t nblock, int64_t lanes)
{
	int64_t n = lanes;

	if (nblock > 8)
		while (n % 2 == 0 && n / 2 * nblock % lanes == 0)
			n /= 2;
	return n;
}

static double
segment_cost(const struct segment *c)
{
	return (double)(c->nload + STEP_COST * c->nstep + c->nstore);
}

/* The cost per element of copying a nest's runs one by one: a load and a store for each
   power of two in the bytes of a run. */
static double
copy_cost(const struct move_nest *nest, int64_t size)
{
	int64_t bytes = nest->run * size, pieces = bytes / 16;

	for (bytes %= 16; bytes; bytes &= bytes - 1)
		pieces++;
	return 2.0 * (double)pieces / (double)nest->run;
}

/* Adds a loop around a row, which widens the range of its beginnings: to where the first
   and the last pass are, or any pass in a table. */
static void
add_loop(struct row *row, const struct move_loop *loop)
{
	int64_t low = INT64_MAX, high = INT64_MIN;

	for (int64_t i = 0; i < loop->count;
		i += loop->table ? 1 : max_of(loop->count - 1, 1)) {
		low = min_of(low, move_loop_src(loop, i));
		high = max_of(high, move_loop_src(loop, i));
	}
	row->low += low;
	row->high += high;
	row->by.loop[row->by.nloop++] = *loop;
}

/* Makes rows whose passes are those of the nest's loop before the last `inner` ones;
   false if they are not contiguous in dst, or a block would be too large. The loops
   around them are those before it, but for `across`. */
static bool
make_row(struct row *row, const struct move_nest *nest, int inner,
	const struct move_loop *across)
{
	const struct move_loop *last, *loop;
	int64_t count;

	if (nest->nloop <= inner || !nest->from)
		return false;
	last = &nest->loop[nest->nloop - 1];
	loop = last - inner;
	count = inner ? last->count : 1;
	if (loop->table || last->dst != nest->run || loop->dst != nest->run * count ||
		count > MAX_SEGMENT / nest->run)
		return false;
	*row = (struct row){.size = (int)dtype_info[nest->to->dtype].size,
		.rows = 1,
		.passes = loop->count,
		.src_step = loop->src,
		.nblock = nest->run * count,
		.low = nest->src,
		.high = nest->src,
		.end = nest->from->nelement};
	for (int64_t i = 0; i < row->nblock; i++)
		row->block[i] =
			(inner ? move_loop_src(last, i / nest->run) : 0) + i % nest->run;
	for (const struct move_loop *around = nest->loop; around < loop; around++)
		if (around != across)
			add_loop(row, around);
	return true;
}

/* Makes a band of rows, moved by one function, from single elements that are neighbours
   in src and rows apart in dst. */
static bool
make_band(struct row *row, const struct move_nest *nest, int64_t most)
{
	const struct move_loop *across = NULL;

	for (int i = 0; i < nest->nloop - 1; i++)
		if (nest->loop[i].src == 1 && !nest->loop[i].table)
			across = &nest->loop[i];
	if (!across || nest->run != 1 || !make_row(row, nest, 0, across))
		return false;
	row->by.band_nloop = row->by.nloop;
	row->rows = min_of(across->count, most);
	row->row_dst = across->dst;
	row->high += across->count - row->rows;
	if (across->count % row->rows) {
		row->by.band_src = across->count - row->rows;
		row->by.band_dst = row->by.band_src * across->dst;
	}
	if (across->count >= 2 * row->rows)
		row->by.loop[row->by.nloop++] =
			(struct move_loop){across->count / row->rows, row->rows,
				row->rows * across->dst, NULL};
	return true;
}

/* The cheapest segment for so many passes at the end of a row, or NULL. */
static struct segment *
make_end(const struct row *row, int64_t passes, int most_lanes, struct arena *arena)
{
	struct segment *best = NULL;

	for (int lanes = most_lanes; lanes * row->size >= 16; lanes /= 2) {
		struct segment *c = segment_make(row, passes, lanes, arena);

		if (c && (!best || segment_cost(c) < segment_cost(best)))
			best = c;
	}
	return best;
}

/* Finds the segments that move a row by vectors of so many lanes; false if there are
   none. */
static bool
make_segments(struct row *row, int lanes, struct arena *arena)
{
	struct row_segments *by = &row->by;
	int64_t each = min_of(whole_passes(row->nblock, lanes), row->passes);
	int64_t rest = row->passes % each;

	by->segment = segment_make(row, each, lanes, arena);
	if (!by->segment)
		return false;
	by->passes = row->passes / each;
	by->src_step = each * row->src_step;
	by->dst_step = each * row->nblock;
	if (!rest)
		return true;
	by->end = make_end(row, rest, lanes, arena);
	if (!by->end) {
		by->end = by->segment;
		rest = each;
	}
	by->end_src = (row->passes - rest) * row->src_step;
	by->end_dst = (row->passes - rest) * row->nblock;
	return true;
}

/* Tries vectors of so many lanes for a row, and keeps the cheapest segments. */
static void
try_row(struct move_nest *nest, struct row *row, int lanes, double *least,
	struct arena *arena)
{
	struct row_segments *by;
	double cost;

	if (!make_segments(row, lanes, arena))
		return;
	cost = (double)row->by.passes * segment_cost(row->by.segment) +
	       (row->by.end ? segment_cost(row->by.end) : 0);
	cost /= (double)(row->passes * row->nblock * row->rows);
	if (cost >= *least)
		return;
	*least = cost;
	by = arena_new(arena, struct row_segments);
	*by = row->by;
	nest->segments = by;
}

/* Looks for segments that move a nest's rows faster than copying its runs. */
static void
find_segments(struct move_nest *nest, const struct target *target, struct arena *arena)
{
	int size = (int)dtype_info[nest->to->dtype].size;
	int most = size < 4 ? VECTOR_BYTES : target->vector_bytes;
	double least = copy_cost(nest, size);

	for (int bytes = most; bytes >= 16 && nest->run * size < LONG_RUN; bytes /= 2) {
		struct row row;

		for (int inner = 0; inner < 2; inner++)
			if (make_row(&row, nest, inner, NULL))
				try_row(nest, &row, bytes / size, &least, arena);
		if (make_band(&row, nest, bytes / size))
			try_row(nest, &row, bytes / size, &least, arena);
	}
}

/* Numbers a segment's function, which may be that of an equal segment. */
static void
add_function(struct moves *moves, struct segment *segment, struct arena *arena)
{
	size_t i = 0;

	while (i < moves->nfunction && !segment_same(moves->function[i], segment))
		i++;
	segment->number = i;
	if (i < moves->nfunction)
		return;
	moves->function = arena_grow(
		arena, moves->function, moves->nfunction, sizeof *moves->function);
	moves->function[moves->nfunction++] = segment;
}

static void
find_functions(struct moves *moves, const struct target *target, struct arena *arena)
{
	for (size_t i = 0; i < moves->nnest; i++) {
		struct move_nest *nest = &moves->nest[i];

		find_segments(nest, target, arena);
		if (nest->segments)
			add_function(moves, nest->segments->segment, arena);
		if (nest->segments && nest->segments->end)
			add_function(moves, nest->segments->end, arena);
	}
}

static bool
plan_shuffles(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct moves *moves;

	if (!kernel_loop_move.plan(schedule, max_output, arena))
		return false;
	moves = arena_new(arena, struct moves);
	*moves = *(const struct moves *)schedule->own;
	find_functions(moves, schedule->target, arena);
	schedule->own = moves;
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	struct arena arena = {0};
	struct moves moves = {0};
	bool found;

	if (moves_find(&moves, plan, NEST_LIMIT, &arena))
		find_functions(&moves, target, &arena);
	found = moves.nfunction > 0;
	arena_free(&arena);
	return found ? NULL : "no row has single elements or short runs to shuffle";
}

const struct kernel kernel_permute_move = {
	.name = "permute-move",
	.kind = PLAN_MOVE,
	.vectors = true,
	.summary = "rows of single elements, or of short runs, by shuffles of vectors",
	.obstacle = obstacle,
	.plan = plan_shuffles,
	.lower = loop_move_lower,
};
