#include "kernels/plain/plain.h"

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "code/walk/cost.h"

#include <stdlib.h>
#include <string.h>

/* Regions of outputs that read the same taps, for each oc_block. The code has no vectors,
   only small arrays that compilers vectorise; on targets without vectors, a variable for
   each sum. */

/* A region being planned: one span of every axis, for one oc_block. */
struct region {
	struct tile_plan *plan;
	bool rows; /* lanes are positions */
	struct oc_block *block;
	const struct span *span[MAX_AXIS];
	int64_t taps;          /* of its windows, in one input channel */
	bool interior;         /* they have all taps of the kernel */
	bool plane;            /* its window is a whole plane, in partial sums */
	bool looped[MAX_AXIS]; /* the taps along an axis are a loop */
	bool loops;            /* some axis is looped */
	int along;             /* the axis that is cut */
	struct arena *arena;
};

/* The positions of one nest along the axis that is cut. */
struct segment {
	enum plain_kind kind;
	int64_t first, size, count;
};

/* Which output channels a tile computes, and whether weights are packed for it. */

enum {
	SOME = 8,  /* positions from which weights may be worth packing */
	MANY = 128 /* positions beyond which packing takes a small part of the time */
};

/* Positions that are contiguous in src and in dst. */
static int64_t
row_length(const struct tile_plan *p)
{
	const struct axis *inner = &p->window.axis[p->window.naxis - 1];

	return inner->stride == 1 ? inner->out : 1;
}

/* Whether tiles of positions are faster even with packed weights: they store whole rows,
   while tiles of channels scatter single numbers. Measured: up to 1.5 times; 5 times, and
   for shorter rows and more terms, if all planes begin in the same set of the nearest
   cache. float64 has too few registers. */
static bool
rows_pay(const struct tile_plan *p)
{
	const struct tuning *limit = &p->target->processor->tuning;
	int64_t terms = p->window.ic * p->taps, row = row_length(p);
	bool crowded = lines_at(p, p->plane_out) == limit->near_ways;

	if (p->sum == DTYPE_FLOAT64)
		return false;
	return (row >= limit->plain.row && terms <= limit->plain.row_terms) ||
	       (crowded && row >= limit->plain.crowded_row &&
		       terms <= limit->plain.crowded_row_terms);
}

/* Whether tiles of positions are as fast with unpacked weights: nothing needs conversion,
   and rows fill the lanes. */
static bool
is_fast_unpacked(const struct tile_plan *p, uint64_t positions)
{
	return p->dtype == DTYPE_FLOAT32 &&
	       (rows_pay(p) ||
		       (row_length(p) >= p->target->processor->tuning.plain.lanes &&
			       (p->taps == 1 || positions < MANY)));
}

/* Whether it pays to pack weights that come at run time, so that a tile's are
   contiguous. */
static bool
packing_pays(const struct tile_plan *p, int64_t side)
{
	const struct window_plan *w = &p->window;
	uint64_t positions = count_mul((uint64_t)w->batch, (uint64_t)p->plane_out);

	return w->reduction->weighted && w->ic && w->oc >= side && positions >= SOME &&
	       !is_fast_unpacked(p, positions) && tile_plan_fits_stack(p, side);
}

enum {
	/* Of a tile of scalars. */
	SPARE = 2, /* registers for the current input, and a product */
	MOST_CHANNELS = 4,
	MOST_POSITIONS = 8,
	MOST_TERMS = 100,    /* written out; of more, the taps of outer axes are loops, */
	MOST_ROW_TERMS = 200 /* and of more in a row those of the innermost one, too */
};

static struct tile_room
room_of_scalars(const struct tile_plan *p)
{
	return (struct tile_room){
		.registers = sums_in(p, p->target->scalars * (int64_t)sizeof(float)),
		.spare = SPARE,
		.rows = MOST_POSITIONS,
		.vectors = min_of(p->window.oc, MOST_CHANNELS),
		.sums = INT64_MAX};
}

/* Positions of a tile of scalars with so many channels. */
static int64_t
positions_that_fit(const struct tile_plan *p, int64_t channels)
{
	const struct tile_room room = room_of_scalars(p);

	return max_of(tile_rows_that_fit(&room, channels), 1);
}

/* Cuts a group's output channels into tiles of as many as make the best use of a load. */
static void
find_blocks_of_scalars(struct tile_plan *p)
{
	const struct tile_room room = room_of_scalars(p);

	tile_plan_add_blocks(p, tile_shape_of(&room).vectors, 1);
}

/* Cuts a group's output channels into tiles: as many wide ones as fit, then the rest.
   Decides whether weights that come at run time are packed. Returns whether lanes are
   positions even with many channels; otherwise they are channels if there are enough. */
