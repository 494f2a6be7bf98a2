#include "kernels/common/output_block.h"

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "code/walk/cost.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_INPUTS = 1 << 18 /* of a block with taps written out, one for each tap of
				 each position; functions never get that long */
};

/* Axes in tiles of outputs that are computed alike. */

/* The tiles of an axis so far. */
struct axis_tiles {
	struct axis_tile *tile;
	size_t n;
	struct arena *arena;
};

/* Cuts outputs first..end-1 as evenly as possible: 9 into 5 and 4, not 8 and 1. Tiles
   within one span are alike; no others are, since spans are as long as possible. */
static void
cut_stretch(struct axis_tiles *t, const struct axis *axis, const struct tiling *how,
	int64_t first, int64_t end)
{
	int64_t n = end - first, tiles = ceil_div(n, how->size);
	bool whole = how->whole && n >= how->size;
	int64_t larger = whole ? n / how->size : n % tiles;
	int64_t least =
		whole ? ceil_div(n % how->size, how->whole) * how->whole : n / tiles;

	for (int64_t i = 0, many; i < tiles; i += many) {
		int64_t size = i < larger ? whole ? how->size : least + 1 : least;
		int64_t left = (i < larger ? larger : tiles) - i;
		const struct span *span;

		first = min_of(first, end - size);
		span = span_at(axis, first);
		many = (span->first + span->count - first) / size;
		many = max_of(min_of(many, left), 1);
		t->tile = arena_grow(t->arena, t->tile, t->n, sizeof *t->tile);
		t->tile[t->n++] = (struct axis_tile){
			first, size, many, span->tap, span->ntap, span->divisor};
		first += size * many;
	}
}

static struct axis_tiles
cut_axis(const struct axis *axis, const struct tiling *how, struct arena *arena)
{
	struct axis_tiles t = {.arena = arena};

	if (!how->looped)
		cut_stretch(&t, axis, how, 0, axis->out);
	for (size_t i = 0; i < axis->nspan && how->looped; i++)
		cut_stretch(&t, axis, how, axis->span[i].first,
			axis->span[i].first + axis->span[i].count);
	return t;
}

/* Offset of the input that a tap reads for a position along an axis; NO_INPUT in the
   padding. */
static int64_t
input_along(const struct output_block *b, int axis, int64_t position, int64_t tap)
{
	const struct axis *a = &b->plan->window.axis[axis];
	const struct axis_tile *t = b->tile[axis];
	int64_t k = b->looped[axis] ? t->tap : tap;
	int64_t at = (t->first + position) * a->stride - a->pad_begin + k * a->dilation;

	if (at < 0 || at >= a->in || (b->looped[axis] && !t->ntap))
		return NO_INPUT;
	return at * b->plan->window.src.axis[axis];
}

/* Finds the inputs of a tap for a row of positions, relative to base. */
static void
find_row(const struct output_block *b, const int64_t *position, const int64_t *tap,
	int64_t *src)
{
	int inner = b->plan->window.naxis - 1;
	int64_t row = -b->base;

	for (int i = 0; i < inner && row != NO_INPUT; i++) {
		int64_t at = input_along(b, i, position[i], tap[i]);

		row = at == NO_INPUT ? at : row + at;
	}
	for (int64_t p = 0; p < b->tile[inner]->size; p++) {
		int64_t at = input_along(b, inner, p, tap[inner]);

		src[p] = row == NO_INPUT || at == NO_INPUT ? NO_INPUT : row + at;
	}
}

/* Finds base and the range of inputs: every combination of the inputs along the axes,
   extended by the loops over calls and looped taps. */
static void
find_base(struct output_block *b, const int64_t *taps)
{
	const struct tile_plan *p = b->plan;
	int64_t furthest = 0;

	b->base = 0;
	b->ninput = 1;
	for (int i = 0; i < p->window.naxis; i++) {
		const struct axis *a = &p->window.axis[i];
		const struct axis_tile *t = b->tile[i];
		int64_t least = INT64_MAX;
		size_t n = 0;

		for (int64_t k = 0; k < t->size * taps[i]; k++) {
			int64_t src = input_along(b, i, k % t->size, k / t->size);

			n += src != NO_INPUT;
			least = src == NO_INPUT ? least : min_of(least, src);
		}
		b->ninput *= n;
		b->base = b->ninput ? b->base + least : 0;
		furthest += (t->count - 1) * t->size * a->stride * p->window.src.axis[i];
		if (b->looped[i] && t->ntap)
			furthest += (t->ntap - 1) * a->dilation * p->window.src.axis[i];
	}
	b->low = -b->base;
	b->high = p->plane_in * p->window.src.axis[p->window.naxis - 1] - b->base -
		  furthest;
}

