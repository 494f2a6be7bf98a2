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

/* One axis. */
struct sampling {
	enum coordinates coordinates;
	int64_t in, out;
	float scale;
	double ratio;             /* the same, exact if given by sizes */
	float roi_begin, roi_end; /* TF_CROP_AND_RESIZE, parts of the axis */
};

/* The place on the axis that output i samples, in float32, as in onnxruntime. */
float sampling_place(const struct sampling *s, int64_t i);

/* The same in double, for weights. */
double sampling_point(const struct sampling *s, int64_t i);

/* Whether it lies on the axis; else TF_CROP_AND_RESIZE extrapolates. */
bool sampling_is_inside(const struct sampling *s, int64_t i);

/* The element nearest to the place of output i. */
int64_t sampling_nearest(const struct sampling *s, enum nearest nearest, int64_t i);

#endif
