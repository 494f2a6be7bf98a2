#include "kernels/plain/plain.h"

#include "base/arena.h"
#include "base/checked.h"
#include "code/cost.h"

/* Regions of outputs that read the same taps, for each oc_block. The code has no vectors,
   only small arrays that compilers vectorise. */

enum {
	LONE_TAPS = 2560,   /* terms written out, if each window is computed by itself */
	SHARED_TAPS = 800,  /* multiply-adds, if several windows share loads: gcc takes
			       some 2 ms for each */
	INTERIOR_TAPS = 256 /* those of one tile, if the borders have loops */
};

/* The axis along which positions are cut into segments: the innermost one, unless the
   region is narrow there and longer elsewhere. */
static int
segment_axis(const struct region *r)
{
	int inner = r->plan->window.naxis - 1, longest = inner;

	for (int i = 0; i < inner; i++)
		if (r->span[i]->count > r->span[longest]->count)
			longest = i;
	return r->span[inner]->count >= r->plan->target->processor->planning.side / 2
		       ? inner
		       : longest;
}

/* Plans one segment of a region: its micro-kernel and the loops around it. If taps are a
   loop along some axis, the divisor comes as an argument. */
static void
plan_segment(struct region *r, const struct segment *segment, int along)
{
	struct tile_plan *p = r->plan;
	const struct micro_kernel *kernel = region_kernel(r, segment, along);
	struct axis_tile tile[MAX_AXIS];
	const struct axis_tile *tiles[MAX_AXIS];
	int64_t src = 0, divisor = 1;

	for (int i = 0; i < p->window.naxis; i++) {
		const struct span *s = r->span[i];

		tile[i] = (struct axis_tile){
			s->first, 1, s->count, s->tap, s->ntap, s->divisor};
		tiles[i] = &tile[i];
		src += s->src * p->window.src.axis[i];
		divisor *= s->divisor;
	}
	tile[along].first += segment->first;
	tile[along].size = segment->kind == PLAIN_PLANE ? 1 : segment->size;
	tile[along].count = segment->count;
	src += segment->first * p->window.axis[along].stride * p->window.src.axis[along];
	tile_plan_add_nest(p, r->block, kernel, tiles, src, r->arena);
	r->block->nest[r->block->nnest - 1].divisor = divisor;
}

/* Whether the straight-line code of the borders would be too long, so that the taps of
   outer axes become loops there. */
static bool
wants_loops(const struct tile_plan *p, bool rows)
{
	int64_t side = p->target->processor->planning.side;
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

static void
plan_region(struct region *r)
{
	const struct window_plan *w = &r->plan->window;
	int inner = w->naxis - 1, along = segment_axis(r);
	int64_t taps = region_taps(r), side = r->plan->target->processor->planning.side;
	bool interior = true, long_row = r->span[inner]->ntap > ROW_TAPS, loops;
	struct segment segment[MAX_SEGMENT];
	size_t n;

	for (int i = 0; i < w->naxis; i++)
		interior &= r->span[i]->ntap == w->axis[i].kernel;
	loops = long_row || (wants_loops(r->plan, r->rows) &&
				    !(interior && taps * side <= INTERIOR_TAPS));
	r->loops = false;
	for (int i = 0; i < w->naxis; i++) {
		r->looped[i] = taps && loops && w->axis[i].kernel > 1 &&
			       (i != inner || long_row);
		r->loops |= r->looped[i];
	}
	n = region_cut(r, segment, r->span[along]->count);
	for (size_t i = 0; i < n; i++)
		plan_segment(r, &segment[i], along);
}

static void
lower_kernel(struct kernel_code *k)
{
	const struct plain_kernel *own = plain_of(k->kernel);
	const char *text = "taps ", *comment;
	enum linkage linkage =
		own->kind == PLAIN_DIRECT ? LINKAGE_STATIC : LINKAGE_NOINLINE;

	for (int i = 0; i < k->window->naxis; i++) {
		int64_t n = own->ntap[i], kernel = k->window->axis[i].kernel;

		text = code_name(k->code, "%s%s", text, i ? " x " : "");
		if (k->kernel->looped[i])
			text = code_name(k->code, "%staps%d", text, i + 1);
		else
			text = code_name(k->code, "%s%s", text,
				code_range(k->code, "", k->conv && n ? own->tap[i] : n,
					k->conv ? n : 1));
		if (!k->kernel->looped[i] && n < kernel)
			text = code_name(k->code, "%s of %lld", text, (long long)kernel);
	}
	comment = kernel_comment_of(k, own->nrow ? text : NULL, "");
	if (own->kind == PLAIN_PLANE)
		comment = code_name(k->code, "One output: the whole plane of %lld.",
			(long long)k->plan->plane_in);
	kernel_begin(k, linkage, comment);
	if (own->kind == PLAIN_PLANE)
		plain_plane_lower(k);
	else if (own->kind == PLAIN_DIRECT)
		plain_direct_lower(k);
	else
		plain_sums_lower(k);
}

static const struct tile_design design = {.lower_kernel = lower_kernel};

static bool
plan_plain(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	struct region region = {.plan = p, .arena = arena};
	int64_t at[MAX_AXIS] = {0}, nspan[MAX_AXIS];
	uint64_t nregion = 1;

	p->design = &design;
	schedule->own = p;
	if (!schedule->plan->dst.nelement)
		return true;
	region.rows = plain_find_blocks(p);
	for (int i = 0; i < p->window.naxis; i++) {
		nspan[i] = (int64_t)p->window.axis[i].nspan;
		nregion = count_mul(nregion, p->window.axis[i].nspan);
	}
	schedule->estimate = count_mul(count_mul(nregion, p->noc_block), REGION_BYTES);
	if (schedule->estimate > max_output)
		return false;
	for (size_t b = 0; b < p->noc_block; b++) {
		region.block = &p->oc_block[b];
		do {
			for (int i = 0; i < p->window.naxis; i++)
				region.span[i] = &p->window.axis[i].span[at[i]];
			plan_region(&region);
		} while (next_place(at, nspan, p->window.naxis));
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
	.summary =
		"register tiles of output channels by output positions, taps written out",
	.obstacle = obstacle,
	.plan = plan_plain,
	.lower = tile_plan_lower,
};
