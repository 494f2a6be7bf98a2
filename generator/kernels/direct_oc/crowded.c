#include "kernels/direct_oc/direct_oc.h"

#include "base/checked.h"
#include "target/settings.h"

/* Extents that are powers of two lead to few sets of the cache: planes of outputs, and
   positions whose channels are last. */

enum {
	COPY_BYTES = 512 * 1024, /* of a copy on the stack, at most, whose size depends on
				    programs, not on processors */
	WORTH_COPYING = 16       /* multiply-adds of vectors on a number, at least */
};

int64_t
direct_oc_most_positions(const struct tile_plan *p)
{
	int inner = p->window.naxis - 1;

	if (p->window.src_layout == WINDOW_NCHW)
		return INT64_MAX;
	return lines_at(p, p->window.src.axis[inner] * p->window.axis[inner].stride);
}

bool
direct_oc_planes_crowd(const struct tile_plan *p, int64_t channels)
{
	return !direct_oc_stores_vectors(p) && channels > lines_at(p, p->plane_out) &&
	       terms_of_output(&p->window) <
		       (double)p->target->processor->planning.crowded_terms;
}

/* Positions of the input that a tile of so many positions of the output reads. */
static int64_t
positions_read(const struct window_plan *w, int64_t positions)
{
	int64_t all = 1;

	for (int i = w->naxis - 1; i >= 0; i--) {
		const struct axis *a = &w->axis[i];
		int64_t size = max_of(min_of(positions, a->out), 1);

		all *= min_of((size - 1) * a->stride + (a->kernel - 1) * a->dilation + 1,
			a->in);
		positions /= size;
	}
	return all;
}

/* Weights that come at run time are packed outside of the loop over images. */
static bool
may_copy(const struct schedule *schedule, const struct tile_plan *p)
{
	const struct settings *settings = &schedule->settings;

	return p->window.src_layout == WINDOW_NHWC && p->taps > 1 &&
	       (p->packed || p->window.batch == 1) && settings->unroll != UNROLL_FULL &&
	       settings->kernel != &kernel_unrolled_vector;
}

void
direct_oc_find_copy(
	const struct schedule *schedule, struct tile_plan *p, int64_t positions)
{
	const struct window_plan *w = &p->window;
	int64_t distance = w->group * w->ic + CACHE_LINE_BYTES / p->element;
	double bytes = (double)p->plane_in * (double)distance * (double)p->element;

	if (may_copy(schedule, p) && bytes <= COPY_BYTES && bytes <= (double)p->stack &&
		p->taps * w->oc / p->vector->lanes >= WORTH_COPYING &&
		positions_read(w, positions) > lines_at(p, w->group * w->ic))
		tile_plan_copy(p, distance);
}
