#include "kernels/tiles.h"

/* Which loop is the outer one: that over tiles of channels, so that a tile's weights stay
   in the caches, or that over positions, so that their inputs do. */

enum {
	CACHE = 512 * 1024, /* bytes that the second cache has, at least */
	FAR_COST = 4        /* how much longer what lies behind it takes */
};

/* Whether a tile reads more than it writes: else the order of writing matters more. */
static bool
mostly_reads(const struct tiles *t, const struct channel_class *class)
{
	return t->window.ic * t->plane_in > class->channels * t->plane_out;
}

/* Bytes that a class' tiles read, from the second cache or from behind it: of inputs,
   once for each, or of weights, once for each pass of the loops along the first axis. */
static double
input_bytes(const struct tiles *t, const struct channel_class *class, double element)
{
	double bytes = (double)(t->window.ic * t->plane_in) * element;

	return bytes * (double)class->count * (bytes > CACHE ? FAR_COST : 1);
}

static double
weight_bytes(const struct tiles *t, const struct channel_class *class, double element)
{
	double passes = 0;

	for (size_t i = 0; i < class->nnest; i++)
		passes += class->nest[i].along_first
				  ? (double)class->nest[i].loop[0].count
				  : 1;
	return passes * (double)(tiles_panel_elements(t, class) * class->count) * element;
}

void
tiles_order(struct tiles *t)
{
	double element = (double)dtype_info[t->spelling.accumulator].size;

	for (size_t i = 0; i < t->nclass && !t->packs; i++) {
		struct channel_class *class = &t->class[i];
		double panels =
			(double)(tiles_panel_elements(t, class) * class->count) * element;

		class->inside =
			class->count > 1 && panels <= CACHE && mostly_reads(t, class) &&
			weight_bytes(t, class, element) < input_bytes(t, class, element);
	}
}
