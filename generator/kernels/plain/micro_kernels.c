#include "kernels/plain/plain.h"

#include "base/arena.h"
#include "base/checked.h"

#include <string.h>

/* How the positions of a region become micro-kernels. */

enum {
	DIRECT_TAPS = 64, /* the most taps of a PLAIN_DIRECT */
	ROOTS = 64        /* its positions if roots are taken */
};

int64_t
region_taps(const struct region *r)
{
	int64_t taps = 1;

	for (int i = 0; i < r->plan->window.naxis; i++)
		taps *= r->span[i]->ntap;
	return taps;
}

/* Cuts as evenly as possible into segments of at most `most`: 9 into 5 and 4, not 8 and
   1. */
static size_t
cut_evenly(struct segment *segment, enum plain_kind kind, int64_t n, int64_t most)
{
	int64_t all = ceil_div(n, most), size = n / all, larger = n % all;
	size_t count = 0;

	if (larger)
		segment[count++] = (struct segment){kind, 0, size + 1, larger};
	segment[count++] =
		(struct segment){kind, larger * (size + 1), size, all - larger};
	return count;
}

/* Cuts into segments of as many positions as there are lanes. The rest is covered by a
   last segment that overlaps the one before it or, if it is small, by a narrow tile. */
static size_t
cut_positions(const struct planning *limit, struct segment *segment, int64_t n,
	int64_t channels)
{
	enum plain_kind narrow = channels > 1 ? PLAIN_CHANNELS : PLAIN_POSITIONS;
	int64_t lanes = channels <= limit->side / 2 ? limit->narrow_lanes : limit->lanes;
	int64_t rest;
	size_t count = 0;

	while (lanes > limit->side && n < lanes)
		lanes /= 2;
	rest = n % lanes;
	if (n >= lanes)
		segment[count++] = (struct segment){PLAIN_POSITIONS, 0, lanes, n / lanes};
	if (n >= lanes && rest > lanes / 4)
		segment[count++] = (struct segment){PLAIN_POSITIONS, n - lanes, lanes, 1};
	else if (rest)
		segment[count++] = (struct segment){narrow, n - rest, rest, 1};
	return count;
}

static bool
is_whole_plane(const struct region *r)
{
	const struct window_plan *w = &r->plan->window;
	bool whole = w->reduction->by_plane && r->plan->plane_in >= PLANE_LANES;

	for (int i = 0; i < w->naxis; i++)
		whole &= r->span[i]->ntap == w->axis[i].in;
	return whole;
}

size_t
region_cut(const struct region *r, struct segment *segment, int64_t n)
{
	const struct planning *limit = &r->plan->target->processor->planning;
	const struct window_plan *w = &r->plan->window;
	int64_t channels = r->block->channels;

	if (is_whole_plane(r)) {
		segment[0] = (struct segment){PLAIN_PLANE, 0, 1, n};
		return 1;
	}
	if (!r->loops && w->ic == 1 && channels == 1 && region_taps(r) <= DIRECT_TAPS)
		return cut_evenly(segment, PLAIN_DIRECT, n, takes_roots(w) ? ROOTS : n);
	if (!r->rows && channels >= limit->side)
		return cut_evenly(segment, PLAIN_CHANNELS, n, limit->side);
	return cut_positions(limit, segment, n, channels);
}

/* Finds the inputs that a row of taps reads, each once, ascending, and which of them each
   tap of each position uses. */
static void
find_loads(struct plain_kernel *k, struct arena *arena)
{
	int64_t n = k->positions * k->row_ntap;
	int64_t *load = arena_array(arena, int64_t, n);
	size_t *use = arena_array(arena, size_t, n), nload = 0;

	for (int64_t i = 0; i < n; i++) {
		int64_t offset =
			i / k->row_ntap * k->src_step + i % k->row_ntap * k->row_tap_src;
		size_t at = nload;

		while (at && load[at - 1] >= offset)
			at--;
		if (at < nload && load[at] == offset)
			continue;
		memmove(load + at + 1, load + at, (nload - at) * sizeof *load);
		load[at] = offset;
		nload++;
	}
	for (int64_t i = 0; i < n; i++)
		while (load[use[i]] !=
			i / k->row_ntap * k->src_step + i % k->row_ntap * k->row_tap_src)
			use[i]++;
	k->load = load;
	k->nload = nload;
	k->use = use;
}

/* Lists the rows of the straight axes' taps, in row-major order. */
static void
find_rows(const struct tile_plan *p, struct plain_kernel *k, struct arena *arena)
{
	int inner = p->window.naxis - 1;
	int64_t nrow = 1, at[MAX_AXIS] = {0};
	struct tap_row *row;

	for (int i = 0; i < inner; i++)
		nrow *= k->ntap[i];
	k->row_ntap = k->ntap[inner];
	k->row_tap_src = p->window.axis[inner].dilation * p->window.src.axis[inner];
	if (!k->row_ntap)
		nrow = 0;
	row = arena_array(arena, struct tap_row, nrow);
	for (int64_t r = 0; r < nrow; r++) {
		row[r].tap = k->tap[inner];
		for (int i = 0; i < inner; i++) {
			row[r].src += at[i] * p->window.axis[i].dilation *
				      p->window.src.axis[i];
			row[r].tap += (k->tap[i] + at[i]) * p->axis_tap[i];
		}
		next_place(at, k->ntap, inner);
	}
	k->row = row;
	k->nrow = (size_t)nrow;
	if (k->kind == PLAIN_CHANNELS)
		find_loads(k, arena);
}

static bool
same_code(const struct micro_kernel *x, const struct micro_kernel *y)
{
	const struct plain_kernel *a = x->own, *b = y->own;

	return a->kind == b->kind && a->positions == b->positions &&
	       a->src_step == b->src_step && a->dst_step == b->dst_step &&
	       a->divisor == b->divisor && !memcmp(a->tap, b->tap, sizeof a->tap) &&
	       !memcmp(a->ntap, b->ntap, sizeof a->ntap);
}

static const char *
role_of(const struct region *r, enum plain_kind kind)
{
	if (kind == PLAIN_PLANE)
		return "plane";
	if (!region_taps(r))
		return "padding";
	for (int i = 0; i < r->plan->window.naxis; i++)
		if (r->span[i]->ntap < r->plan->window.axis[i].kernel)
			return "border";
	return "interior";
}

const struct micro_kernel *
region_kernel(const struct region *r, const struct segment *segment, int along)
{
	struct tile_plan *p = r->plan;
	bool plane = segment->kind == PLAIN_PLANE;
	struct plain_kernel *own = arena_new(r->arena, struct plain_kernel);
	struct micro_kernel kernel = {.role = role_of(r, segment->kind),
		.positions = segment->size,
		.own = own};

	own->kind = segment->kind;
	own->positions = segment->size;
	own->divisor = 1;
	if (!plane) {
		own->src_step = p->window.axis[along].stride * p->window.src.axis[along];
		own->dst_step = p->window.dst.axis[along];
	}
	for (int i = 0; i < p->window.naxis; i++) {
		own->divisor *= r->span[i]->divisor;
		if (plane)
			continue;
		kernel.looped[i] = r->looped[i];
		if (!r->looped[i] && p->window.reduction->weighted)
			own->tap[i] = r->span[i]->tap;
		own->ntap[i] = r->looped[i] ? 1 : r->span[i]->ntap;
	}
	if (r->loops && !plane)
		own->divisor = 0;
	if (!plane)
		find_rows(p, own, r->arena);
	kernel.reads = own->nrow && p->nblock;
	return tile_plan_find_kernel(p, r->block, &kernel, same_code, r->arena);
}
