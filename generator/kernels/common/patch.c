#include "kernels/common/vector.h"

#include "arena.h"
#include "checked.h"
#include "cost.h"

#include <string.h>

enum {
	MOST_INPUTS = 1 << 18 /* of a patch whose taps are written out, a place for each
				 tap of each position; no function is as long */
};

/* The inputs that positions read along one axis. */
struct along {
	/* [tap][position]: offset, taps that are written out; or NO_INPUT */
	int64_t *src;
	size_t ninput; /* that are none of the padding */
	int64_t least; /* the smallest of them */
};

/* Offset of a tap's input along an axis for a position; NO_INPUT in the padding. */
static int64_t
input_along(const struct patch *patch, int axis, int64_t position, int64_t tap)
{
	const struct axis *a = &patch->tiles->window.axis[axis];
	const struct cut *c = patch->cut[axis];
	int64_t k = patch->looped[axis] ? c->tap : tap;
	int64_t at = (c->first + position) * a->stride - a->pad_begin + k * a->dilation;

	if (at < 0 || at >= a->in || (patch->looped[axis] && !c->ntap))
		return NO_INPUT;
	return at * patch->tiles->axis_src[axis];
}

static struct along
inputs_along(const struct patch *patch, int axis, int64_t taps, struct arena *arena)
{
	int64_t size = patch->cut[axis]->size;
	struct along along = {arena_array(arena, int64_t, size * taps), 0, INT64_MAX};

	for (int64_t i = 0; i < size * taps; i++) {
		int64_t src = input_along(patch, axis, i % size, i / size);

		along.src[i] = src;
		along.ninput += src != NO_INPUT;
		if (src != NO_INPUT && src < along.least)
			along.least = src;
	}
	return along;
}

/* The inputs of a tap for a row of positions, from base. */
static void
find_row(const struct patch *patch, const struct along *along, const int64_t *position,
	const int64_t *tap, int64_t *src)
{
	int inner = patch->tiles->window.naxis - 1;
	int64_t row = -patch->base, size = patch->cut[inner]->size;

	for (int i = 0; i < inner && row != NO_INPUT; i++) {
		int64_t at = along[i].src[tap[i] * patch->cut[i]->size + position[i]];

		row = at == NO_INPUT ? at : row + at;
	}
	for (int64_t p = 0; p < size; p++) {
		int64_t at = along[inner].src[tap[inner] * size + p];

		src[p] = row == NO_INPUT || at == NO_INPUT ? NO_INPUT : row + at;
	}
}

/* Counts on, the last axis fastest; false behind the last. */
static bool
next(int64_t *at, const int64_t *extent, int n)
{
	while (n-- > 0) {
		if (++at[n] < extent[n])
			return true;
		at[n] = 0;
	}
	return false;
}

/* What loops add to base: the calls' positions, and the looped taps. */
static int64_t
furthest(const struct patch *patch)
{
	const struct tiles *t = patch->tiles;
	int64_t sum = 0;

	for (int i = 0; i < t->window.naxis; i++) {
		const struct axis *a = &t->window.axis[i];
		const struct cut *c = patch->cut[i];

		sum += (c->count - 1) * c->size * a->stride * t->axis_src[i];
		if (patch->looped[i] && c->ntap)
			sum += (c->ntap - 1) * a->dilation * t->axis_src[i];
	}
	return sum;
}

/* A patch reads every combination of the inputs along its axes. */
static void
find_base(struct patch *patch, const struct along *along)
{
	patch->base = 0;
	patch->ninput = 1;
	for (int i = 0; i < patch->tiles->window.naxis; i++)
		patch->ninput *= along[i].ninput;
	for (int i = 0; i < patch->tiles->window.naxis && patch->ninput; i++)
		patch->base += along[i].least;
	patch->low = -patch->base;
	patch->high = patch->tiles->plane_in - patch->base - furthest(patch);
}

