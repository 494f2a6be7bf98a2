#include "kernels/common/tiles.h"

/* Which loop is the outer one: that over tiles of channels, so that a tile's weights stay
   in the caches, or that over positions, so that their inputs do. */

enum {
	CACHE = 512 * 1024, /* bytes that the second cache has, at least */
	FAR_COST = 4,       /* how much longer what lies behind it takes */
	LARGE = 1 << 20     /* bytes of an image of which it keeps little */
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

/* Whether a nest and the one behind it go through their rows together. */
static bool
goes_with_next(const struct tiles *t, const struct channel_class *class, size_t number)
{
	const struct nest *a = &class->nest[number], *b = a + 1;
	int64_t size = (int64_t)dtype_info[t->spelling.dtype].size;
	int64_t image = t->window.ic * t->plane_in + t->window.oc * t->plane_out;

	return number + 1 < class->nnest && image * size > LARGE && a->along_first &&
	       b->along_first && a->first[0] == b->first[0] && a->last[0] == b->last[0] &&
	       a->loop[0].count == b->loop[0].count;
}

/* Finds which nests go through their rows together. */
static void
find_rows(const struct tiles *t, struct channel_class *class)
{
	for (size_t first = 0, n; first < class->nnest; first += n) {
		n = 1;
		while (goes_with_next(t, class, first + n - 1))
			n++;
		for (size_t i = first; i < first + n; i++) {
			class->nest[i].rows_first = first;
			class->nest[i].nrows = n;
		}
	}
}

void
tiles_order(struct tiles *t)
{
	double element = (double)dtype_info[t->spelling.accumulator].size;

	for (size_t i = 0; i < t->nclass; i++)
		find_rows(t, &t->class[i]);
	for (size_t i = 0; i < t->nclass && !t->packs; i++) {
		struct channel_class *class = &t->class[i];
		double panels =
			(double)(tiles_panel_elements(t, class) * class->count) * element;

		class->inside =
			class->count > 1 && panels <= CACHE && mostly_reads(t, class) &&
			weight_bytes(t, class, element) < input_bytes(t, class, element);
	}
}

size_t
nests_in_rows(const struct tiles *t, const struct channel_class *class, size_t first)
{
	return t->unrolled || t->by_blocks ? 1 : class->nest[first].nrows;
}