/* Finds the inputs of a block. */
static void
make_block(struct output_block *b)
{
	const struct tile_plan *p = b->plan;
	int n = p->window.naxis;
	int64_t extent[MAX_AXIS], taps[MAX_AXIS], tap[MAX_AXIS] = {0}, *src;

	b->positions = b->ntap = 1;
	for (int i = 0; i < n; i++) {
		extent[i] = b->tile[i]->size;
		taps[i] = b->looped[i] ? 1 : p->window.axis[i].kernel;
		b->positions *= (size_t)extent[i];
		b->ntap *= (size_t)taps[i];
	}
	find_base(b, taps);
	src = b->src = arena_array(b->arena, int64_t, b->ntap * b->positions);
	b->tap = arena_array(b->arena, int64_t, b->ntap);
	for (size_t k = 0; k < b->ntap; k++) {
		int64_t at[MAX_AXIS] = {0};

		for (int i = 0; i < n; i++)
			b->tap[k] += tap[i] * p->axis_tap[i];
		do {
			find_row(b, at, tap, src);
			src += extent[n - 1];
		} while (extents_next(at, extent, n - 1));
		extents_next(tap, taps, n);
	}
}

void
block_coordinates(const struct output_block *b, size_t position, int64_t *at)
{
	int64_t p = (int64_t)position;

	for (int i = b->plan->window.naxis - 1; i >= 0; i--) {
		at[i] = p % b->tile[i]->size;
		p /= b->tile[i]->size;
	}
}

int64_t
block_dst(const struct output_block *b, size_t position)
{
	int64_t at[MAX_AXIS], dst = 0;

	block_coordinates(b, position, at);
	for (int i = 0; i < b->plan->window.naxis; i++)
		dst += at[i] * b->plan->window.dst.axis[i];
	return dst;
}

int64_t
block_divisor(const struct output_block *b, size_t position)
{
	int64_t at[MAX_AXIS], divisor = 1;

	block_coordinates(b, position, at);
	for (int i = 0; i < b->plan->window.naxis; i++) {
		const struct axis *a = &b->plan->window.axis[i];

		if (!b->looped[i])
			divisor *= span_at(a, b->tile[i]->first + at[i])->divisor;
	}
	return divisor;
}

static const char *
role_of(const struct output_block *b, bool reads)
{
	const struct window_plan *w = &b->plan->window;

	if (!reads)
		return "padding";
	for (int i = 0; i < w->naxis; i++)
		if (b->looped[i] && b->tile[i]->ntap < w->axis[i].kernel)
			return "border";
	return b->ninput == b->ntap * b->positions ? "interior" : "border";
}

void
block_call(const struct output_block *b, struct oc_block *to, struct micro_kernel *wanted,
	same_kernel *same, struct arena *arena)
{
	wanted->role = role_of(b, wanted->reads);
	wanted->positions = (int64_t)b->positions;
	memcpy(wanted->looped, b->looped, sizeof b->looped);
	tile_plan_add_nest(b->plan, to, wanted, same, b->tile, b->base, arena);
}

bool
blocks_are_small(const struct tile_plan *p, const struct tiling *how)
{
	uint64_t inputs = 1;

	for (int i = 0; i < p->window.naxis; i++) {
		const struct axis *a = &p->window.axis[i];

		inputs = count_mul(inputs, (uint64_t)min_of(how[i].size, a->out));
		inputs = count_mul(inputs, how[i].looped ? 1 : (uint64_t)a->kernel);
	}
	return inputs <= MOST_INPUTS;
}

int64_t
tile_rows(const struct window_plan *w, int64_t most, struct tiling *how)
{
	int inner = w->naxis - 1, outer = inner - 1;
	int64_t out = w->axis[inner].out;
	int64_t width = ceil_div(out, ceil_div(out, most));

	for (int i = 0; i < w->naxis; i++)
		how[i].size = 1;
	how[inner].size = most;
	if (outer < 0 || how[outer].looped || width < out)
		return width;
	how[outer].size = most / width;
	return min_of(how[outer].size, w->axis[outer].out) * width;
}

uint64_t
for_each_block(struct tile_plan *p, const struct tiling *how, uint64_t limit,
	bool (*make)(struct output_block *block, void *context), void *context,
	struct arena *arena)
{
	int n = p->window.naxis;
	struct axis_tiles tiles[MAX_AXIS];
	int64_t count[MAX_AXIS], at[MAX_AXIS] = {0};
	struct arena own = {0}; /* for one block */
	struct output_block block = {.plan = p, .arena = &own};
	uint64_t blocks = 1;
	bool wanted;

	for (int i = 0; i < n; i++) {
		tiles[i] = cut_axis(&p->window.axis[i], &how[i], arena);
		count[i] = (int64_t)tiles[i].n;
		block.looped[i] = how[i].looped;
		blocks = count_mul(blocks, tiles[i].n);
	}
	if (blocks > limit)
		return blocks;
	do {
		for (int i = 0; i < n; i++)
			block.tile[i] = &tiles[i].tile[at[i]];
		make_block(&block);
		wanted = make(&block, context);
		arena_clear(&own);
	} while (wanted && extents_next(at, count, n));
	arena_free(&own);
	return blocks;
}

