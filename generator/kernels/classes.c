#include "kernels/tiles.h"

#include "checked.h"

#include <assert.h>

/* Which output channels one tile computes. */

enum {
	MANY = 16 /* positions, from where on it pays to pack weights for them */
};

/* Adds a class of as many tiles as go, of the output channels from `first` on, if any do;
   returns the first channel that is left. */
static int64_t
add_class(struct tiles *t, int64_t first, int64_t channels, int64_t lanes)
{
	int64_t count = channels > 0 ? (t->window.oc - first) / channels : 0;

	if (!count)
		return first;
	assert(t->nclass < MAX_CLASS);
	t->class[t->nclass++] = (struct channel_class){.first = first,
		.channels = channels,
		.count = count,
		.lanes = ceil_div(channels, lanes) * lanes};
	return first + channels * count;
}

void
tiles_add_classes(struct tiles *t, int64_t channels, int64_t lanes)
{
	int64_t rest = add_class(t, 0, channels, lanes);

	add_class(t, rest, t->window.oc - rest, lanes);
}

/* Whether it pays to bring weights that come at run time into the order of constant ones:
   lanes that are output channels want them side by side. */
static bool
packing_pays(const struct tiles *t)
{
	const struct window_plan *w = &t->window;

	return w->reduction == REDUCE_CONV && w->ic && !t->packed && w->oc >= BLOCK &&
	       count_mul((uint64_t)w->batch, (uint64_t)t->plane_out) >= MANY &&
	       tiles_fit_panel(t, BLOCK);
}

void
tiles_find_classes(struct tiles *t)
{
	int64_t lanes = t->spelling.accumulator == DTYPE_FLOAT64 ? LANES / 2 : LANES;
	int64_t at = 0;

	if (packing_pays(t))
		tiles_pack(t);
	if (t->packed && lanes > BLOCK && (!t->packs || tiles_fit_panel(t, lanes)))
		at = add_class(t, 0, lanes, 1);
	at = add_class(t, at, BLOCK, 1);
	add_class(t, at, t->window.oc - at, 1);
}
