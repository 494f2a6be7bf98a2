#include "kernels/kernel.h"

#include "arena.h"
#include "checked.h"

#include <assert.h>
#include <string.h>

/* Measured, gcc 12 and clang 14, -O2 and -O3 -march=native: what keeps the accumulators
   in vector registers, and is a multiple of the widest vector where lanes are concerned.
 */
enum {
	LANES = 16,           /* output channels, TILE_CHANNELS; 8 for float64 */
	BLOCK = 8,            /* the tile's other side */
	NARROW_LANES = 32,    /* positions, TILE_POSITIONS, for fewer than 5 channels */
	DIRECT_TAPS = 64,     /* taps of a TILE_DIRECT at most */
	ROOTS = 64,           /* its positions where roots are taken */
	STRAIGHT_TAPS = 4096, /* multiply-adds spelt out, over all tiles of a class */
	INTERIOR_TAPS = 512,  /* those of one tile, where the borders' are loops */
	ROW_TAPS = 64,        /* taps of a row that is spelt out */
	REGION_BYTES = 120    /* of code, for the call that a region needs at least */
};

/* Where one nest's pieces go along the axis that is cut into chunks. */
struct piece {
	enum tile_kind kind;
	int64_t first, size, count;
};

enum {
	MAX_PIECE = 3
};

/* What region is being planned: one span of every axis. */
struct region {
	struct tiles *tiles;
	struct channel_class *class;
	const struct span *span[MAX_AXIS];
	bool looped[MAX_AXIS]; /* the taps along an axis are a loop */
	bool loops;            /* those of any axis are */
	bool has_bias;
	enum numerics numerics;
	struct cost *cost;
	struct arena *arena;
};

/* Neighbouring axes that copy positions one to one are one axis: a 1x1 convolution is a
   line of h * w positions. The order of taps does not change. */
static void
merge_axes(struct window_plan *window, struct arena *arena)
{
	int n = 0;

	for (int i = 0; i < window->naxis; i++) {
		const struct axis *a = &window->axis[i];
		struct axis *before = n ? &window->axis[n - 1] : NULL;
		bool plain = a->kernel == 1 && a->in == a->out && a->nspan == 1 &&
			     a->span[0].ntap == 1;

		if (plain && before && before->kernel == 1 && before->in == before->out &&
			before->nspan == 1 && before->span[0].ntap == 1) {
			struct span *span = arena_new(arena, struct span);

			*span = before->span[0];
			span->count *= a->span[0].count;
			before->stride =
				1; /* it may be more where there was one position */
			before->in *= a->in;
			before->out *= a->out;
			before->span = span;
		} else {
			window->axis[n++] = *a;
		}
	}
	window->naxis = n;
}

static void
find_steps(struct tiles *t)
{
	t->taps = t->plane_in = t->plane_out = 1;
	for (int i = t->window.naxis - 1; i >= 0; i--) {
		const struct axis *a = &t->window.axis[i];

		t->axis_tap[i] = t->taps;
		t->axis_src[i] = t->plane_in;
		t->axis_dst[i] = t->plane_out;
		t->taps *= a->kernel;
		t->plane_in *= a->in;
		t->plane_out *= a->out;
	}
}

struct weight_steps
tiles_weight_steps(const struct tiles *t, int64_t channels)
{
	if (t->packed)
		return (struct weight_steps){1, t->taps * channels, channels};
	return (struct weight_steps){t->window.ic * t->taps, t->taps, 1};
}

static void
add_class(struct tiles *t, int64_t first, int64_t channels, int64_t count)
{
	assert(t->nclass < MAX_CLASS);
	t->class[t->nclass++] = (struct channel_class){
		.first = first, .channels = channels, .count = count};
}

