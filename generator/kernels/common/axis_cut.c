#include "kernels/common/vector.h"

#include "arena.h"
#include "checked.h"

/* How an axis is cut into stretches of outputs that are computed alike. */

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
