#include "kernels/vector.h"

#include "arena.h"
#include "checked.h"
#include "cost.h"

#include <string.h>

enum {
	MOST_INPUTS = 1 << 18 /* of a patch whose taps are written out, a place for each
				 tap of each position; no function is as long */
};

/* The taps that the window of an output has inside the input: first and end. */
static void
real_taps(const struct axis *axis, int64_t output, int64_t *first, int64_t *end)
{
	int64_t at = output * axis->stride - axis->pad_begin;
	int64_t d = axis->dilation;

	*first = at < 0 ? ceil_div(-at, d) : 0;
	*end = at < axis->in ? (axis->in - 1 - at) / d + 1 : 0;
	if (*end > axis->kernel)
		*end = axis->kernel;
	if (*first >= *end)
		*first = *end = 0;
}

/* Whether two stretches of outputs, position by position, have the same taps, counted
   alike. */
static bool
alike(const struct axis *axis, int64_t a, int64_t b, int64_t size)
{
	for (int64_t p = 0; p < size; p++) {
		int64_t first[2], end[2];

		real_taps(axis, a + p, &first[0], &end[0]);
		real_taps(axis, b + p, &first[1], &end[1]);
		if (first[0] != first[1] || end[0] != end[1] ||
			span_at(axis, a + p)->divisor != span_at(axis, b + p)->divisor)
			return false;
	}
	return true;
}

/* Adds `count` times `size` outputs from first on, which read alike. What is the next
   repetition of the last cut makes no new one. */
static size_t
add_cut(const struct axis *axis, struct cut **cut, size_t n, const struct cut *added,
	struct arena *arena)
{
	struct cut *last = n ? &(*cut)[n - 1] : NULL;
	const struct span *span = span_at(axis, added->first);

	if (last && last->size == added->size &&
		last->first + last->size * last->count == added->first &&
		alike(axis, last->first, added->first, added->size)) {
		last->count += added->count;
		return n;
	}
	*cut = arena_grow(arena, *cut, n, sizeof **cut);
	(*cut)[n] = *added;
	(*cut)[n].tap = span->tap;
	(*cut)[n].ntap = span->ntap;
	(*cut)[n].divisor = span->divisor;
	return n + 1;
}

/* Cuts outputs first..end-1. As even as can be: 9 are 5 and 4, not 8 and 1. */
static size_t
cut_stretch(const struct axis *axis, const struct cutting *how, int64_t first,
	int64_t end, struct cut **cut, size_t ncut, struct arena *arena)
{
	int64_t n = end - first, chunks = ceil_div(n, how->size);
	bool exact = how->exact && n >= how->size;
	int64_t larger = exact ? chunks : n % chunks;

	for (int64_t i = 0, many; i < chunks; i += many) {
		int64_t size = exact ? how->size : n / chunks + (i < larger);
		int64_t left = (i < larger ? larger : chunks) - i;
		const struct span *span;

		if (first + size > end)
			first = end - size;
		/* Those within one span are alike. */
		span = span_at(axis, first);
		many = (span->first + span->count - first) / size;
		many = many > left ? left : many < 1 ? 1 : many;
		ncut = add_cut(axis, cut, ncut,
			&(struct cut){.first = first, .size = size, .count = many},
			arena);
		first += size * many;
	}
	return ncut;
}

size_t
cut_axis(const struct axis *axis, const struct cutting *how, struct cut **cut,
	struct arena *arena)
{
	size_t n = 0;

	*cut = NULL;
	if (!how->looped)
		return cut_stretch(axis, how, 0, axis->out, cut, 0, arena);
	for (size_t i = 0; i < axis->nspan; i++) {
		const struct span *s = &axis->span[i];

		n = cut_stretch(axis, how, s->first, s->first + s->count, cut, n, arena);
	}
	return n;
}

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

/* The inputs of a tap for a row of positions. */
static void
find_row(const struct patch *patch, const int64_t *position, const int64_t *tap,
	int64_t *src)
{
	int inner = patch->tiles->window.naxis - 1;
	int64_t row = 0;

	for (int i = 0; i < inner && row != NO_INPUT; i++) {
		int64_t at = input_along(patch, i, position[i], tap[i]);

		row = at == NO_INPUT ? at : row + at;
	}
	for (int64_t p = 0; p < patch->cut[inner]->size; p++) {
		int64_t at =
			row == NO_INPUT ? row : input_along(patch, inner, p, tap[inner]);

		src[p] = at == NO_INPUT ? at : row + at;
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

static void
find_base(struct patch *patch)
{
	int64_t base = NO_INPUT;
	size_t n = patch->ntap * patch->positions;

	for (size_t i = 0; i < n; i++)
		if (patch->src[i] != NO_INPUT &&
			(base == NO_INPUT || patch->src[i] < base))
			base = patch->src[i];
	patch->base = base == NO_INPUT ? 0 : base;
	for (size_t i = 0; i < n; i++)
		if (patch->src[i] != NO_INPUT)
			patch->src[i] -= patch->base;
	patch->low = -patch->base;
	patch->high = patch->tiles->plane_in - patch->base - furthest(patch);
}

void
patch_make(struct patch *patch, struct arena *arena)
{
	const struct tiles *t = patch->tiles;
	int n = t->window.naxis;
	int64_t extent[MAX_AXIS], taps[MAX_AXIS], tap[MAX_AXIS] = {0}, *src;

	patch->positions = patch->ntap = 1;
	patch->tap_base = 0;
	for (int i = 0; i < n; i++) {
		extent[i] = patch->cut[i]->size;
		taps[i] = patch->looped[i] ? 1 : t->window.axis[i].kernel;
		patch->positions *= (size_t)extent[i];
		patch->ntap *= (size_t)taps[i];
		if (patch->looped[i])
			patch->tap_base += patch->cut[i]->tap * t->axis_tap[i];
	}
	src = patch->src = arena_array(arena, int64_t, patch->ntap * patch->positions);
	patch->tap = arena_array(arena, int64_t, patch->ntap);
	for (size_t k = 0; k < patch->ntap; k++) {
		int64_t at[MAX_AXIS] = {0};

		for (int i = 0; i < n; i++)
			patch->tap[k] += tap[i] * t->axis_tap[i];
		do {
			find_row(patch, at, tap, src);
			src += extent[n - 1];
		} while (next(at, extent, n - 1));
		next(tap, taps, n);
	}
	find_base(patch);
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
	struct patch patch = {.tiles = tiles};
	struct arena own = {0}; /* one patch's */
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
