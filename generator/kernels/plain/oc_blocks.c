#include "kernels/plain/plain.h"

#include "base/checked.h"
#include "code/cost.h"

/* Which output channels a tile computes, and whether weights are packed for it. */

enum {
	SOME = 8,  /* positions from which weights may be worth packing */
	MANY = 128 /* positions beyond which packing takes a small part of the time */
};

/* Positions that are contiguous in src and in dst. */
static int64_t
row_length(const struct tile_plan *p)
{
	const struct axis *inner = &p->window.axis[p->window.naxis - 1];

	return inner->stride == 1 ? inner->out : 1;
}

/* Whether tiles of positions are faster even with packed weights: they store whole rows,
   while tiles of channels scatter single numbers. Measured: up to 1.5 times; 5 times, and
   for shorter rows and more terms, if all planes begin in the same set of the nearest
   cache. float64 has too few registers. */
static bool
rows_pay(const struct tile_plan *p)
{
	const struct planning *limit = &p->target->processor->planning;
	int64_t terms = p->window.ic * p->taps, row = row_length(p);
	bool crowded = lines_at(p, p->plane_out) == limit->near_ways;

	if (p->sum == DTYPE_FLOAT64)
		return false;
	return (row >= limit->rows.row && terms <= limit->rows.terms) ||
	       (crowded && row >= limit->crowded_rows.row &&
		       terms <= limit->crowded_rows.terms);
}

/* Whether tiles of positions are as fast with unpacked weights: nothing needs conversion,
   and rows fill the lanes. */
static bool
is_fast_unpacked(const struct tile_plan *p, uint64_t positions)
{
	return p->dtype == DTYPE_FLOAT32 &&
	       (rows_pay(p) || (row_length(p) >= p->target->processor->planning.lanes &&
				       (p->taps == 1 || positions < MANY)));
}

/* Whether it pays to pack weights that come at run time, so that a tile's are
   contiguous. */
static bool
packing_pays(const struct tile_plan *p, int64_t side)
{
	const struct window_plan *w = &p->window;
	uint64_t positions = count_mul((uint64_t)w->batch, (uint64_t)p->plane_out);

	return w->reduction->weighted && w->ic && w->oc >= side && positions >= SOME &&
	       !is_fast_unpacked(p, positions) && tile_plan_fits_stack(p, side);
}

bool
plain_find_blocks(struct tile_plan *p)
{
	const struct planning *limit = &p->target->processor->planning;
	int64_t lanes = p->sum == DTYPE_FLOAT64 ? limit->lanes / 2 : limit->lanes;
	int64_t at = 0;
	bool rows;

	if (!p->packed && packing_pays(p, limit->side))
		p->packs = p->packed = true;
	rows = !p->packed || rows_pay(p);
	if (!rows && lanes > limit->side && (!p->packs || tile_plan_fits_stack(p, lanes)))
		at = tile_plan_add_block(p, 0, lanes, 1);
	at = tile_plan_add_block(p, at, limit->side, 1);
	tile_plan_add_block(p, at, p->window.oc - at, 1);
	return rows;
}
