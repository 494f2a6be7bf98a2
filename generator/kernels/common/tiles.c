#include "kernels/common/tiles.h"

#include "arena.h"
#include "checked.h"

#include <assert.h>

/* What plans of register tiles begin with. */

/* Whether an axis copies its positions one to one. */
static bool
copies(const struct axis *a)
{
	return a->kernel == 1 && a->in == a->out && a->nspan == 1 && a->span[0].ntap == 1;
}

/* Neighbouring axes that copy positions one to one are one axis: a 1x1 convolution is a
   line of h * w positions. The order of taps does not change. */
static void
merge_axes(struct window_plan *window, struct arena *arena)
{
	int n = 0;

	for (int i = 0; i < window->naxis; i++) {
		const struct axis *a = &window->axis[i];
		struct axis *before = n ? &window->axis[n - 1] : NULL;

		if (before && copies(before) && copies(a)) {
			struct span *span = arena_new(arena, struct span);

			*span = before->span[0];
			span->count *= a->span[0].count;
			/* It may be more where there was one position. */
			before->stride = 1;
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

struct tiles *
tiles_begin(const struct schedule *schedule, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct tiles *t = arena_new(arena, struct tiles);

	t->window = plan->u.window;
	t->spelling = spelling_of(plan, schedule->settings.numerics);
	t->packed = plan->weights && plan->weights->constant;
	merge_axes(&t->window, arena);
	find_steps(t);
	t->block = t->window.channel_block;
	if (!t->window.reduction->weighted)
		t->block = 1;
	t->nblock = ceil_div(t->window.ic, t->block);
	t->last_block = t->window.ic - (t->nblock - 1) * t->block;
	if (t->nblock == 1)
		t->block = t->last_block;
	return t;
}

int64_t
tiles_add_class(struct tiles *t, int64_t first, int64_t channels, int64_t lanes)
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
	int64_t rest = tiles_add_class(t, 0, channels, lanes);

	tiles_add_class(t, rest, t->window.oc - rest, lanes);
}

const struct channel_class *
class_of(const struct tiles *t, const struct tile *tile)
{
	for (size_t c = 0; c < t->nclass; c++)
		for (size_t i = 0; i < t->class[c].ntile; i++)
			if (t->class[c].tile[i] == tile)
				return &t->class[c];
	return NULL;
}
