#include "kernels/common/vector.h"

#include "arena.h"

#include <string.h>

/* What one call needs beside the tile: the loops around it, and where it begins. */

#define SAME(a, b, member) \
	((a)->n##member == (b)->n##member && \
		(!(a)->n##member || !memcmp((a)->member, (b)->member, \
					    (a)->n##member * sizeof *(a)->member)))

static bool
same_taps(const struct vector_code *a, const struct vector_code *b)
{
	if (a->ntap != b->ntap)
		return false;
	for (size_t i = 0; i < a->ntap; i++) {
		const struct tap *x = &a->tap[i], *y = &b->tap[i];

		if (x->tap != y->tap || x->nuse != y->nuse ||
			memcmp(x->use, y->use, x->nuse * sizeof *x->use) != 0)
			return false;
	}
	return true;
}

static bool
same_gathers(const struct vector_code *a, const struct vector_code *b)
{
	if (a->ngather != b->ngather)
		return false;
	for (size_t i = 0; i < a->ngather; i++) {
		const struct gather *x = &a->gather[i], *y = &b->gather[i];

		if (x->base != y->base || !SAME(x, y, step))
			return false;
	}
	return true;
}

static bool
same_code(const struct vector_code *a, const struct vector_code *b)
{
	return a->vectors == b->vectors && a->positions == b->positions &&
	       a->group == b->group && same_taps(a, b) && SAME(a, b, run) &&
	       SAME(a, b, load) && same_gathers(a, b) && SAME(a, b, term) &&
	       SAME(a, b, column);
}

static const char *
role_of(const struct patch *patch, const struct vector_code *code)
{
	const struct window_plan *w = &patch->tiles->window;

	if (!code->ntap && !code->nterm)
		return "padding";
	for (int i = 0; i < w->naxis; i++)
		if (patch->looped[i] && patch->cut[i]->ntap < w->axis[i].kernel)
			return "border";
	return patch->ninput == patch->ntap * patch->positions ? "interior" : "border";
}

/* The tile with that code: one that the class has already, or a new one. */
static const struct tile *
find_tile(const struct patch *patch, struct channel_class *class, enum tile_kind kind,
	const struct vector_code *code, struct arena *arena)
{
	const struct tiles *t = patch->tiles;
	struct vector_code *kept;
	struct tile *tile;

	for (size_t i = 0; i < class->ntile; i++)
		if (same_code(class->tile[i]->code, code) &&
			!memcmp(class->tile[i]->looped, patch->looped,
				sizeof patch->looped))
			return class->tile[i];
	kept = arena_new(arena, struct vector_code);
	*kept = *code;
	tile = arena_new(arena, struct tile);
	*tile = (struct tile){.role = role_of(patch, code),
		.kind = kind,
		.channels = class->channels,
		.lanes = class->lanes,
		.positions = (int64_t)patch->positions,
		.code = kept};
	for (size_t c = 0; c < t->nclass; c++)
		tile->index += t->class[c].ntile;
	for (int i = 0; i < t->window.naxis; i++) {
		tile->looped[i] = patch->looped[i];
		tile->loops |= patch->looped[i];
	}
	class->tile = arena_grow(arena, class->tile, class->ntile, sizeof *class->tile);
	class->tile[class->ntile++] = tile;
	return tile;
}

void
patch_call(const struct patch *patch, struct channel_class *class, enum tile_kind kind,
	const struct vector_code *code, struct arena *arena)
{
	const struct tiles *t = patch->tiles;
	struct nest *nest;

	class->nest = arena_grow(arena, class->nest, class->nnest, sizeof *class->nest);
	nest = &class->nest[class->nnest++];
	*nest = (struct nest){.tile = find_tile(patch, class, kind, code, arena),
		.src = patch->base,
		.tap = patch->tap_base,
		.divisor = 1};
	for (int i = 0; i < t->window.naxis; i++) {
		const struct cut *c = patch->cut[i];

		nest->dst += c->first * t->axis_dst[i];
		nest->ntap[i] = c->ntap;
		nest->first[i] = c->first;
		nest->last[i] = c->first + c->size * c->count - 1;
		nest->divisor *= patch->looped[i] ? c->divisor : 1;
		nest->along_first |= i == 0 && c->count > 1;
		if (c->count > 1)
			nest->loop[nest->nloop++] = (struct loop){c->count,
				c->size * t->window.axis[i].stride * t->axis_src[i],
				c->size * t->axis_dst[i]};
	}
}
