#include "ops/common/sampling.h"

#include <math.h>
#include <stddef.h>

#include "base/checked.h"

const char *const coordinates_name[] = {
	[HALF_PIXEL] = "half_pixel",
	[HALF_PIXEL_SYMMETRIC] = "half_pixel_symmetric",
	[PYTORCH_HALF_PIXEL] = "pytorch_half_pixel",
	[ALIGN_CORNERS] = "align_corners",
	[ASYMMETRIC] = "asymmetric",
	[TF_HALF_PIXEL_FOR_NN] = "tf_half_pixel_for_nn",
	[TF_CROP_AND_RESIZE] = "tf_crop_and_resize",
	NULL,
};

const char *const nearest_mode_name[] = {
	[ROUND_PREFER_FLOOR] = "round_prefer_floor",
	[ROUND_PREFER_CEIL] = "round_prefer_ceil",
	[NEAREST_FLOOR] = "floor",
	[NEAREST_CEIL] = "ceil",
	NULL,
};

void
sampling_set_scale(struct sampling *s, float scale)
{
	s->scale = (double)scale;
	s->resized = s->original = 0;
}

void
sampling_set_fraction(struct sampling *s, int64_t resized, int64_t original)
{
	s->scale = (double)resized / (double)original;
	s->resized = resized;
	s->original = original;
}

bool
sampling_keeps(const struct sampling *s)
{
	return s->original ? s->resized == s->original : s->scale == 1;
}

static bool
is_exact(const struct sampling *s)
{
	return s->original && s->coordinates != TF_CROP_AND_RESIZE;
}

/* (factor * above + more) / below. No product overflows: factor and below are at most
   2 * SAMPLING_RESIZED, and the result is some place on an axis. */
static struct sample_point
divide(int64_t factor, int64_t above, int64_t below, int64_t more)
{
	int64_t rest = factor * (above % below) + more;

	return (struct sample_point){factor * (above / below) + floor_div(rest, below),
		(double)floor_mod(rest, below) / (double)below};
}

/* The place of output i where the scale is a fraction: the formulas of place_in_double(),
   each as one division. */
static struct sample_point
exact_place(const struct sampling *s, int64_t i)
{
	int64_t p = s->resized, q = s->original, middle = 2 * i + 1;
	struct sample_point point = {0, 0};

	if (s->resized == s->original)
		return (struct sample_point){i, 0};
	switch (s->coordinates) {
	case HALF_PIXEL_SYMMETRIC:
		point = divide(middle - s->out, q, 2 * p, (s->in % 2 - 1) * p);
		point.whole += s->in / 2;
		return point;
	case ALIGN_CORNERS:
		return s->out > 1 ? divide(i, s->in - 1, s->out - 1, 0) : point;
	case ASYMMETRIC:
		return divide(i, q, p, 0);
	case TF_HALF_PIXEL_FOR_NN:
		return divide(middle, q, 2 * p, 0);
	case PYTORCH_HALF_PIXEL:
		return s->out > 1 ? divide(middle, q, 2 * p, -p) : point;
	default:
		return divide(middle, q, 2 * p, -p);
	}
}

/* The middle of an output of the length given by the scale. */
static float
half_pixel(const struct sampling *s, int64_t i)
{
	return ((float)i + 0.5f) / (float)s->scale - 0.5f;
}

static float
cropped(const struct sampling *s, int64_t i)
{
	float last = (float)(s->in - 1);

	if (s->out <= 1)
		return 0.5f * (s->roi_begin + s->roi_end) * last;
	return s->roi_begin * last +
	       (float)i * (s->roi_end - s->roi_begin) * last / (float)(s->out - 1);
}

/* As half_pixel, with the middle of all outputs on the middle of the axis. */
static float
symmetric(const struct sampling *s, int64_t i)
{
	float adjustment = (float)s->out / ((float)s->scale * (float)s->in);
	float center = (float)s->in / 2;

	return center * (1 - adjustment) + half_pixel(s, i);
}

