#include "kernels/move/permute.h"

#include "kernels/move/move.h"

#include "arena.h"
#include "cost.h"

/* Rows that are put together from single elements of several places, or from runs of a
   few, are moved by vectors: whole vectors are loaded, and shuffled until they hold
   neighbours of dst. */

enum {
	STEP_COST = 2,     /* of a shuffle; a load and a store cost 1 */
	VECTOR_BYTES = 16, /* where elements are narrower than 4 bytes: wider shuffles of
			      those are several instructions */
	LONG_RUN = 16,     /* bytes that are copied at once */
	NEST_LIMIT = 4096,
	LINE_BYTES = 80 /* of a chunk's function */
};

/* Passes that fill whole vectors. */
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
chunk_cost(const struct chunk *c)
{
	return (double)(c->nload + STEP_COST * c->nstep + c->nstore);
}

/* What copying a nest's runs one by one costs for each element: a load and a store for
   each power of two in the bytes of a run. */
static double
copy_cost(const struct move_nest *nest, int64_t size)
{
	int64_t bytes = nest->run * size, pieces = bytes / 16;

	for (bytes %= 16; bytes; bytes &= bytes - 1)
		pieces++;
	return 2.0 * (double)pieces / (double)nest->run;
}

/* Rows whose passes are those of the nest's loop before the last `inner` ones; false
   where they do not lie side by side in dst, or a block would be too large. */
static bool
make_row(
	struct row *row, const struct move_nest *nest, int inner, const struct plan *plan)
{
	const struct loop *last, *loop;
	int64_t count;

	if (nest->nloop <= inner || nest->fill)
		return false;
	last = &nest->loop[nest->nloop - 1];
	loop = last - inner;
	count = inner ? last->count : 1;
	if (last->dst != nest->run || loop->dst != nest->run * count ||
		count > MAX_CHUNK / nest->run)
		return false;
	*row = (struct row){.nloop = nest->nloop - 1 - inner,
		.passes = loop->count,
		.src_step = loop->src,
		.nblock = nest->run * count,
		.high = nest->src,
		.end = plan->src->nelement};
	for (int64_t i = 0; i < row->nblock; i++)
		row->block[i] = (inner ? i / nest->run * last->src : 0) + i % nest->run;
	for (int i = 0; i < nest->nloop; i++)
		if (nest->loop[i].src < 0)
			return false;
	for (int i = 0; i < row->nloop; i++)
		row->high += (nest->loop[i].count - 1) * nest->loop[i].src;
	return true;
}

/* The cheapest chunk for so many passes at the end of a row, or NULL. */
static struct chunk *
make_end(const struct row *row, int64_t passes, const struct chunk *chunk,
	struct arena *arena)
{
	struct chunk *best = NULL;

	for (int lanes = chunk->lanes; lanes * chunk->width >= 8 * 16; lanes /= 2) {
		struct chunk *c;

		if (passes * row->nblock < lanes)
			continue;
		c = chunk_make(row, passes, chunk->width, lanes, arena);
		if (!best || chunk_cost(c) < chunk_cost(best))
			best = c;
	}
	return best;
}

/* How a row is moved by vectors of so many lanes; false where it is too short for them.
 */
static bool
make_chunks(struct row_chunks *chunks, const struct row *row, int width, int lanes,
	struct arena *arena)
{
	int64_t each = whole_passes(row->nblock, lanes), rest;
	struct chunk *end = NULL;

	if (each > row->passes)
		each = row->passes;
	if (each * row->nblock < lanes || each * row->nblock > MAX_CHUNK)
		return false;
	rest = row->passes % each;
	*chunks = (struct row_chunks){.nloop = row->nloop,
		.chunk = chunk_make(row, each, width, lanes, arena),
		.passes = row->passes / each,
		.src_step = each * row->src_step,
		.dst_step = each * row->nblock};
	if (!rest)
		return true;
	end = make_end(row, rest, chunks->chunk, arena);
	if (!end) {
		end = chunks->chunk;
		rest = each;
	}
	chunks->end = end;
	chunks->end_src = (row->passes - rest) * row->src_step;
	chunks->end_dst = (row->passes - rest) * row->nblock;
	return true;
}

static double
chunks_cost(const struct row_chunks *chunks)
{
	return (double)chunks->passes * chunk_cost(chunks->chunk) +
	       (chunks->end ? chunk_cost(chunks->end) : 0);
}

/* Looks for chunks that move a nest's rows faster than copies of its runs. */
static void
find_chunks(struct move_nest *nest, const struct plan *plan, const struct target *target,
	struct arena *arena)
{
	int size = (int)dtype_info[plan->dst.dtype].size;
	int most = size < 4 ? VECTOR_BYTES : target->vector_bytes;
	double least = copy_cost(nest, size);

	for (int inner = 0; inner < 2 && nest->run * size < LONG_RUN; inner++) {
		struct row row;

		if (!make_row(&row, nest, inner, plan))
			continue;
		for (int bytes = most; bytes >= 16; bytes /= 2) {
			struct row_chunks *c = arena_new(arena, struct row_chunks);
			double cost;

			if (!make_chunks(c, &row, 8 * size, bytes / size, arena))
				continue;
			cost = chunks_cost(c) / (double)(row.passes * row.nblock);
			if (cost < least) {
				least = cost;
				nest->chunks = c;
			}
		}
	}
}

/* Numbers a chunk: it is a function, or that of another one. */
static void
add_function(struct moves *moves, struct chunk *chunk, struct arena *arena)
{
	size_t i = 0;

	while (i < moves->nfunction && !chunk_same(moves->function[i], chunk))
		i++;
	chunk->number = i;
	if (i < moves->nfunction)
		return;
	moves->function = arena_grow(
		arena, moves->function, moves->nfunction, sizeof *moves->function);
	moves->function[moves->nfunction++] = chunk;
}

static void
find_functions(struct moves *moves, const struct plan *plan, const struct target *target,
	struct arena *arena)
{
	for (size_t i = 0; i < moves->nnest; i++) {
		struct move_nest *nest = &moves->nest[i];

		find_chunks(nest, plan, target, arena);
		if (nest->chunks)
			add_function(moves, nest->chunks->chunk, arena);
		if (nest->chunks && nest->chunks->end)
			add_function(moves, nest->chunks->end, arena);
	}
}

static bool
plan_shuffles(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct moves *moves;

	if (!kernel_loop_move.plan(schedule, max_output, arena))
		return false;
	moves = arena_new(arena, struct moves);
	*moves = *schedule->u.moves;
	find_functions(moves, schedule->plan, schedule->target, arena);
	schedule->u.moves = moves;
	for (size_t i = 0; i < moves->nfunction; i++) {
		const struct chunk *c = moves->function[i];

		schedule->estimate = count_add(schedule->estimate,
			count_mul(c->nload + c->nstep + c->nstore, LINE_BYTES));
	}
	return schedule->estimate <= max_output;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	struct arena arena = {0};
	struct moves moves = {0};
	bool found;

	if (moves_find(&moves, plan, NEST_LIMIT, &arena))
		find_functions(&moves, plan, target, &arena);
	found = moves.nfunction > 0;
	arena_free(&arena);
	return found ? NULL : "no row has single elements or short runs to shuffle";
}

const struct kernel kernel_permute_move = {
	.name = "permute-move",
	.kind = PLAN_MOVE,
	.loops = true,
	.vectors = true,
	.summary = "rows of single elements, or of short runs, by shuffles of vectors",
	.obstacle = obstacle,
	.plan = plan_shuffles,
	.lower = loop_move_lower,
};