/* Whether the code written out so far is not too long. */
static bool
is_short(const struct tap_search *s)
{
	return s->code <= (uint64_t)s->room.all && s->hottest <= (uint64_t)s->room.hot;
}

static int
compare_terms(const void *a, const void *b)
{
	const struct tap_term *x = a, *y = b;

	if (x->src != y->src)
		return x->src < y->src ? -1 : 1;
	return (x->position > y->position) - (x->position < y->position);
}

/* Finds the terms. Sorted by input, a row of taps loads each once for all positions that
   share it; the taps of each position stay in order. */
static void
find_terms(const struct tap_search *s, const struct output_block *b,
	struct channel_kernel *own)
{
	int inner = b->plan->window.naxis - 1;
	size_t row = b->looped[inner] ? 1 : (size_t)b->plan->window.axis[inner].kernel;
	struct tap_term *term =
		arena_array(s->arena, struct tap_term, b->ntap * b->positions + 1);
	size_t n = 0, first = 0;

	for (size_t k = 0; k < b->ntap; k++) {
		size_t before = n;

		for (size_t p = 0; p < b->positions; p++) {
			int64_t src = b->src[k * b->positions + p];

			if (src != NO_INPUT)
				term[n++] = (struct tap_term){src, b->tap[k], p};
		}
		own->ntap += n > before;
		if (!s->by_input || (k + 1) % row)
			continue;
		qsort(term + first, n - first, sizeof *term, compare_terms);
		first = n;
	}
	own->term = term;
	own->nterm = n;
}

/* Finds the outputs and divisors of positions. */
static void
find_positions(const struct tap_search *s, const struct output_block *b,
	struct channel_kernel *own)
{
	int64_t *dst = arena_array(s->arena, int64_t, b->positions);
	int64_t *divisor = arena_array(s->arena, int64_t, b->positions);

	for (size_t p = 0; p < b->positions; p++)
		dst[p] = block_dst(b, p);
	for (size_t i = 0; i < own->nterm && b->plan->window.reduction->counts; i++)
		divisor[own->term[i].position] = block_divisor(b, own->term[i].position);
	own->dst = dst;
	own->divisor = divisor;
}

static bool
same_terms(const struct micro_kernel *x, const struct micro_kernel *y)
{
	const struct channel_kernel *a = x->own, *b = y->own;
	size_t bytes = (size_t)x->positions * sizeof *a->dst;

	return x->positions == y->positions && same_array(a, b, term) &&
	       !memcmp(a->dst, b->dst, bytes) && !memcmp(a->divisor, b->divisor, bytes);
}

/* Plans the micro-kernel of a block. Returns whether the code is still not too long. */
static bool
plan_block(struct output_block *block, void *context)
{
	struct tap_search *s = context;
	struct channel_kernel *own = arena_new(s->arena, struct channel_kernel);
	struct micro_kernel kernel = {.own = own, .together = s->together};
	size_t before = s->block->nkernel;
	uint64_t size;

	own->vectors = s->vectors;
	find_terms(s, block, own);
	find_positions(s, block, own);
	kernel.reads = own->nterm;
	block_call(block, s->block, &kernel, same_terms, s->arena);
	size = own->nterm * (size_t)s->vectors;
	if (s->block->nkernel > before)
		s->code += size + s->function_stores +
			   s->vector_stores * block->positions * (size_t)s->vectors;
	if (size > s->hottest)
		s->hottest = size;
	return s->last || is_short(s);
}

/* Finds the micro-kernels and nests of an oc_block. Returns the number of output blocks;
   above the limit, plans none. */
static uint64_t
search_block(struct tap_search *s, uint64_t limit)
{
	const struct window_plan *w = &s->plan->window;
	struct tiling how[MAX_AXIS] = {{0}};
	struct oc_block bare = *s->block;
	int looped = 0;
	uint64_t blocks;
	bool small;

	if (w->axis[w->naxis - 1].kernel > ROW_TAPS)
		for (; looped < w->naxis; looped++)
			how[looped].looped = w->axis[looped].kernel > 1;
	for (;;) {
		*s->block = bare;
		s->code = s->hottest = 0;
		s->find_tiling(s, how);
		while (looped < w->naxis - 1 && w->axis[looped].kernel == 1)
			looped++;
		s->last = looped >= w->naxis - 1;
		small = blocks_are_small(s->plan, how);
		blocks = 0;
		if (small)
			blocks = for_each_block(
				s->plan, how, limit, plan_block, s, s->arena);
		if (blocks > limit || (small && is_short(s)) || s->last)
			return blocks;
		how[looped++].looped = true;
	}
}

bool
tap_search_run(struct tap_search *s, struct schedule *schedule, uint64_t max_output)
{
	s->room.all /= (int64_t)s->plan->noc_block;
	for (size_t b = 0; b < s->plan->noc_block; b++) {
		s->block = &s->plan->oc_block[b];
		schedule->estimate = count_add(schedule->estimate,
			count_mul(search_block(s, max_output / REGION_BYTES),
				REGION_BYTES));
		if (schedule->estimate > max_output)
			return false;
	}
	return true;
}
