#include "kernels/plain/plain.h"

#include "checked.h"

enum {
	DIRECT_TAPS = 64, /* taps of a TILE_DIRECT at most */
	ROOTS = 64        /* its positions where roots are taken */
};

int64_t
region_taps(const struct region *r)
{
	int64_t taps = 1;

	for (int i = 0; i < r->tiles->window.naxis; i++)
		taps *= r->span[i]->ntap;
	return taps;
}

/* Chunks of at most `most`, as even as can be: 9 are 5 and 4, not 8 and 1. */
static size_t
cut_evenly(struct piece *piece, enum tile_kind kind, int64_t n, int64_t most)
{
	int64_t chunks = ceil_div(n, most), size = n / chunks, larger = n % chunks;
	size_t npiece = 0;

	if (larger)
		piece[npiece++] = (struct piece){kind, 0, size + 1, larger};
	piece[npiece++] =
		(struct piece){kind, larger * (size + 1), size, chunks - larger};
	return npiece;
}

/* Chunks of exactly `lanes`; what is left over is covered by a last chunk that overlaps
   the one before it, or, where little is left, by a narrow tile. */
static size_t
cut_lanes(struct piece *piece, enum tile_kind narrow, int64_t n, int64_t lanes)
{
	int64_t rest = n % lanes;
	size_t npiece = 0;

	piece[npiece++] = (struct piece){TILE_POSITIONS, 0, lanes, n / lanes};
	if (rest > lanes / 4)
		piece[npiece++] = (struct piece){TILE_POSITIONS, n - lanes, lanes, 1};
	else if (rest)
		piece[npiece++] = (struct piece){narrow, n - rest, rest, 1};
	return npiece;
}

static size_t
cut_positions(struct piece *piece, int64_t n, int64_t channels)
{
	bool few = channels <= BLOCK / 2;
	enum tile_kind narrow = channels > 1 ? TILE_CHANNELS : TILE_POSITIONS;
	int64_t lanes = few ? NARROW_LANES : LANES;

	while (lanes > BLOCK && n < lanes)
		lanes /= 2;
	if (n >= lanes)
		return cut_lanes(piece, narrow, n, lanes);
	piece[0] = (struct piece){narrow, 0, n, 1};
	return 1;
}

static bool
is_whole_plane(const struct region *r)
{
	const struct window_plan *w = &r->tiles->window;

	if (!w->reduction->by_plane || r->tiles->plane_in < PLANE_LANES)
		return false;
	for (int i = 0; i < w->naxis; i++)
		if (r->span[i]->ntap != w->axis[i].in)
			return false;
	return true;
}

size_t
region_cut(const struct region *r, struct piece *piece, int64_t n)
{
	const struct tiles *t = r->tiles;
	int64_t channels = r->class->channels;

	if (is_whole_plane(r)) {
		piece[0] = (struct piece){TILE_PLANE, 0, 1, n};
		return 1;
	}
	if (!r->loops && t->window.ic == 1 && channels == 1 &&
		region_taps(r) <= DIRECT_TAPS) {
		if (takes_roots(&t->window))
			return cut_evenly(piece, TILE_DIRECT, n, ROOTS);
		piece[0] = (struct piece){TILE_DIRECT, 0, n, 1};
		return 1;
	}
	if (!t->rows && channels >= BLOCK)
		return cut_evenly(piece, TILE_CHANNELS, n, BLOCK);
	return cut_positions(piece, n, channels);
}
