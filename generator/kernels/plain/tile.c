#include "kernels/plain/plain.h"

#include "arena.h"

#include <string.h>

/* The inputs that a row of taps reads, each once, ascending, and which of them serves
   which tap of which position. */
static void
find_loads(struct tile *tile, struct arena *arena)
{
	int64_t n = tile->positions * tile->row_ntap;
	int64_t *load = arena_array(arena, int64_t, n);
	size_t *use = arena_array(arena, size_t, n), nload = 0;

	for (int64_t p = 0; p < tile->positions; p++)
		for (int64_t k = 0; k < tile->row_ntap; k++) {
			int64_t offset = p * tile->src_step + k * tile->row_tap_src;
			size_t at = nload;

			while (at && load[at - 1] >= offset)
				at--;
			if (at < nload && load[at] == offset)
				continue;
			memmove(load + at + 1, load + at, (nload - at) * sizeof *load);
			load[at] = offset;
			nload++;
		}
	for (int64_t p = 0; p < tile->positions; p++)
		for (int64_t k = 0; k < tile->row_ntap; k++)
			for (size_t i = 0; i < nload; i++)
				if (load[i] == p * tile->src_step + k * tile->row_tap_src)
					use[p * tile->row_ntap + k] = i;
	tile->load = load;
	tile->nload = nload;
	tile->use = use;
}

/* Lists the rows of the straight axes' taps, in row-major order. */
static void
find_rows(const struct tiles *t, struct tile *tile, struct arena *arena)
{
	int inner = t->window.naxis - 1;
	int64_t nrow = 1, at[MAX_AXIS] = {0};
	struct tap_row *row;

	for (int i = 0; i < inner; i++)
		nrow *= tile->ntap[i];
	tile->row_ntap = tile->ntap[inner];
	tile->row_tap_src = t->window.axis[inner].dilation;
	if (!tile->row_ntap)
		nrow = 0;
	row = arena_array(arena, struct tap_row, nrow);
	for (int64_t r = 0; r < nrow; r++) {
		row[r].tap = tile->tap[inner];
		for (int i = 0; i < inner; i++) {
			row[r].src += at[i] * t->window.axis[i].dilation * t->axis_src[i];
			row[r].tap += (tile->tap[i] + at[i]) * t->axis_tap[i];
		}
		for (int i = inner - 1; i >= 0 && ++at[i] == tile->ntap[i]; i--)
			at[i] = 0;
	}
	tile->row = row;
	tile->nrow = (size_t)nrow;
	if (tile->kind == TILE_CHANNELS)
		find_loads(tile, arena);
}

static bool
same_tile(const struct tile *a, const struct tile *b)
{
	return a->kind == b->kind && a->channels == b->channels &&
	       a->positions == b->positions && a->src_step == b->src_step &&
	       a->dst_step == b->dst_step && a->divisor == b->divisor &&
	       !memcmp(a->tap, b->tap, sizeof a->tap) &&
	       !memcmp(a->ntap, b->ntap, sizeof a->ntap) &&
	       !memcmp(a->looped, b->looped, sizeof a->looped);
}

/* The tile that is like `wanted`, a new one if the class has none yet. */
static const struct tile *
find_tile(const struct region *r, const struct tile *wanted)
{
	struct channel_class *class = r->class;
	struct tile *tile;
	size_t index = 0;

	for (size_t i = 0; i < class->ntile; i++)
		if (same_tile(class->tile[i], wanted))
			return class->tile[i];
	tile = arena_new(r->arena, struct tile);
	*tile = *wanted;
	for (size_t c = 0; c < r->tiles->nclass; c++)
		index += r->tiles->class[c].ntile;
	tile->index = index;
	if (tile->kind != TILE_PLANE)
		find_rows(r->tiles, tile, r->arena);
	class->tile =
		arena_grow(r->arena, class->tile, class->ntile, sizeof *class->tile);
	class->tile[class->ntile++] = tile;
	return tile;
}

static const char *
role_of(const struct region *r, enum tile_kind kind)
{
	if (kind == TILE_PLANE)
		return "plane";
	if (!region_taps(r))
		return "padding";
	for (int i = 0; i < r->tiles->window.naxis; i++)
		if (r->span[i]->ntap < r->tiles->window.axis[i].kernel)
			return "border";
	return "interior";
}

const struct tile *
region_tile(const struct region *r, const struct piece *piece, int along)
{
	const struct tiles *t = r->tiles;
	const struct axis *a = &t->window.axis[along];
	struct tile tile = {
		.kind = piece->kind,
		.channels = r->class->channels,
		.lanes = r->class->lanes,
		.positions = piece->size,
		.src_step = a->stride * t->axis_src[along],
		.dst_step = t->axis_dst[along],
		.divisor = 1,
		.loops = r->loops && piece->kind != TILE_PLANE,
	};

	tile.role = role_of(r, piece->kind);
	if (piece->kind == TILE_PLANE)
		tile.src_step = tile.dst_step = 0;
	for (int i = 0; i < t->window.naxis; i++) {
		tile.divisor *= r->span[i]->divisor;
		if (piece->kind == TILE_PLANE)
			continue;
		tile.looped[i] = r->looped[i];
		tile.tap[i] = r->looped[i] || !t->window.reduction->weighted
				      ? 0
				      : r->span[i]->tap;
		tile.ntap[i] = r->looped[i] ? 1 : r->span[i]->ntap;
	}
	if (tile.loops)
		tile.divisor = 0;
	return find_tile(r, &tile);
}