static bool
find_blocks(struct tile_plan *p)
{
	const struct tuning *limit = &p->target->processor->tuning;
	int64_t lanes =
		p->sum == DTYPE_FLOAT64 ? limit->plain.lanes / 2 : limit->plain.lanes;
	int64_t at = 0;
	bool rows;

	if (p->target->scalars) {
		find_blocks_of_scalars(p);
		return false;
	}
	if (!p->packed && packing_pays(p, limit->plain.side))
		p->packs = p->packed = true;
	rows = !p->packed || rows_pay(p);
	if (!rows && lanes > limit->plain.side &&
		(!p->packs || tile_plan_fits_stack(p, lanes)))
		at = tile_plan_add_block(p, 0, lanes, 1);
	at = tile_plan_add_block(p, at, limit->plain.side, 1);
	tile_plan_add_block(p, at, p->window.oc - at, 1);
	return rows;
}

/* How the positions of a region become micro-kernels. */

enum {
	DIRECT_TAPS = 64, /* the most taps of a PLAIN_DIRECT */
	ROOTS = 64        /* its positions if roots are taken */
};

/* Finds the inputs that a row of taps reads. */
static void
find_loads(struct plain_kernel *k, int64_t positions, struct arena *arena)
{
	size_t n = (size_t)positions * k->row_ntap;
	int64_t *load = arena_array(arena, int64_t, n);

	for (size_t i = 0; i < n; i++)
		load[i] = (int64_t)(i / k->row_ntap) * k->src_step +
			  k->tap[i % k->row_ntap].src;
	qsort(load, n, sizeof *load, compare_int64);
	for (size_t i = 0; i < n; i++)
		if (!k->nload || load[i] > load[k->nload - 1])
			load[k->nload++] = load[i];
	k->load = load;
}

/* Lists the taps that are written out. */
static void
find_taps(const struct tile_plan *p, struct plain_kernel *k, struct arena *arena)
{
	const struct window_plan *w = &p->window;
	int64_t n = 1, at[MAX_AXIS] = {0};
	struct plain_tap *tap;

	for (int i = 0; i < w->naxis; i++)
		n *= k->count[i];
	if (!n)
		return;
	tap = arena_array(arena, struct plain_tap, n);
	do {
		for (int i = 0; i < w->naxis; i++) {
			tap[k->ntap].src += at[i] * w->axis[i].dilation * w->src.axis[i];
			tap[k->ntap].number += (k->first[i] + at[i]) * p->axis_tap[i];
		}
		k->ntap++;
	} while (extents_next(at, k->count, w->naxis));
	k->tap = tap;
	k->row_ntap = (size_t)k->count[w->naxis - 1];
}

static bool
same_code(const struct micro_kernel *x, const struct micro_kernel *y)
{
	const struct plain_kernel *a = x->own, *b = y->own;

	return a->kind == b->kind && x->positions == y->positions &&
	       a->src_step == b->src_step && a->dst_step == b->dst_step &&
	       a->divisor == b->divisor && !memcmp(a->first, b->first, sizeof a->first) &&
	       !memcmp(a->count, b->count, sizeof a->count);
}

static const char *
role_of(const struct region *r, enum plain_kind kind)
{
	if (kind == PLAIN_PLANE)
		return "plane";
	if (!r->taps)
		return "padding";
	return r->interior ? "interior" : "border";
}

enum {
	LONE_TAPS = 2560,   /* terms written out, if each window is computed by itself */
	SHARED_TAPS = 800,  /* multiply-adds, if several windows share loads: gcc takes
			       some 2 ms for each */
	INTERIOR_TAPS = 256 /* those of one tile, if the borders have loops */
};

/* Plans one segment of a region: its micro-kernel and the loops around it. If taps are a
   loop along some axis, the divisor comes as an argument. */
