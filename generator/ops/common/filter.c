#include "ops/common/filter.h"

#include <math.h>

#include "base/arena.h"
#include "base/checked.h"

/* The taps of one output being computed: elements first, first + 1, ... of the axis, some
   of which may be outside of it. */
struct window_of {
	int64_t first;
	int64_t n;
	double *weight;
};

/* Keys' kernel, which is 0 from a distance of 2 on. */
static double
cubic(double a, double x)
{
	x = fabs(x);
	if (x <= 1)
		return ((a + 2) * x - (a + 3)) * x * x + 1;
	return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

static double
weigh(const struct filter *filter, double x)
{
	if (filter->cubic)
		return cubic(filter->a, x);
	return fabs(x) < 1 ? 1 - fabs(x) : 0;
}

/* The scale of the filter: 1, or less if it is widened. */
static double
density(const struct filter *filter, const struct sampling *s)
{
	return filter->antialiases && s->scale < 1 ? s->scale : 1;
}

/* Taps up to and including the last element before a place. */
static int64_t
reach(const struct filter *filter, const struct sampling *s)
{
	int64_t radius = filter->cubic ? 2 : 1;

	if (density(filter, s) == 1)
		return radius;
	if (s->original)
		return ceil_div(radius * s->original, s->resized);
	return (int64_t)ceil((double)radius / s->scale);
}

static void
scale_weights(struct window_of *w)
{
	double sum = 0;

	for (int64_t t = 0; t < w->n; t++)
		sum += w->weight[t];
	for (int64_t t = 0; t < w->n && sum != 0; t++)
		w->weight[t] /= sum;
}

/* As in ONNX's reference, an element exactly at the place counts as before it; that
   matters for widened filters. */
static void
weigh_taps(const struct filter *filter, const struct sampling *s,
	struct sample_point place, struct window_of *w)
{
	double by = density(filter, s);
	int64_t first = 1 - w->n / 2;

	if (by < 1 && place.part == 0)
		first--;
	w->first = place.whole + first;
	for (int64_t t = 0; t < w->n; t++)
		w->weight[t] = weigh(filter, ((double)(first + t) - place.part) * by);
	if (by < 1)
		scale_weights(w);
	if (!filter->excludes_outside)
		return;
	for (int64_t t = 0; t < w->n; t++)
		if (w->first + t < 0 || w->first + t >= s->in)
			w->weight[t] = 0;
	scale_weights(w);
}

static int64_t
inside(const struct sampling *s, int64_t element)
{
	return max_of(0, min_of(element, s->in - 1));
}

/* Places beyond an end are moved to the end. If both taps are the last element, each has
   half of the weight. */
static void
weigh_linear(const struct sampling *s, struct sample_point place, struct window_of *w)
{
	int64_t last = s->in - 1;

	w->first = inside(s, place.whole);
	if (w->first == last)
		place.part = 0.5;
	else if (place.whole < 0)
		place.part = 0;
	w->weight[0] = 1 - place.part;
	w->weight[1] = place.part;
}

/* Moves a wide window into the axis: weights of elements beyond an end are added to the
   end's, so no more taps are needed than the axis has elements. */
static void
move_inside(const struct sampling *s, struct window_of *w, double *weight, int64_t n)
{
	int64_t first = max_of(0, min_of(w->first, s->in - n));

	for (int64_t t = 0; t < n; t++)
		weight[t] = 0;
	for (int64_t t = 0; t < w->n; t++)
		weight[inside(s, w->first + t) - first] += w->weight[t];
	w->first = first;
}

bool
filter_taps(const struct filter *filter, const struct sampling *sampling,
	enum dtype dtype, int64_t most, struct sample_axis *axis, struct arena *arena)
{
	bool widens = density(filter, sampling) < 1;
	double ntap = 2 * (filter->cubic ? 2 : 1) / density(filter, sampling) + 2;
	struct window_of w;
	int64_t *place, n;
	double *weight, *moved;

	if (ntap * (double)sampling->out > (double)most)
		return false;
	w = (struct window_of){.n = 2 * reach(filter, sampling)};
	n = widens && w.n > sampling->in ? sampling->in : w.n;
	w.weight = moved = arena_array(arena, double, w.n);
	if (widens)
		moved = arena_array(arena, double, n);
	place = arena_array(arena, int64_t, n * sampling->out);
	weight = arena_array(arena, double, n * sampling->out);
	for (int64_t o = 0; o < sampling->out; o++) {
		struct sample_point at = sampling_point(sampling, o);

		if (filter->cubic || widens)
			weigh_taps(filter, sampling, at, &w);
		else
			weigh_linear(sampling, at, &w);
		if (widens)
			move_inside(sampling, &w, moved, n);
		for (int64_t t = 0; t < n; t++) {
			place[t * sampling->out + o] = inside(sampling, w.first + t);
			weight[t * sampling->out + o] = dtype == DTYPE_FLOAT64
								? moved[t]
								: (double)(float)moved[t];
		}
	}
	axis->ntap = n;
	axis->place = place;
	axis->weight = weight;
	return true;
}