void
patch_make(struct patch *patch, struct arena *arena)
{
	const struct tiles *t = patch->tiles;
	int n = t->window.naxis;
	int64_t extent[MAX_AXIS], taps[MAX_AXIS], tap[MAX_AXIS] = {0}, *src;
	struct along along[MAX_AXIS];

	patch->positions = patch->ntap = 1;
	patch->tap_base = 0;
	for (int i = 0; i < n; i++) {
		extent[i] = patch->cut[i]->size;
		taps[i] = patch->looped[i] ? 1 : t->window.axis[i].kernel;
		patch->positions *= (size_t)extent[i];
		patch->ntap *= (size_t)taps[i];
		along[i] = inputs_along(patch, i, taps[i], arena);
		if (patch->looped[i])
			patch->tap_base += patch->cut[i]->tap * t->axis_tap[i];
	}
	find_base(patch, along);
	src = patch->src = arena_array(arena, int64_t, patch->ntap * patch->positions);
	patch->tap = arena_array(arena, int64_t, patch->ntap);
	for (size_t k = 0; k < patch->ntap; k++) {
		int64_t at[MAX_AXIS] = {0};

		for (int i = 0; i < n; i++)
			patch->tap[k] += tap[i] * t->axis_tap[i];
		do {
			find_row(patch, along, at, tap, src);
			src += extent[n - 1];
		} while (next(at, extent, n - 1));
		next(tap, taps, n);
	}
}

void
patch_coordinates(const struct patch *patch, size_t position, int64_t *at)
{
	int64_t p = (int64_t)position;

	for (int i = patch->tiles->window.naxis - 1; i >= 0; i--) {
		at[i] = p % patch->cut[i]->size;
		p /= patch->cut[i]->size;
	}
}

int64_t
patch_dst(const struct patch *patch, size_t position)
{
	int64_t at[MAX_AXIS], dst = 0;

	patch_coordinates(patch, position, at);
	for (int i = 0; i < patch->tiles->window.naxis; i++)
		dst += at[i] * patch->tiles->axis_dst[i];
	return dst;
}

int64_t
patch_divisor(const struct patch *patch, size_t position)
{
	int64_t at[MAX_AXIS], divisor = 1;

	patch_coordinates(patch, position, at);
	for (int i = 0; i < patch->tiles->window.naxis; i++) {
		const struct axis *a = &patch->tiles->window.axis[i];

		if (!patch->looped[i])
			divisor *= span_at(a, patch->cut[i]->first + at[i])->divisor;
	}
	return divisor;
}

bool
patches_are_small(const struct tiles *tiles, const struct cutting *how)
{
	uint64_t inputs = 1;

	for (int i = 0; i < tiles->window.naxis; i++) {
		const struct axis *a = &tiles->window.axis[i];

		inputs = count_mul(
			inputs, (uint64_t)(how[i].size < a->out ? how[i].size : a->out));
		inputs = count_mul(inputs, how[i].looped ? 1 : (uint64_t)a->kernel);
	}
	return inputs <= MOST_INPUTS;
}

uint64_t
for_each_patch(const struct tiles *tiles, const struct cutting *how, uint64_t limit,
	bool (*plan)(struct patch *patch, void *context), void *context,
	struct arena *arena)
{
	int n = tiles->window.naxis;
	struct cut *cut[MAX_AXIS];
	int64_t ncut[MAX_AXIS], at[MAX_AXIS] = {0};
	struct arena own = {0}; /* one patch's */
	struct patch patch = {.tiles = tiles, .arena = &own};
	uint64_t patches = 1;
	bool wanted;

	for (int i = 0; i < n; i++) {
		ncut[i] = (int64_t)cut_axis(
			&tiles->window.axis[i], &how[i], &cut[i], arena);
		patch.looped[i] = how[i].looped;
		patches = count_mul(patches, (uint64_t)ncut[i]);
	}
	if (patches > limit)
		return patches;
	do {
		for (int i = 0; i < n; i++)
			patch.cut[i] = &cut[i][at[i]];
		patch_make(&patch, &own);
		wanted = plan(&patch, context);
		arena_clear(&own);
	} while (wanted && next(at, ncut, n));
	arena_free(&own);
	return patches;
}
