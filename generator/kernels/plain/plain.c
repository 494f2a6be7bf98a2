#include "kernels/plain/plain.h"

#include "kernels/common/tile_code.h"

#include "arena.h"
#include "checked.h"

enum {
	LONE_TAPS = 2560,   /* terms spelt out, where every window is by itself */
	SHARED_TAPS = 800,  /* multiply-adds, where several share what is loaded: gcc
			       takes some 2 ms for each */
	INTERIOR_TAPS = 256 /* those of one tile, where the borders' are loops */
};

/* The axis whose positions are cut into pieces: the innermost one, unless the region is
   narrow there and longer elsewhere. */
static int
chunk_axis(const struct region *r)
{
	int inner = r->tiles->window.naxis - 1, longest = inner;

	for (int i = 0; i < inner; i++)
		if (r->span[i]->count > r->span[longest]->count)
			longest = i;
	return r->span[inner]->count >= BLOCK / 2 ? inner : longest;
}

static struct nest *
add_nest(struct channel_class *class, struct arena *arena)
{
	class->nest = arena_grow(arena, class->nest, class->nnest, sizeof *class->nest);
	return &class->nest[class->nnest++];
}

/* Plans one piece of a region: its tile and the loops around it. */
static void
plan_piece(struct region *r, const struct piece *piece, int along)
{
	struct tiles *t = r->tiles;
	const struct window_plan *w = &t->window;
	const struct tile *tile = region_tile(r, piece, along);
	struct nest *nest = add_nest(r->class, r->arena);

	nest->tile = tile;
	nest->divisor = 1;
	for (int i = 0; i < w->naxis; i++) {
		const struct span *s = r->span[i];
		int64_t src = w->axis[i].stride * t->axis_src[i], dst = t->axis_dst[i];
		int64_t begin = i == along ? piece->first : 0;
		int64_t count = i == along ? piece->count : s->count;
		int64_t size = i == along && tile->kind != TILE_PLANE ? piece->size : 1;

		nest->src += s->src * t->axis_src[i] + begin * src;
		nest->dst += (s->first + begin) * dst;
		nest->tap += tile->looped[i] ? s->tap * t->axis_tap[i] : 0;
		nest->ntap[i] = s->ntap;
		nest->divisor *= s->divisor;
		nest->first[i] = s->first + begin;
		nest->last[i] = s->first + begin + count * size - 1;
		nest->along_first |= i == 0 && count > 1;
		if (count > 1)
			nest->loop[nest->nloop++] =
				(struct loop){count, size * src, size * dst};
	}
}

/* Whether the straight-line code of the borders would be too long, and the taps of the
   outer axes are loops there. */
static bool
wants_loops(const struct tiles *t)
{
	uint64_t taps = 1, sides = 0;

	for (size_t c = 0; c < t->nclass; c++) {
		int64_t channels = t->class[c].channels;

		sides += (uint64_t)(!t->rows && channels >= BLOCK ? BLOCK : channels);
	}
	for (int i = 0; i < t->window.naxis; i++) {
		const struct axis *a = &t->window.axis[i];
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
	struct tiles *t = r->tiles;
	const struct window_plan *w = &t->window;
	int inner = w->naxis - 1, along = chunk_axis(r);
	int64_t taps = region_taps(r);
	bool interior = true, long_row = r->span[inner]->ntap > ROW_TAPS;
	struct piece piece[MAX_PIECE];
	size_t npiece;

	for (int i = 0; i < w->naxis; i++)
		interior &= r->span[i]->ntap == w->axis[i].kernel;
	r->loops = false;
	for (int i = 0; i < w->naxis; i++) {
		bool loops =
			long_row ||
			(wants_loops(t) && !(interior && taps * BLOCK <= INTERIOR_TAPS));

		r->looped[i] = taps && loops && w->axis[i].kernel > 1 &&
			       (i != inner || long_row);
		r->loops |= r->looped[i];
	}
	npiece = region_cut(r, piece, r->span[along]->count);
	for (size_t i = 0; i < npiece; i++)
		plan_piece(r, &piece[i], along);
}

static void
plan_class(struct region *r)
{
	const struct window_plan *w = &r->tiles->window;
	size_t at[MAX_AXIS] = {0};
	int i;

	do {
		for (i = 0; i < w->naxis; i++)
			r->span[i] = &w->axis[i].span[at[i]];
		plan_region(r);
		for (i = w->naxis - 1; i >= 0 && ++at[i] == w->axis[i].nspan; i--)
			at[i] = 0;
	} while (i >= 0);
}

static bool
plan_plain(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct tiles *t = tiles_begin(schedule, arena);
	struct region region = {.tiles = t, .arena = arena};
	uint64_t nregion = 1;

	schedule->u.tiles = t;
	if (!plan->dst.nelement)
		return true;
	plain_find_classes(t);
	for (int i = 0; i < t->window.naxis; i++)
		nregion = count_mul(nregion, t->window.axis[i].nspan);
	schedule->estimate = count_mul(count_mul(nregion, t->nclass), REGION_BYTES);
	if (schedule->estimate > max_output)
		return false;
	for (size_t c = 0; c < t->nclass; c++) {
		region.class = &t->class[c];
		plan_class(&region);
	}
	tiles_order(t);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	(void)target;
	return plan->second.name ? "it has one output" : NULL;
}

const struct kernel kernel_plain = {
	.name = "plain",
	.kind = PLAN_WINDOW,
	.loops = true,
	.summary =
		"register tiles of output channels by output positions, taps written out",
	.obstacle = obstacle,
	.plan = plan_plain,
	.lower = tiles_lower,
};
