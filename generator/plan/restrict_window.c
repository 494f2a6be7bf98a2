#include "plan/restrict_window.h"

#include "base/arena.h"
#include "plan/reduction.h"

/* Positions of elements in src are results where there is a second output. Those that
   count from the beginning of an image or a channel stay what they are. */
static bool
keeps_places(const struct plan *plan, int64_t inc)
{
	int64_t period = plan->u.window.place_period;

	return !plan->nmore || (period && inc % period == 0);
}

/* Designs go through positions that are adjacent in memory: those along an axis are if it
   is the outermost one of several. */
static int64_t
positions_extent(const struct window_plan *w, int axis)
{
	if (axis >= w->naxis)
		return 1;
	for (int i = 0; i < axis; i++)
		if (w->axis[i].in > 1 || w->axis[i].out > 1)
			return 1;
	return w->axis[axis].out;
}

int64_t
restrict_window_extent(const struct plan *plan, int axis)
{
	const struct window_plan *w = &plan->u.window;

	switch (axis) {
	case RESTRICT_IMAGES:
		return keeps_places(plan, w->src.image) ? w->batch : 1;
	case RESTRICT_GROUPS:
		return !plan->nmore || (w->batch == 1 &&
					       keeps_places(plan, w->ic * w->src.channel))
			       ? w->group
			       : 1;
	case RESTRICT_CHANNELS:
		return w->group == 1 ? w->oc : 1;
	default:
		return plan->nmore ? 1 : positions_extent(w, axis - RESTRICT_POSITIONS);
	}
}

/* From the first output of a window's box to the last one. */
static int64_t
window_last(const struct window_plan *w)
{
	int64_t last =
		(w->batch - 1) * w->dst.image + (w->group * w->oc - 1) * w->dst.channel;

	for (int i = 0; i < w->naxis; i++)
		last += (w->axis[i].out - 1) * w->dst.axis[i];
	return last;
}

/* The channels first..first+n-1 of all groups. */
static void
restrict_weights(struct plan_box *box, int64_t first, int64_t n)
{
	const struct window_plan *w = &box->plan->u.window;
	int64_t last = window_weight(w, n - 1, w->ic - 1, 0), taps = 1;

	for (int i = 0; i < w->naxis; i++)
		taps *= w->axis[i].kernel;
	last += (taps - 1) * w->weights.tap;
	if (box->plan->weights)
		box_advance(box, box->plan->weights, first * w->weights.channel,
			w->ic ? last + 1 : 0);
	if (box->plan->bias)
		box_advance(box, box->plan->bias, first, n);
}

static void
clip_spans(struct axis *axis, const struct box_range *range, int64_t src)
{
	struct span *span = arena_array(range->arena, struct span, axis->nspan);
	size_t n = 0;

	for (size_t i = 0; i < axis->nspan; i++) {
		const struct span *s = &axis->span[i];
		int64_t end = s->first + s->count;
		int64_t first = s->first > range->begin ? s->first : range->begin;

		end = end < range->end ? end : range->end;
		if (first >= end)
			continue;
		span[n] = *s;
		span[n].first = first - range->begin;
		span[n].count = end - first;
		if (s->ntap)
			span[n].src += (first - s->first) * axis->stride - src;
		n++;
	}
	axis->span = span;
	axis->nspan = n;
}

static int64_t
within(int64_t n, int64_t least, int64_t most)
{
	return n < least ? least : n > most ? most : n;
}

/* Restricts the outputs of an axis, and its inputs to those that they read. Returns the
   first of these. by_plane: a window that covered all of fewer inputs would be a whole
   plane, which is summed in another order; such an axis has one input more. */
static int64_t
restrict_axis(struct axis *axis, const struct box_range *range, bool by_plane)
{
	int64_t reach = (axis->kernel - 1) * axis->dilation + 1;
	int64_t first = range->begin * axis->stride - axis->pad_begin;
	int64_t last = (range->end - 1) * axis->stride - axis->pad_begin + reach;
	int64_t least = axis->in > 0; /* an input without elements is treated otherwise */
	int64_t src = within(first, 0, axis->in - least);
	int64_t end = within(last, src + least, axis->in);
	int64_t padded = axis->in + axis->pad_end;

	by_plane = by_plane && end - src <= axis->kernel;
	if (by_plane && end < axis->in)
		end++;
	else if (by_plane && src > 0)
		src--;
	clip_spans(axis, range, src);
	axis->out = range->end - range->begin;
	axis->pad_begin = src - first;
	axis->pad_end = (last < padded ? last : padded) - end;
	if (axis->pad_end < 0)
		axis->pad_end = 0;
	axis->in = end - src;
	return src;
}

/* Where a box begins in src and in dst, and how much of src it may read. */
struct beginning {
	int64_t src, read, dst;
};

static struct beginning
restrict_axis_of(struct plan_box *box, const struct box_range *range)
{
	struct window_plan *w = &box->plan->u.window;
	int64_t n = range->end - range->begin, group = w->ic * w->src.channel;
	int64_t all = box->plan->src->nelement;
	int i = range->axis - RESTRICT_POSITIONS;

	switch (range->axis) {
	case RESTRICT_IMAGES:
		w->batch = n;
		return (struct beginning){range->begin * w->src.image, n * w->src.image,
			range->begin * w->dst.image};
	case RESTRICT_GROUPS:
		restrict_weights(box, range->begin * w->oc, n * w->oc);
		w->group = n;
		if (w->batch == 1 && w->src_layout == WINDOW_NCHW)
			all = n * group;
		return (struct beginning){
			range->begin * group, all, range->begin * w->oc * w->dst.channel};
	case RESTRICT_CHANNELS:
		restrict_weights(box, range->begin, n);
		w->oc = n;
		return (struct beginning){0, all, range->begin * w->dst.channel};
	default:
		return (struct beginning){
			restrict_axis(&w->axis[i], range, w->reduction->by_plane) *
				w->src.axis[i],
			all, range->begin * w->dst.axis[i]};
	}
}

void
restrict_window(struct plan_box *box, const struct box_range *range)
{
	int64_t extent = restrict_window_extent(box->plan, range->axis), left;
	struct beginning at = restrict_axis_of(box, range);

	left = box->plan->src->nelement - at.src;
	at.read = at.read < left ? at.read : left;
	box_advance(box, box->plan->src, at.src, at.read);
	box_advance_prologue(box, at.src, at.read - 1);
	box_advance_epilogue(box, at.dst, window_last(&box->plan->u.window));
	box_advance_outputs(box, range, at.dst, extent);
}
