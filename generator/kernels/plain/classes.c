#include "kernels/plain/plain.h"

#include "checked.h"

/* Which output channels one tile computes. */

enum {
	SOME = 8,        /* positions, from where on weights may be worth packing */
	MANY = 128,      /* positions of which the time of packing is a small part */
	LONG_ROW = 48,   /* positions that tiles of them fill well */
	FEW_TERMS = 128, /* of a sum: storing it takes part of the time that counts */
	/* Planes so many bytes apart, or a multiple, begin in the same set of the nearest
	   cache. Then shorter rows and more terms do. */
	CROWDED = 4096,
	CROWDED_ROW = 32,
	CROWDED_TERMS = 256
};

/* Positions that lie side by side in src as in dst. */
static int64_t
row_length(const struct tiles *t)
{
	const struct axis *inner = &t->window.axis[t->window.naxis - 1];

	return inner->stride == 1 ? inner->out : 1;
}

static bool
is_crowded(const struct tiles *t)
{
	return t->plane_out * (int64_t)dtype_info[t->spelling.dtype].size % CROWDED == 0;
}

/* Whether tiles of positions are the faster ones even if weights are packed: they store
   whole rows, those of channels one number here and one there. Measured: up to 1.5 times,
   5 times where planes are crowded; float64 has too few registers. */
static bool
rows_pay(const struct tiles *t)
{
	int64_t terms = t->window.ic * t->taps, row = row_length(t);

	if (t->spelling.accumulator == DTYPE_FLOAT64)
		return false;
	return (row >= LONG_ROW && terms <= FEW_TERMS) ||
	       (is_crowded(t) && row >= CROWDED_ROW && terms <= CROWDED_TERMS);
}

/* Whether tiles of positions do as well with weights as they are: there is nothing to
   convert, and rows fill the lanes. */
static bool
is_fast_unpacked(const struct tiles *t, uint64_t positions)
{
	return t->spelling.dtype == DTYPE_FLOAT32 &&
	       (rows_pay(t) ||
		       (row_length(t) >= LANES && (t->taps == 1 || positions < MANY)));
}

/* Whether it pays to bring weights that come at run time into the order of constant ones,
   so that a tile's lie side by side. */
static bool
packing_pays(const struct tiles *t)
{
	const struct window_plan *w = &t->window;
	uint64_t positions = count_mul((uint64_t)w->batch, (uint64_t)t->plane_out);

	return w->reduction->weighted && w->ic && w->oc >= BLOCK && positions >= SOME &&
	       !is_fast_unpacked(t, positions) && tiles_fit_panel(t, BLOCK);
}

void
plain_find_classes(struct tiles *t)
{
	int64_t lanes = t->spelling.accumulator == DTYPE_FLOAT64 ? LANES / 2 : LANES;
	int64_t at = 0;

	if (!t->packed && packing_pays(t))
		tiles_pack(t);
	t->rows = !t->packed || rows_pay(t);
	if (!t->rows && lanes > BLOCK && (!t->packs || tiles_fit_panel(t, lanes)))
		at = tiles_add_class(t, 0, lanes, 1);
	at = tiles_add_class(t, at, BLOCK, 1);
	tiles_add_class(t, at, t->window.oc - at, 1);
}
