#include "kernels/direct_oc/direct_oc.h"

#include "arena.h"
#include "checked.h"

/* The code of the functions of kernel_direct_oc, and their calls. */

enum {
	HOT_CODE = 2304, /* multiply-adds of one function, so that its loop stays in the
			    instruction cache */
	ALL_CODE = 5000, /* those of all functions, which are some 10 bytes each */
	STORE_CODE = 70  /* those in whose place a function stores its outputs */
};

/* A class' tiles on their way. */
struct channels {
	struct tiles *tiles;
	struct channel_class *class;
	int vectors;
	int64_t sums;           /* that a function keeps, at most */
	uint64_t code, hottest; /* multiply-adds spelt out */
	bool last; /* whatever they are: no further axis' taps can be a loop */
	struct arena *arena;
};

/* Whether what is spelt out so far is not too long. */
static bool
is_short(const struct channels *c)
{
	return c->code <= ALL_CODE / c->tiles->nclass && c->hottest <= HOT_CODE;
}

static void
find_taps(const struct patch *patch, struct vector_code *code, struct arena *arena)
{
	struct tap *tap = arena_array(arena, struct tap, patch->ntap);
	size_t n = 0;

	for (size_t k = 0; k < patch->ntap; k++) {
		struct tap_use *use =
			arena_array(arena, struct tap_use, patch->positions);
		size_t nuse = 0;

		for (size_t p = 0; p < patch->positions; p++) {
			int64_t src = patch->src[k * patch->positions + p];

			if (src != NO_INPUT)
				use[nuse++] = (struct tap_use){src, p};
		}
		if (nuse)
			tap[n++] = (struct tap){patch->tap[k], use, nuse};
	}
	code->tap = tap;
	code->ntap = n;
}

static void
find_runs(const struct patch *patch, size_t lanes, struct vector_code *code,
	struct arena *arena)
{
	struct run *run = arena_array(arena, struct run, patch->positions);
	size_t n = 0;

	for (size_t p = 0; p < patch->positions; p++) {
		int64_t dst = patch_dst(patch, p);

		if (n && run[n - 1].count < lanes &&
			run[n - 1].dst + (int64_t)run[n - 1].count == dst)
			run[n - 1].count++;
		else
			run[n++] = (struct run){p, 1, dst};
	}
	code->run = run;
	code->nrun = n;
}

static bool
plan_patch(struct patch *patch, void *context)
{
	struct channels *c = context;
	struct vector_code code = {.vectors = c->vectors, .positions = patch->positions};
	size_t ntile = c->class->ntile;
	uint64_t size = 0;

	find_taps(patch, &code, c->arena);
	find_runs(patch, (size_t)c->tiles->vector->lanes, &code, c->arena);
	patch_call(patch, c->class, TILE_VECTOR_CHANNELS, &code, c->arena);
	for (size_t k = 0; k < code.ntap; k++)
		size += code.tap[k].nuse * (size_t)c->vectors;
	if (c->class->ntile > ntile)
		c->code += size + STORE_CODE;
	if (size > c->hottest)
		c->hottest = size;
	return c->last || is_short(c);
}

/* Positions of a tile along each axis, for as many sums as there are registers. */
static void
find_cutting(const struct channels *c, struct cutting *how)
{
	const struct window_plan *w = &c->tiles->window;
	int inner = w->naxis - 1, outer = inner - 1;
	int64_t most = c->sums / c->vectors, width;

	for (int i = 0; i < w->naxis; i++)
		how[i].size = 1;
	how[inner].size = most;
	width = ceil_div(w->axis[inner].out, ceil_div(w->axis[inner].out, most));
	if (outer >= 0 && !how[outer].looped && width == w->axis[inner].out)
		how[outer].size = most / width;
}

/* Plans a class with the taps of the outer axes written out, as far as that is not too
   long; else they are loops. */
static uint64_t
plan_class(struct channels *c, uint64_t limit)
{
	const struct window_plan *w = &c->tiles->window;
	struct cutting how[MAX_AXIS] = {{0}};
	struct channel_class bare = *c->class;
	int looped = 0;
	uint64_t patches;
	bool small;

	if (w->axis[w->naxis - 1].kernel > ROW_TAPS)
		for (; looped < w->naxis; looped++)
			how[looped].looped = w->axis[looped].kernel > 1;
	for (;;) {
		*c->class = bare;
		c->code = c->hottest = 0;
		find_cutting(c, how);
		while (looped < w->naxis - 1 && w->axis[looped].kernel == 1)
			looped++;
		c->last = looped >= w->naxis - 1;
		small = patches_are_small(c->tiles, how);
		patches = 0;
		if (small)
			patches = for_each_patch(
				c->tiles, how, limit, plan_patch, c, c->arena);
		if (patches > limit || (small && is_short(c)) || c->last)
			return patches;
		how[looped++].looped = true;
	}
}

uint64_t
direct_oc_plan_class(struct tiles *tiles, struct channel_class *class, int64_t sums,
	uint64_t limit, struct arena *arena)
{
	struct channels c = {.tiles = tiles,
		.class = class,
		.vectors = (int)(class->lanes / tiles->vector->lanes),
		.sums = sums,
		.arena = arena};

	return plan_class(&c, limit);
}
