#include "ops/sampling.h"

#include <math.h>
#include <stddef.h>

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

/* The middle of an output of the length given by the scale. */
static float
half_pixel(const struct sampling *s, int64_t i)
{
	return ((float)i + 0.5f) / s->scale - 0.5f;
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
	float adjustment = (float)s->out / (s->scale * (float)s->in);
	float center = (float)s->in / 2;

	return center * (1 - adjustment) + half_pixel(s, i);
}

float
sampling_place(const struct sampling *s, int64_t i)
{
	/* Only a crop moves an axis that keeps its length. */
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
		return (float)i / s->scale;
	case TF_HALF_PIXEL_FOR_NN:
		return ((float)i + 0.5f) / s->scale;
	default:
		return cropped(s, i);
	}
}

double
sampling_point(const struct sampling *s, int64_t i)
{
	double at = (double)i, in = (double)s->in, out = (double)s->out;
	double middle = (at + 0.5) / s->ratio - 0.5;
	double begin = (double)s->roi_begin, end = (double)s->roi_end;

	if (s->coordinates != TF_CROP_AND_RESIZE && s->scale == 1)
		return at;
	switch (s->coordinates) {
	case HALF_PIXEL:
		return middle;
	case HALF_PIXEL_SYMMETRIC:
		return in / 2 * (1 - out / (s->ratio * in)) + middle;
	case PYTORCH_HALF_PIXEL:
		return s->out > 1 ? middle : 0;
	case ALIGN_CORNERS:
		return s->out > 1 ? at * (in - 1) / (out - 1) : 0;
	case ASYMMETRIC:
		return at / s->ratio;
	case TF_HALF_PIXEL_FOR_NN:
		return (at + 0.5) / s->ratio;
	default:
		if (s->out <= 1)
			return 0.5 * (begin + end) * (in - 1);
		return begin * (in - 1) + at * (end - begin) * (in - 1) / (out - 1);
	}
}

bool
sampling_is_inside(const struct sampling *s, int64_t i)
{
	float place = sampling_place(s, i);

	return s->coordinates != TF_CROP_AND_RESIZE ||
	       (place >= 0 && place <= (float)(s->in - 1));
}

static float
rounded(const struct sampling *s, enum nearest nearest, float place)
{
	switch (nearest) {
	case ROUND_PREFER_FLOOR:
		return ceilf(place - 0.5f);
	case ROUND_PREFER_CEIL:
		return floorf(place + 0.5f);
	case NEAREST_FLOOR:
		return floorf(place);
	case NEAREST_CEIL:
		return ceilf(place);
	default:
		return s->scale < 1 ? ceilf(place) : floorf(place);
	}
}

int64_t
sampling_nearest(const struct sampling *s, enum nearest nearest, int64_t i)
{
	float place = rounded(s, nearest, sampling_place(s, i));

	if (!(place > 0))
		return 0;
	return place >= (float)s->in ? s->in - 1 : (int64_t)place;
}