/* Cuts a group's output channels into tiles: as many wide ones as go, then the rest. */
static void
find_classes(struct tiles *t)
{
	int64_t oc = t->window.oc, at = 0;
	int64_t lanes = t->spelling.accumulator == DTYPE_FLOAT64 ? LANES / 2 : LANES;

	if (t->packed && lanes > BLOCK && oc >= lanes) {
		add_class(t, 0, lanes, oc / lanes);
		at = oc / lanes * lanes;
	}
	if (oc - at >= BLOCK) {
		add_class(t, at, BLOCK, (oc - at) / BLOCK);
		at += (oc - at) / BLOCK * BLOCK;
	}
	if (oc > at)
		add_class(t, at, oc - at, 1);
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

	if (w->reduction == REDUCE_CONV || r->tiles->plane_in < PLANE_LANES)
		return false;
	for (int i = 0; i < w->naxis; i++)
		if (r->span[i]->ntap != w->axis[i].in)
			return false;
	return true;
}

static int64_t
region_taps(const struct region *r)
{
	int64_t taps = 1;

	for (int i = 0; i < r->tiles->window.naxis; i++)
		taps *= r->span[i]->ntap;
	return taps;
}

static size_t
cut(struct piece *piece, const struct region *r, int64_t n)
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
	if (t->packed && channels >= BLOCK)
		return cut_evenly(piece, TILE_CHANNELS, n, BLOCK);
	return cut_positions(piece, n, channels);
}

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
	if (!(class->ntile & (class->ntile - 1))) {
		const struct tile **grown = arena_array(r->arena, const struct tile *,
			class->ntile ? 2 * class->ntile : 1);

		if (class->ntile)
			memcpy(grown, class->tile, class->ntile * sizeof *grown);
		class->tile = grown;
	}
	class->tile[class->ntile++] = tile;
	return tile;
}

static struct nest *
add_nest(struct channel_class *class, struct arena *arena)
{
	if (!(class->nnest & (class->nnest - 1))) {
		struct nest *grown = arena_array(
			arena, struct nest, class->nnest ? 2 * class->nnest : 1);

		if (class->nnest)
			memcpy(grown, class->nest, class->nnest * sizeof *grown);
		class->nest = grown;
	}
	return &class->nest[class->nnest++];
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

static const struct tile *
tile_of_piece(const struct region *r, const struct piece *piece, int along)
{
	const struct tiles *t = r->tiles;
	const struct axis *a = &t->window.axis[along];
	struct tile tile = {
		.kind = piece->kind,
		.channels = r->class->channels,
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
		tile.tap[i] = r->looped[i] || t->window.reduction != REDUCE_CONV
				      ? 0
				      : r->span[i]->tap;
		tile.ntap[i] = r->looped[i] ? 1 : r->span[i]->ntap;
	}
	if (tile.loops)
		tile.divisor = 0;
	return find_tile(r, &tile);
}

/* What one call of a tile costs, for windows of so many taps. */
static struct cost
call_cost(const struct region *r, const struct tile *tile)
{
	const struct window_plan *w = &r->tiles->window;
	uint64_t channels = (uint64_t)tile->channels,
		 positions = (uint64_t)tile->positions;
	uint64_t taps = (uint64_t)region_taps(r), reads;
	int64_t divisor = 1;
	struct cost cost;

	for (int i = 0; i < w->naxis; i++)
		divisor *= r->span[i]->divisor;
	cost = cost_of_windows(w, r->numerics,
		&(struct window_sum){.outputs = channels * positions,
			.taps = taps,
			.divisor = divisor,
			.divisor_argument = tile->loops,
			.plane = tile->kind == TILE_PLANE});
	reads = count_mul(taps, positions);
	if (tile->kind == TILE_CHANNELS && taps)
		reads = count_mul(taps / (uint64_t)tile->row_ntap, tile->nload);
	if (w->reduction == REDUCE_CONV)
		reads = count_add(reads, count_mul(taps, channels));
	cost.reads = count_mul(reads, (uint64_t)w->ic);
	if (r->has_bias)
		cost.reads += channels;
	return cost;
}

/* Plans one piece of a region: its tile and the loops around it. */
static void
plan_piece(struct region *r, const struct piece *piece, int along)
{
	struct tiles *t = r->tiles;
	const struct window_plan *w = &t->window;
	const struct tile *tile = tile_of_piece(r, piece, along);
	struct nest *nest = add_nest(r->class, r->arena);
	uint64_t calls = (uint64_t)(w->batch * w->group * r->class->count);
	struct cost cost = call_cost(r, tile);

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
		if (count > 1)
			nest->loop[nest->nloop++] =
				(struct loop){count, size * src, size * dst};
		calls = count_mul(calls, (uint64_t)count);
	}
	cost_add(r->cost, &cost, calls);
}

