#include "kernels/move/move.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

/* A segment being built. */
struct draft {
	struct segment segment;
	int64_t src[MAX_SEGMENT], nsrc; /* the sources of its lanes, row by row */
	int64_t row, row_dst; /* elements of a row; distance to the next one in dst */
	int64_t low, high;    /* src's ends, for the calls closest to them */
	bool fits;
	int64_t *load;
	struct segment_step *step;
	struct segment_store *store;
	struct arena *arena;
};

static int
compare_offsets(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Loads a vector from the first lane that is needed, or earlier at the end of src. */
static void
add_load(struct draft *d, int64_t first, int64_t last)
{
	int64_t lanes = d->segment.lanes;
	int64_t load = first + lanes > d->high ? last + 1 - lanes : first;

	d->fits &= load >= d->low;
	d->load = arena_grow(d->arena, d->load, d->segment.nload, sizeof *d->load);
	d->load[d->segment.nload++] = load;
}

static void
find_loads(struct draft *d)
{
	int64_t sorted[MAX_SEGMENT], first, last;

	memcpy(sorted, d->src, (size_t)d->nsrc * sizeof *sorted);
	qsort(sorted, (size_t)d->nsrc, sizeof *sorted, compare_offsets);
	first = last = sorted[0];
	for (int64_t i = 1; i < d->nsrc; i++) {
		if (sorted[i] >= first + d->segment.lanes) {
			add_load(d, first, last);
			first = sorted[i];
		}
		last = sorted[i];
	}
	add_load(d, first, last);
}

static size_t
load_of(const struct draft *d, int64_t src)
{
	size_t i = 0;

	while (src < d->load[i] || src >= d->load[i] + d->segment.lanes)
		i++;
	return i;
}

static size_t
add_step(struct draft *d, const struct segment_step *step)
{
	d->step = arena_grow(d->arena, d->step, d->segment.nstep, sizeof *d->step);
	d->step[d->segment.nstep] = *step;
	return d->segment.nload + d->segment.nstep++;
}

/* Stores a vector as the lanes from number `first` on. */
static void
add_store(struct draft *d, size_t vector, int64_t first)
{
	int64_t dst = first / d->row * d->row_dst + first % d->row;

	d->store = arena_grow(d->arena, d->store, d->segment.nstore, sizeof *d->store);
	d->store[d->segment.nstore++] = (struct segment_store){vector, dst};
}

/* Makes a vector of neighbours in dst: the load that has the first of them, into which
   lanes of the other loads are put, load by load. */
static size_t
gather(struct draft *d, int64_t dst)
{
	int lanes = d->segment.lanes;
	size_t from[MOVE_LANES] = {0}, vector, next;
	int at[MOVE_LANES] = {0};
	bool placed[MOVE_LANES] = {false}, moved = false;
	int nplaced = 0;

	for (int i = 0; i < lanes; i++) {
		from[i] = load_of(d, d->src[dst + i]);
		at[i] = (int)(d->src[dst + i] - d->load[from[i]]);
		moved |= from[i] != from[0] || at[i] != i;
	}
	vector = from[0];
	while (moved && nplaced < lanes) {
		struct segment_step step = {.a = vector};

		next = from[0];
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
		d->nsrc != (int64_t)n * d->segment.lanes || d->row % d->segment.lanes)
		return false;
	for (int64_t i = 0; i < d->nsrc; i++)
		if (d->src[i] !=
			d->load[load_of(d, d->src[i % (int64_t)n])] + i / (int64_t)n)
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
	for (int64_t row = 0; row < d->nsrc; row += d->row)
		for (int64_t i = 0; i < d->row; i += lanes) {
			int64_t first = row + (i + lanes > d->row ? d->row - lanes : i);

			add_store(d, gather(d, first), first);
		}
}

bool
segment_same(const struct segment *a, const struct segment *b)
{
	return a->width == b->width && a->lanes == b->lanes && a->nload == b->nload &&
	       a->nstep == b->nstep && a->nstore == b->nstore &&
	       !memcmp(a->load, b->load, a->nload * sizeof *a->load) &&
	       (!a->nstep || !memcmp(a->step, b->step, a->nstep * sizeof *a->step)) &&
	       !memcmp(a->store, b->store, a->nstore * sizeof *a->store);
}

struct segment *
segment_make(
	const struct row *row, int64_t passes, int width, int lanes, struct arena *arena)
{
	struct draft *d = arena_new(arena, struct draft);
	int64_t way = (row->passes - passes) * row->src_step;

	d->arena = arena;
	d->segment.width = width;
	d->segment.lanes = lanes;
	d->row = passes * row->nblock;
	d->row_dst = row->row_dst;
	d->nsrc = row->rows * d->row;
	d->low = -(row->low + (way < 0 ? way : 0));
	d->high = row->end - (row->high + (way > 0 ? way : 0));
	d->fits = true;
	for (int64_t i = 0; i < d->nsrc; i++)
		d->src[i] = i / d->row + row->block[i % row->nblock] +
			    i % d->row / row->nblock * row->src_step;
	find_loads(d);
	if (!d->fits)
		return NULL;
	find_stores(d);
	d->segment.moved = d->nsrc;
	d->segment.load = d->load;
	d->segment.step = d->step;
	d->segment.store = d->store;
	return &d->segment;
}