static void
plan_segment(const struct region *r, struct segment segment)
{
	struct tile_plan *p = r->plan;
	int along = r->along;
	const struct window_plan *w = &p->window;
	struct plain_kernel *own = arena_new(r->arena, struct plain_kernel);
	struct micro_kernel kernel = {
		.role = role_of(r, segment.kind), .positions = segment.size, .own = own};
	struct axis_tile tile[MAX_AXIS];
	const struct axis_tile *tiles[MAX_AXIS];
	int64_t step = w->axis[along].stride * w->src.axis[along];
	int64_t src = segment.first * step, divisor = 1;

	for (int i = 0; i < w->naxis; i++) {
		const struct span *s = r->span[i];

		tile[i] = (struct axis_tile){
			s->first, 1, s->count, s->tap, s->ntap, s->divisor};
		tiles[i] = &tile[i];
		src += s->src * w->src.axis[i];
		divisor *= s->divisor;
		kernel.looped[i] = r->looped[i];
		own->count[i] = r->looped[i] ? 1 : s->ntap;
		if (!r->looped[i] && w->reduction->weighted)
			own->first[i] = s->tap;
	}
	tile[along].first += segment.first;
	tile[along].size = segment.size;
	tile[along].count = segment.count;
	own->kind = segment.kind;
	own->divisor = r->loops ? 0 : divisor;
	if (own->kind != PLAIN_PLANE) {
		own->src_step = step;
		own->dst_step = w->dst.axis[along];
		find_taps(p, own, r->arena);
	}
	if (own->kind == PLAIN_CHANNELS)
		find_loads(own, segment.size, r->arena);
	kernel.reads = own->ntap && p->nblock;
	tile_plan_add_nest(p, r->block, &kernel, same_code, tiles, src, r->arena);
	r->block->nest[r->block->nnest - 1].divisor = divisor;
}

/* Cuts n positions as evenly as possible into segments of at most `most`: 9 into 5 and 4,
   not 8 and 1. */
static void
cut_evenly(const struct region *r, enum plain_kind kind, int64_t n, int64_t most)
{
	int64_t all = ceil_div(n, most), size = n / all, larger = n % all;

	if (larger)
		plan_segment(r, (struct segment){kind, 0, size + 1, larger});
	plan_segment(r, (struct segment){kind, larger * (size + 1), size, all - larger});
}

/* Cuts n positions into segments of as many as there are lanes. The rest is covered by a
   last segment that overlaps the one before it or, if it is small, by a narrow tile. */
static void
cut_positions(const struct region *r, int64_t n)
{
	const struct tuning *limit = &r->plan->target->processor->tuning;
	int64_t channels = r->block->channels, rest;
	enum plain_kind narrow = channels > 1 ? PLAIN_CHANNELS : PLAIN_POSITIONS;
	int64_t lanes = channels <= limit->plain.side / 2 ? limit->plain.narrow_lanes
							  : limit->plain.lanes;

	while (lanes > limit->plain.side && n < lanes)
		lanes /= 2;
	rest = n % lanes;
	if (n >= lanes)
		plan_segment(r, (struct segment){PLAIN_POSITIONS, 0, lanes, n / lanes});
	if (n >= lanes && rest > lanes / 4)
		plan_segment(r, (struct segment){PLAIN_POSITIONS, n - lanes, lanes, 1});
	else if (rest)
		plan_segment(r, (struct segment){narrow, n - rest, rest, 1});
}

/* Whether each window is summed by itself, its weights in registers. */
static bool
is_direct(const struct region *r)
{
	const struct target *target = r->plan->target;
	int64_t most = target->scalars ? target->scalars - SPARE : DIRECT_TAPS;

	return r->plan->window.ic == 1 && r->block->channels == 1 && r->taps <= most;
}

/* Cuts the positions of a region into segments. */
static void
cut_region(const struct region *r)
{
	int64_t n = r->span[r->along]->count, channels = r->block->channels;
	int64_t side = r->plan->target->processor->tuning.plain.side;
	const struct window_plan *w = &r->plan->window;

	if (r->plane)
		plan_segment(r, (struct segment){PLAIN_PLANE, 0, 1, n});
	else if (!r->loops && is_direct(r))
		cut_evenly(r, PLAIN_DIRECT, n, takes_roots(w) ? ROOTS : n);
	else if (r->plan->target->scalars)
		cut_evenly(r, PLAIN_SCALARS, n, positions_that_fit(r->plan, channels));
	else if (!r->rows && channels >= side)
		cut_evenly(r, PLAIN_CHANNELS, n, side);
	else
		cut_positions(r, n);
}

/* Whether the straight-line code of the borders would be too long, so that the taps of
   outer axes become loops there. */
static bool
wants_loops(const struct tile_plan *p, bool rows)
{
	int64_t side = p->target->processor->tuning.plain.side;
	uint64_t taps = 1, sides = 0;

	for (size_t b = 0; b < p->noc_block; b++) {
		int64_t channels = p->oc_block[b].channels;

		sides += (uint64_t)(rows ? channels : min_of(channels, side));
	}
	for (int i = 0; i < p->window.naxis; i++) {
		const struct axis *a = &p->window.axis[i];
		uint64_t sum = 0;

		for (size_t k = 0; k < a->nspan; k++)
			sum += (uint64_t)a->span[k].ntap;
		taps = count_mul(taps, sum);
	}
	return count_mul(taps, sides) > (sides > 1 ? SHARED_TAPS : LONE_TAPS);
}