/* Whether the straight-line code of a class' borders would be too long, and the taps of
   the outer axes are loops there. */
static bool
wants_loops(const struct tiles *t, const struct channel_class *class)
{
	uint64_t taps = 1;
	int64_t side = t->packed && class->channels >= BLOCK ? BLOCK : class->channels;

	for (int i = 0; i < t->window.naxis; i++) {
		const struct axis *a = &t->window.axis[i];
		uint64_t sum = 0;

		for (size_t k = 0; k < a->nspan; k++)
			sum += (uint64_t)a->span[k].ntap;
		taps = count_mul(taps, sum);
	}
	return count_mul(taps, (uint64_t)side) > STRAIGHT_TAPS;
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
			long_row || (wants_loops(t, r->class) &&
					    !(interior && taps * BLOCK <= INTERIOR_TAPS));

		r->looped[i] = taps && loops && w->axis[i].kernel > 1 &&
			       (i != inner || long_row);
		r->loops |= r->looped[i];
	}
	npiece = cut(piece, r, r->span[along]->count);
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

/* Bytes on the stack of the largest tile: its sums, and the totals where the input
   channels have several blocks. */
static uint64_t
stack_bytes(const struct tiles *t)
{
	uint64_t most = 0, size = dtype_info[t->spelling.accumulator].size;

	for (size_t c = 0; c < t->nclass; c++)
		for (size_t i = 0; i < t->class[c].ntile; i++) {
			const struct tile *tile = t->class[c].tile[i];
			uint64_t elements =
				tile->kind == TILE_DIRECT ? 0
				: tile->kind == TILE_PLANE
					? PLANE_LANES
					: (uint64_t)(tile->channels * tile->positions);

			if (t->nblock > 1 && tile->kind < TILE_DIRECT)
				elements *= 2;
			if (elements > most)
				most = elements;
		}
	return most * size;
}

static bool
plan_tiles(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct tiles *t = arena_new(arena, struct tiles);
	struct region region = {.tiles = t,
		.has_bias = plan->bias,
		.numerics = schedule->settings.numerics,
		.cost = &schedule->cost,
		.arena = arena};
	uint64_t nregion = 1;

	t->window = plan->u.window;
	t->spelling = spelling_of(plan, schedule->settings.numerics);
	t->packed = plan->weights && plan->weights->constant;
	merge_axes(&t->window, arena);
	find_steps(t);
	t->block = t->window.channel_block;
	if (t->window.reduction != REDUCE_CONV)
		t->block = 1;
	t->nblock = ceil_div(t->window.ic, t->block);
	t->last_block = t->window.ic - (t->nblock - 1) * t->block;
	if (t->nblock == 1)
		t->block = t->last_block;
	schedule->u.tiles = t;
	if (!plan->dst.nelement)
		return true;
	find_classes(t);
	for (int i = 0; i < t->window.naxis; i++)
		nregion = count_mul(nregion, t->window.axis[i].nspan);
	schedule->estimate = count_mul(count_mul(nregion, t->nclass), REGION_BYTES);
	if (schedule->estimate > max_output)
		return false;
	for (size_t c = 0; c < t->nclass; c++) {
		region.class = &t->class[c];
		plan_class(&region);
	}
	schedule->cost.stack_bytes = stack_bytes(t);
	return true;
}

const struct kernel kernel_tiles = {
	.name = "tiles",
	.kind = PLAN_WINDOW,
	.loops = true,
	.summary =
		"register tiles of output channels by output positions, taps written out",
	.plan = plan_tiles,
};