static float
place_in_float(const struct sampling *s, int64_t i)
{
	if (s->coordinates != TF_CROP_AND_RESIZE && s->scale == 1)
		return (float)i;
	switch (s->coordinates) {
	case HALF_PIXEL:
		return half_pixel(s, i);
	case HALF_PIXEL_SYMMETRIC:
		return symmetric(s, i);
	case PYTORCH_HALF_PIXEL:
		return s->out > 1 ? half_pixel(s, i) : 0;
	case ALIGN_CORNERS:
		return s->out > 1 ? (float)i * (float)(s->in - 1) / (float)(s->out - 1)
				  : 0;
	case ASYMMETRIC:
		return (float)i / (float)s->scale;
	case TF_HALF_PIXEL_FOR_NN:
		return ((float)i + 0.5f) / (float)s->scale;
	default:
		return cropped(s, i);
	}
}

static double
place_in_double(const struct sampling *s, int64_t i)
{
	double at = (double)i, in = (double)s->in, out = (double)s->out;
	double middle = (at + 0.5) / s->scale - 0.5;
	double begin = (double)s->roi_begin, end = (double)s->roi_end;

	if (s->coordinates != TF_CROP_AND_RESIZE && s->scale == 1)
		return at;
	switch (s->coordinates) {
	case HALF_PIXEL:
		return middle;
	case HALF_PIXEL_SYMMETRIC:
		return in / 2 * (1 - out / (s->scale * in)) + middle;
	case PYTORCH_HALF_PIXEL:
		return s->out > 1 ? middle : 0;
	case ALIGN_CORNERS:
		return s->out > 1 ? at * (in - 1) / (out - 1) : 0;
	case ASYMMETRIC:
		return at / s->scale;
	case TF_HALF_PIXEL_FOR_NN:
		return (at + 0.5) / s->scale;
	default:
		if (s->out <= 1)
			return 0.5 * (begin + end) * (in - 1);
		return begin * (in - 1) + at * (end - begin) * (in - 1) / (out - 1);
	}
}

/* As a point; a place far away, or a NaN, as one that is not on any axis either. */
static struct sample_point
split(double place)
{
	const double far = 0x1p60;

	place = place > far ? far : place > -far ? place : -far;
	return (struct sample_point){(int64_t)floor(place), place - floor(place)};
}

struct sample_point
sampling_point(const struct sampling *s, int64_t i)
{
	return is_exact(s) ? exact_place(s, i) : split(place_in_double(s, i));
}

/* The place that decides which element is the nearest, and whether there is one. */
static double
place_of(const struct sampling *s, int64_t i)
{
	return s->original ? place_in_double(s, i) : (double)place_in_float(s, i);
}

bool
sampling_is_inside(const struct sampling *s, int64_t i)
{
	double place;

	if (s->coordinates != TF_CROP_AND_RESIZE)
		return true;
	place = place_of(s, i);
	return place >= 0 && place <= (double)(s->in - 1);
}

/* Whether the nearest element is the next one, not that at or before the place. */
static bool
rounds_up(const struct sampling *s, enum nearest nearest, double part)
{
	switch (nearest) {
	case ROUND_PREFER_FLOOR:
		return part > 0.5;
	case ROUND_PREFER_CEIL:
		return part >= 0.5;
	case NEAREST_FLOOR:
		return false;
	case NEAREST_CEIL:
		return part > 0;
	default:
		return s->scale < 1 && part > 0;
	}
}

int64_t
sampling_nearest(const struct sampling *s, enum nearest nearest, int64_t i)
{
	struct sample_point point =
		is_exact(s) ? exact_place(s, i) : split(place_of(s, i));
	int64_t element = point.whole + rounds_up(s, nearest, point.part);

	return max_of(0, min_of(element, s->in - 1));
}