/* The axis along which positions are cut into segments: the innermost one, unless the
   region is narrow there and longer elsewhere. */
static int
segment_axis(const struct region *r)
{
	int inner = r->plan->window.naxis - 1, longest = inner;

	for (int i = 0; i < inner; i++)
		if (r->span[i]->count > r->span[longest]->count)
			longest = i;
	return r->span[inner]->count >= r->plan->target->processor->tuning.plain.side / 2
		       ? inner
		       : longest;
}

/* Counts the taps of a region's windows. */
static void
count_taps(struct region *r)
{
	const struct window_plan *w = &r->plan->window;

	r->taps = 1;
	r->interior = true;
	r->plane = w->reduction->by_plane && r->plan->plane_in >= PLANE_LANES;
	for (int i = 0; i < w->naxis; i++) {
		r->taps *= r->span[i]->ntap;
		r->interior &= r->span[i]->ntap == w->axis[i].kernel;
		r->plane &= r->span[i]->ntap == w->axis[i].in;
	}
}

/* Whether the taps of a border are loops along every axis, so that borders share one
   function: in tiles of scalars of several channels, which are long. */
static bool
shares_borders(const struct region *r)
{
	return r->plan->target->scalars && r->block->channels > 1 && !r->interior;
}

/* Whether the taps of the innermost axis become a loop, too, and whether those of the
   outer axes do. */
static bool
wants_row_loop(const struct region *r, int64_t sums)
{
	int64_t ntap = r->span[r->plan->window.naxis - 1]->ntap;

	if (shares_borders(r))
		return true;
	return ntap > ROW_TAPS ||
	       (r->plan->target->scalars && ntap * sums > MOST_ROW_TERMS);
}

static bool
wants_outer_loops(const struct region *r, int64_t sums)
{
	int64_t side = r->plan->target->processor->tuning.plain.side;

	if (r->plan->target->scalars)
		return r->taps * sums > MOST_TERMS || shares_borders(r);
	return wants_loops(r->plan, r->rows) &&
	       !(r->interior && r->taps * side <= INTERIOR_TAPS);
}

/* The sums of a tile of scalars. */
static int64_t
sums_of_scalars(const struct region *r)
{
	int64_t channels = r->block->channels;

	return is_direct(r) ? 1 : channels * positions_that_fit(r->plan, channels);
}

static void
plan_region(struct region *r)
{
	const struct window_plan *w = &r->plan->window;
	int inner = w->naxis - 1;
	int64_t sums;
	bool long_row, loops;

	count_taps(r);
	sums = r->plan->target->scalars ? sums_of_scalars(r) : 1;
	r->along = segment_axis(r);
	long_row = wants_row_loop(r, sums);
	loops = long_row || wants_outer_loops(r, sums);
	loops &= r->taps && !r->plane;
	r->loops = false;
	for (int i = 0; i < w->naxis; i++) {
		r->looped[i] = loops && w->axis[i].kernel > 1 && (i != inner || long_row);
		r->loops |= r->looped[i];
	}
	cut_region(r);
}

static const struct tile_design design = {.lower_kernel = plain_lower_kernel};

static bool
plan_plain(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	struct region region = {.plan = p, .arena = arena};
	int64_t at[MAX_AXIS] = {0}, nspan[MAX_AXIS];

	p->design = &design;
	schedule->own = p;
	if (!schedule->plan->dst.nelement)
		return true;
	region.rows = find_blocks(p);
	schedule->estimate = p->noc_block * REGION_BYTES;
	for (int i = 0; i < p->window.naxis; i++) {
		nspan[i] = (int64_t)p->window.axis[i].nspan;
		schedule->estimate =
			count_mul(schedule->estimate, p->window.axis[i].nspan);
	}
	if (schedule->estimate > max_output)
		return false;
	for (size_t b = 0; b < p->noc_block; b++) {
		region.block = &p->oc_block[b];
		do {
			for (int i = 0; i < p->window.naxis; i++)
				region.span[i] = &p->window.axis[i].span[at[i]];
			plan_region(&region);
		} while (extents_next(at, nspan, p->window.naxis));
	}
	tile_plan_order(p);
	tile_plan_end(p, schedule, arena);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	(void)target;
	return plan->nmore ? "it has one output" : NULL;
}

const struct kernel kernel_plain = {
	.name = "plain",
	.kind = PLAN_WINDOW,
	.prologues = true,
	.summary = "register tiles of channels by positions, taps written out",
	.obstacle = obstacle,
	.plan = plan_plain,
	.lower = tile_plan_lower,
};
