#ifndef OPGEN_OPS_SAMPLING_H
#define OPGEN_OPS_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

/* Where Resize and Upsample sample an axis. */

/* coordinate_transformation_mode. */
enum coordinates {
	HALF_PIXEL,
	HALF_PIXEL_SYMMETRIC,
	PYTORCH_HALF_PIXEL,
	ALIGN_CORNERS,
	ASYMMETRIC,
	TF_HALF_PIXEL_FOR_NN,
	TF_CROP_AND_RESIZE
};
extern const char *const coordinates_name[];

/* nearest_mode. SIMPLE is the rule before there were modes: down, or up if the axis
   becomes shorter. */
enum nearest {
	ROUND_PREFER_FLOOR,
	ROUND_PREFER_CEIL,
	NEAREST_FLOOR,
	NEAREST_CEIL,
	NEAREST_SIMPLE
};
extern const char *const nearest_mode_name[];

/* One axis. Its scale is a float32 where scales are given, and a fraction where sizes
   are. */
struct sampling {
	enum coordinates coordinates;
	int64_t in, out;
	double scale;
	int64_t resized, original; /* the fraction; 0: none */
	float roi_begin, roi_end;  /* TF_CROP_AND_RESIZE, parts of the axis */
};

/* A place on an axis: an element, and a part of the way to the next one. */
struct sample_point {
	int64_t whole;
	double part; /* 0 or more, at most 1 */
};

/* Sets the scale. A fraction's numbers are 1 or more; unless they are equal, `resized` is
   at most SAMPLING_RESIZED, and so is the axis' length `out`. */
enum {
	SAMPLING_RESIZED = 1 << 24
};
void sampling_set_scale(struct sampling *s, float scale);
void sampling_set_fraction(struct sampling *s, int64_t resized, int64_t original);

/* Whether the scale is 1, so that only a crop moves anything. */
bool sampling_keeps(const struct sampling *s);

/* The place that output i samples, for weights: exact for a fraction, but that the part
   is rounded once; else, and in a crop, in double. */
struct sample_point sampling_point(const struct sampling *s, int64_t i);

/* Whether it lies on the axis; else TF_CROP_AND_RESIZE extrapolates. */
bool sampling_is_inside(const struct sampling *s, int64_t i);

/* The element nearest to the place of output i. Without a fraction the place is computed
   in float32, as in onnxruntime. */
int64_t sampling_nearest(const struct sampling *s, enum nearest nearest, int64_t i);

#endif
